export type { AppWithErrors } from "./app-with-errors.ts";
export { type BearerEnv, bearer } from "./bearer.ts";
export { uhpErrorHandler } from "./error-handler.ts";
export { install } from "./install.ts";
export { uhp } from "./middleware.ts";
export { uhpNotFoundHandler } from "./not-found.ts";
export { requestContext, traceHeaders } from "./request-context.ts";
export { stream } from "./stream.ts";
export { validationHook } from "./validation-hook.ts";
