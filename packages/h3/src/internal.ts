/** What only our own packages use, and types that nobody needs to name. Nothing here is promised: it may change in any release. */

export type { ErrorHook } from "./answer.ts";
export type { BearerMiddleware } from "./bearer.ts";
export type { H3ErrorHandler } from "./error-handler.ts";
export type { H3Middleware } from "./middleware.ts";
