export { attach } from "@uhp-errors/node";
export { type BearerMiddleware, bearer } from "./bearer.ts";
export type { KoaApp, KoaContext } from "./context.ts";
export { type InstallableKoaApp, install } from "./install.ts";
export { type KoaMiddleware, uhp } from "./middleware.ts";
export { requestContext, traceHeaders } from "./request-context.ts";
export { stream } from "./stream.ts";
