import type { RequestFacts } from "@uhp-errors/core";
import { facts as factsOf } from "@uhp-errors/node";
import type { KoaContext } from "./context.ts";

/**
 * What the contract needs to know of a request, for its verbs that take it.
 *
 * @example
 * ctx.body = contract.task.failed(task.response, thrown, facts(ctx));
 */
export function facts({ req, res, originalUrl }: KoaContext): RequestFacts {
  return factsOf(req, res, { originalUrl });
}
