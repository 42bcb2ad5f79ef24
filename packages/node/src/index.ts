export { type NodeRequestContext, requestContext, traceHeaders } from "./request/exchange.ts";
export { defineFramework, type Framework } from "./request/framework.ts";
export { intercept } from "./response/intercept.ts";
export { Responder, responderInCharge, responderOf, sendError } from "./response/responder.ts";
export { stream } from "./response/stream.ts";
export { attach } from "./server/attach.ts";
