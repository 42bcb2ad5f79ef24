export { attach, stream, traceHeaders } from "@uhp-errors/node";
export { asyncHandler } from "./async-handler.ts";
export { type BearerMiddleware, bearer } from "./bearer.ts";
export { type ExpressApp, install } from "./install.ts";
export {
  type ErrorMiddleware,
  type ExpressRequest,
  type Middleware,
  sendError,
  uhp,
  uhpErrorHandler,
} from "./middleware.ts";
export { outside } from "./outside.ts";
export { requestContext } from "./request-context.ts";
