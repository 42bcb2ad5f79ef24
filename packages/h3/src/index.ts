export { type BearerMiddleware, bearer } from "./bearer.ts";
export { type H3ErrorHandler, uhpErrorHandler } from "./error-handler.ts";
export { type H3Event, requestContext, traceHeaders } from "./event.ts";
export { type InstallableH3App, install } from "./install.ts";
export { type H3Middleware, uhp } from "./middleware.ts";
export { stream } from "./stream.ts";
