export { attach, stream, traceHeaders } from "@uhp-errors/node";
export { asyncHandler } from "./async-handler.ts";
export { type BearerMiddleware, bearer } from "./bearer.ts";
export { type ExpressApp, install } from "./install.ts";
export {
  type ExpressErrorMiddleware,
  type ExpressMiddleware,
  type ExpressRequest,
  requestContext,
  sendError,
  uhp,
  uhpErrorHandler,
} from "./middleware.ts";
export { outsideContract } from "./outside-contract.ts";
