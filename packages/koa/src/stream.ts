import type { Contract, EventStream, StreamOptions } from "@uhp-errors/core";
import { stream as streamTo } from "@uhp-errors/node";
import { answer } from "./answer.ts";
import type { KoaContext } from "./context.ts";

/**
 * Opens a stream of events as the answer to a request, past Koa's own way to respond.
 *
 * @example
 * const events = stream(contract, ctx, { response });
 */
export function stream(contract: Contract, context: KoaContext, options: StreamOptions): EventStream {
  context.respond = false;
  const onRefused = (thrown: unknown) => answer(contract, thrown, context);
  return streamTo(contract, context.req, context.res, { onRefused, ...options });
}
