export { bearer } from "./bearer.ts";
export { requestContext, traceHeaders, watchBody } from "./request-context.ts";
export { Responder, responderOf } from "./responder.ts";
export type { UhpOptions } from "./rethrow.ts";
export { stream } from "./stream.ts";
export { type FetchHandler, uhp } from "./uhp.ts";
