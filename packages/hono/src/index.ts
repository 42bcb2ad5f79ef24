export type { HonoRoute, RoutedHonoApp } from "./allowed-methods.ts";
export { type BearerEnv, bearer } from "./bearer.ts";
export { uhpErrorHandler } from "./error-handler.ts";
export { type InstallableHonoApp, install } from "./install.ts";
export { uhp } from "./middleware.ts";
export { uhpNotFoundHandler } from "./not-found.ts";
export { requestContext, traceHeaders } from "./request-context.ts";
export { stream } from "./stream.ts";
export { type ValidationResult, validationHook } from "./validation-hook.ts";
