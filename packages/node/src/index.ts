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
export { Responder, responderOf, sendError } from "./response/responder.ts";
export { abortResponse, allowResponse, isBuffering } from "./response/send.ts";
export { stream } from "./response/stream.ts";
export { attach } from "./server/attach.ts";
export { attachOnListen, attachServerOf, type ListenableApp } from "./server/attach-on-listen.ts";
export { clientErrorListener } from "./server/client-error.ts";
export { expectContract, warnOnce, warnUnlessAttached } from "./server/warnings.ts";
