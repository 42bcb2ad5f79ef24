import { watchStream } from "@uhp-errors/node/internal";
import type { KoaContext } from "./context.ts";

/**
 * Notices a body that is a stream and is closed before its end without an error. Koa 2 would leave the client waiting.
 *
 * @param onClosed Called with an error for this, unless the response has ended.
 */
export function watchBody(ctx: KoaContext, onClosed: (error: Error) => void): void {
  const { res, response } = ctx;
  // `_body` is Koa's own field. Reading `ctx.body` would slow down every success.
  const { _body: body } = response as { readonly _body?: unknown };
  watchStream(body, (error) => {
    if (error.code === "ERR_STREAM_PREMATURE_CLOSE" && !res.writableEnded && !res.destroyed) onClosed(error);
  });
}

/**
 * Notices a handler that sets the body after an unanswered request got its 404, because middleware before it did not
 * wait for it. Koa ignores that.
 */
export function watchLateBody(ctx: KoaContext, onLate: (error: Error) => void): void {
  const response = ctx.response as object;
  // Koa's own property is on a prototype.
  Object.defineProperty(response, "body", {
    configurable: true,
    enumerable: false,
    get: () => Reflect.get(Object.getPrototypeOf(response), "body", response) as unknown,
    set(value: unknown) {
      Reflect.deleteProperty(response, "body");
      if (ctx.res.headersSent) onLate(new Error(LATE_BODY));
      Reflect.set(response, "body", value);
    },
  });
}

const LATE_BODY =
  "ctx.body was set after the response had left: middleware before the handler must `await next()` or return its promise";
