import { peek } from "@uhp-errors/core/untrusted";
import { hasResponded, type Responder } from "@uhp-errors/node";
import { tellApp } from "./app-error.ts";
import type { KoaContext } from "./context.ts";

/** Answers a thrown value, and emits the app's `error` event as Koa does. */
export function sendError(responder: Responder, thrown: unknown, ctx: KoaContext): void {
  // Middleware that is mounted before the contract may set headers after the response was sent, which makes Node throw
  // this.
  if (hasResponded(ctx.res) && peek(thrown, "code") === "ERR_HTTP_HEADERS_SENT") return;
  // The event comes before the response, as in Koa.
  tellApp(ctx, thrown, responder.context.phase() !== "open");
  responder.sendError(thrown);
}
