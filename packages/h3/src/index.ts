export { bearer } from "./bearer.ts";
export { uhpErrorHandler } from "./error-handler.ts";
export { type H3Event, requestContext, traceHeaders } from "./event.ts";
export { type InstallableH3App, install } from "./install.ts";
export { uhp } from "./middleware.ts";
export { stream } from "./stream.ts";
