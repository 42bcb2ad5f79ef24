export { bearer } from "./bearer.ts";
export { type Observation, observationOf, observe } from "./observe.ts";
export {
  type Framework,
  requestContext,
  traceHeaders,
  type WebRequestContext,
  watchBody,
  watchReaders,
} from "./request-context.ts";
export { isResponse, Responder, responderOf } from "./responder.ts";
export { stream } from "./stream.ts";
export { type FetchHandler, uhp } from "./uhp.ts";
