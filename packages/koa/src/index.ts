export { attach } from "@uhp-errors/node";
export { bearer } from "./bearer.ts";
export type { KoaContext } from "./context.ts";
export { install } from "./install.ts";
export { uhp } from "./middleware.ts";
export { requestContext, traceHeaders } from "./request-context.ts";
export { stream } from "./stream.ts";
