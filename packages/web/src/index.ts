export { bearer } from "./bearer.ts";
export { requestContext, traceHeaders, watchBody } from "./request-context.ts";
export { Responder, responderOf } from "./responder.ts";
export { stream } from "./stream.ts";
export { type FetchHandler, type UhpOptions, uhp } from "./uhp.ts";
