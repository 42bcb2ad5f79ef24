export { attach } from "@uhp-errors/node";
export { type BearerHook, bearer } from "./bearer.ts";
export { type OutsideHandlers, type UhpOptions, uhp } from "./plugin.ts";
export { requestContext, traceHeaders } from "./request-context.ts";
export { sendError } from "./send-error.ts";
export { type UhpServerOptions, uhpServerOptions } from "./server-options.ts";
export { stream } from "./stream.ts";
