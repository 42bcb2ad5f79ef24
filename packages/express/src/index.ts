export { attach, stream, traceHeaders } from "@uhp-errors/node";
export { asyncHandler } from "./async-handler.ts";
export { bearer } from "./bearer.ts";
export { install } from "./install.ts";
export {
  type ExpressErrorMiddleware,
  type ExpressMiddleware,
  requestContext,
  sendError,
  uhp,
  uhpErrorHandler,
} from "./middleware.ts";
export { outsideContract } from "./outside-contract.ts";
