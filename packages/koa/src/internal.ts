/** What only our own packages use, and types that nobody needs to name. Nothing here is promised: it may change in any release. */
export type { BearerMiddleware } from "./bearer.ts";
export type { KoaApp } from "./context.ts";
export type { InstallableKoaApp } from "./install.ts";
export type { KoaMiddleware } from "./middleware.ts";
