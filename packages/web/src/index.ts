export { bearer } from "./bearer.ts";
export { requestContext, type WebRequestContext } from "./request-context.ts";
export { stream } from "./stream.ts";
export { type FetchHandler, uhp } from "./uhp.ts";
