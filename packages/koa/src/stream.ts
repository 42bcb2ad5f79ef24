import type { Contract, EventStream, StreamOptions } from "@uhp-errors/core";
import { responderOf, stream as streamTo } from "@uhp-errors/node";
import type { KoaContext } from "./context.ts";
import { sendError } from "./send-error.ts";

/**
 * Opens a stream of server-sent events as the response to a request. Koa itself then sends nothing.
 *
 * @example
 * const events = stream(contract, ctx, { response });
 */
export function stream(contract: Contract, ctx: KoaContext, options: StreamOptions): EventStream {
  const { req, res } = ctx;
  ctx.respond = false;
  const responder = responderOf(contract, req, res);
  const onRefused = responder && ((thrown: unknown) => sendError(responder, thrown, ctx));
  return streamTo(contract, req, res, { ...(onRefused && { onRefused }), ...options });
}
