/** What only our own packages use, and types that nobody needs to name. Nothing here is promised: it may change in any release. */

export type { AnyHandler } from "./async-handler.ts";
export type { BearerMiddleware } from "./bearer.ts";
export type { ExpressApp } from "./install.ts";
export type { ExpressRequest } from "./middleware.ts";
