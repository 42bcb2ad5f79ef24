export { attach } from "@uhp-errors/node";
export { type UhpOptions, uhp } from "./plugin.ts";
export { type UhpServerOptions, uhpServerOptions } from "./server-options.ts";
