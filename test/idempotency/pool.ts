import { Pool } from "pg";

export const pool = new Pool();
// Without these, a lost connection ends the process.
pool.on("error", () => {});
pool.on("connect", (client) => void client.on("error", () => {}));
