export { builtin } from "./builtin.ts";
export { type NodeRequest, type NodeRequestContext, requestContext, traceHeaders } from "./request/exchange.ts";
export { defineFramework, type Framework } from "./request/framework.ts";
export { type DryRunResponder, dryRunOf } from "./response/dry-run.ts";
export { intercept } from "./response/intercept.ts";
export {
  abortResponse,
  handOverResponse,
  hasResponded,
  heldResponse,
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
