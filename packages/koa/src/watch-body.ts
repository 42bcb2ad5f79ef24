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
export function watchLateBody({ res, response }: KoaContext, onLate: (error: Error) => void): void {
  const prototype: object | null = Object.getPrototypeOf(response);
  const body = prototype === null ? undefined : inheritedProperty(prototype, "body");
  if (body?.get === undefined || body.set === undefined || response === undefined) return;
  const { get, set } = body;
  Object.defineProperty(response, "body", {
    configurable: true,
    enumerable: false,
    get,
    set(value: unknown) {
      Object.defineProperty(response, "body", { configurable: true, get, set });
      if (res.headersSent) onLate(new Error(LATE_BODY));
      Reflect.apply(set, response, [value]);
    },
  });
}

const LATE_BODY =
  "ctx.body was set after the response had left: middleware before the handler must `await next()` or return its promise";

function inheritedProperty(from: object, name: string): PropertyDescriptor | undefined {
  for (let level: object | null = from; level !== null; level = Object.getPrototypeOf(level)) {
    const found = Object.getOwnPropertyDescriptor(level, name);
    if (found !== undefined) return found;
  }
  return undefined;
}
