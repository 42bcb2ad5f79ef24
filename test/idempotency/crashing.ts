/** A process that serves, and that ends itself in the middle of a request. Its argument says where, and with which framework. */
import { pool } from "./pool.ts";
import { started } from "./service.ts";
import { mishaps } from "./shop.ts";

const [framework, place] = process.argv.slice(2) as ["Express" | "Fastify", "before the commit" | "after the commit"];
const crash = () => process.kill(process.pid, "SIGKILL");

if (place === "before the commit") mishaps.push(crash);
pool.on("release", () => {
  // The handler gives its connection back after the commit, and before it answers.
  if (place === "after the commit") crash();
});
process.stdout.write((await started(framework)).url);
