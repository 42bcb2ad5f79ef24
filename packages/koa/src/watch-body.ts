import type { Readable } from "node:stream";
import { builtin } from "@uhp-errors/node";
import type { KoaContext } from "./context.ts";

/**
 * Notices a body that is a stream and is closed before its end without an error. Koa 2 would leave the client waiting.
 *
 * @param onClosed Called with an error for this, unless the response has ended.
 */
export function watchBody(ctx: KoaContext, onClosed: (error: Error) => void): void {
  const { res, response } = ctx;
  // `_body` is Koa's own field. Reading `ctx.body` would slow down every success.
  const { _body: body } = response as { readonly _body?: Partial<Readable> | null };
  try {
    if (typeof body?.pipe !== "function") return;
    builtin.stream.finished(body as Readable, (error) => {
      if (error?.code === "ERR_STREAM_PREMATURE_CLOSE" && !res.writableEnded && !res.destroyed) onClosed(error);
    });
  } catch {
    // Koa serializes an object that only looks like a stream.
  }
}
