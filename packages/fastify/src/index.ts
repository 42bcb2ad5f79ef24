export { attach } from "@uhp-errors/node";
export { bearer } from "./bearer.ts";
export { type UhpOptions, uhp } from "./plugin.ts";
export { requestContext, traceHeaders } from "./request-context.ts";
export { sendError } from "./send-error.ts";
export { uhpServerOptions } from "./server-options.ts";
export { stream } from "./stream.ts";
