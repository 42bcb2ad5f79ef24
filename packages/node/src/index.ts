export { isAnswered } from "./interception/index.ts";
export { intercept } from "./interception/intercept.ts";
export { Principals } from "./request/principals.ts";
export {
  type FrameworkContext,
  type NodeRequest,
  type NodeRequestContext,
  pathOf,
  requestContext,
} from "./request/request-context.ts";
export { Responder, responderOf } from "./response/responder.ts";
export { abort, expectResponse, isBuffering, sendError } from "./response/send.ts";
export { stream } from "./response/stream.ts";
export { attach } from "./server/attach.ts";
export { attachListening, attachServerOf, type ListeningApp } from "./server/attach-listening.ts";
export { clientErrorListener } from "./server/client-error.ts";
export { expectContract, warnOnce, warnUnlessAttached } from "./server/warnings.ts";
