export { main } from "./main.ts";
export type { Terminal } from "./terminal.ts";
