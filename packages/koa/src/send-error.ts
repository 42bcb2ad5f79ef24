import { peek } from "@uhp-errors/core/untrusted";
import { isAnswered, type Responder } from "@uhp-errors/node";
import { tellApp } from "./app-error.ts";
import type { KoaContext } from "./context.ts";

/** Answers anything that was thrown, and tells the app of it as Koa does. */
export function sendError(responder: Responder, thrown: unknown, ctx: KoaContext): void {
  // Middleware that is mounted before the contract may want to set headers after the response was sent.
  if (isAnswered(ctx.res) && peek(thrown, "code") === "ERR_HTTP_HEADERS_SENT") return;
  // As Koa does: listeners hear of the error before it is answered.
  tellApp(ctx, thrown, responder.context.phase() !== "open");
  responder.sendError(thrown);
}
