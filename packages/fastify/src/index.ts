export { attach } from "@uhp-errors/node";
export { type Bearer, bearer } from "./bearer.ts";
export { facts } from "./facts.ts";
export { type UhpOptions, uhp } from "./plugin.ts";
export { type UhpServerOptions, uhpServerOptions } from "./server-options.ts";
export { stream } from "./stream.ts";
