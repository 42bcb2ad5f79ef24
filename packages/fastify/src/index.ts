export { attach } from "@uhp-errors/node";
export { type Bearer, bearer } from "./bearer.ts";
export { type UhpOptions, uhp } from "./plugin.ts";
export { requestContext } from "./request-context.ts";
export { type UhpServerOptions, uhpServerOptions } from "./server-options.ts";
export { stream } from "./stream.ts";
