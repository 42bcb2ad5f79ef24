import type { Contract, EventStream, StreamOptions } from "@uhp-errors/core";
import { expectContract } from "@uhp-errors/core/adapter";
import { responderOf, stream as streamTo } from "@uhp-errors/node";
import type { KoaContext } from "./context.ts";
import { sendError } from "./send-error.ts";

/**
 * Opens a stream of server-sent events as the response to a request. Koa then sends nothing by itself.
 *
 * @throws TypeError if it does not get a contract.
 * @example
 * const events = stream(contract, ctx, { response });
 */
export function stream(contract: Contract, ctx: KoaContext, options: StreamOptions): EventStream {
  expectContract(contract, "stream");
  const { req, res } = ctx;
  ctx.respond = false;
  const responder = responderOf(contract, req, res);
  const onRefused = responder && ((thrown: unknown) => sendError(responder, thrown, ctx));
  return streamTo(contract, req, res, { ...(onRefused && { onRefused }), ...options });
}
