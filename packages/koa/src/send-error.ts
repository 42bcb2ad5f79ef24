import type { ErrorResponse } from "@uhp-errors/core";
import { REPRESENTATION_HEADERS } from "@uhp-errors/core/adapter";
import { peek } from "@uhp-errors/core/internal";
import type { Responder } from "@uhp-errors/node";
import { abortResponse, handOverResponse, hasResponded, isBuffering } from "@uhp-errors/node/internal";
import { tellApp } from "./app-error.ts";
import type { KoaContext } from "./context.ts";
import { takesNoMore } from "./request-context.ts";

/** Sends the response to a thrown value at once, and emits the app's `error` event as Koa does. */
export function sendError(responder: Responder, thrown: unknown, ctx: KoaContext): void {
  // Middleware that is mounted before the contract may set headers after the response was sent, which makes Node throw
  // this.
  if (hasResponded(ctx.res) && peek(thrown, "code") === "ERR_HTTP_HEADERS_SENT") return;
  // The event comes before the response, as in Koa.
  tellApp(responder.contract, ctx, thrown, responder.context.phase() !== "open");
  responder.sendError(thrown);
}

/**
 * Answers what middleware threw, as an error handler in its place would: Koa sends the response once the middleware
 * outside has seen it.
 */
export function answer(responder: Responder, thrown: unknown, ctx: KoaContext): void {
  if (!isForKoa(responder, ctx)) {
    sendError(responder, thrown, ctx);
    return;
  }
  tellApp(responder.contract, ctx, thrown, false);
  const response = responder.respond(thrown);
  if (response === undefined) abortResponse(ctx.res);
  else put(ctx, response);
}

/** Answers with a response of the contract. Koa sends it, unless the response is out of its hands. */
export function answerWith(responder: Responder, response: ErrorResponse, ctx: KoaContext): void {
  if (isForKoa(responder, ctx)) put(ctx, response);
  else responder.send(response);
}

/** Whether Koa will send what the context holds, and nothing has been written past it. */
function isForKoa({ context, isIntercepted }: Responder, ctx: KoaContext): boolean {
  if (ctx.respond === false || !isIntercepted || isBuffering(ctx.res) || takesNoMore(ctx)) return false;
  return context.phase() === "open";
}

/**
 * Sets the response on the context. The contract's other headers are added when it leaves: middleware outside may answer
 * with a success instead, which must not have them.
 */
function put(ctx: KoaContext, response: ErrorResponse): void {
  const { res } = ctx;
  handOverResponse(res, response);
  // The headers of another body go. Each removal costs something, even of a header that is not set.
  for (const name of res.getHeaderNames()) if (REPRESENTATION_HEADERS.includes(name)) res.removeHeader(name);
  res.setHeader("Content-Type", response.headers["Content-Type"] as string);
  ctx.status = response.status;
  ctx.body = response.body;
}
