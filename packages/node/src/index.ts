export { builtin } from "./builtin.ts";
export type { Observation } from "./observation/observation.ts";
export { observationOf, observe } from "./observation/observe.ts";
export { type NodeRequest, type NodeRequestContext, requestContext, traceHeaders } from "./request/exchange.ts";
export { defineFramework, type Framework } from "./request/framework.ts";
export {
  abortResponse,
  handOverResponse,
  hasResponded,
  heldResponse,
  intercept,
  isBuffering,
  Responder,
  responderInCharge,
  responderOf,
  sendError,
} from "./response/responder.ts";
export { stream } from "./response/stream.ts";
export {
  attach,
  attachOnListen,
  attachToServerOf,
  type ListenableApp,
  warnUnlessAttached,
} from "./server/attach.ts";
export { clientErrorListener } from "./server/client-error.ts";
export { hasHead } from "./written/sent-field.ts";
