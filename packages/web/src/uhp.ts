import type { Contract } from "@uhp-errors/core";
import { watchBody } from "./request-context.ts";
import { isResponse, responderOf } from "./responder.ts";

/** A function from a request to a response, as Workers, Deno, Bun and most frameworks call it, with whatever they pass besides. */
export type FetchHandler<Rest extends readonly unknown[]> = (
  request: Request,
  ...rest: Rest
) => Response | Promise<Response>;

/**
 * Puts a contract in force for a handler: a version that is not served is refused, what the handler throws is answered, and an error
 * that it returns in another shape is replaced. A success gets the contract's two headers. The function that it returns never throws
 * and never rejects.
 *
 * @throws TypeError when it gets anything but a contract and a function.
 * @example
 * export default { fetch: uhp(contract, async (request, env, ctx) => Response.json(await answer(request))) };
 */
export function uhp<Rest extends readonly unknown[]>(
  contract: Contract,
  handler: FetchHandler<Rest>,
): (request: Request, ...rest: Rest) => Promise<Response> {
  if (typeof contract?.respond !== "function")
    throw new TypeError("uhp: expected the contract that createContract returns");
  if (typeof handler !== "function")
    throw new TypeError("uhp: expected a function that gets a Request, after the contract");
  return async function uhpFetch(request, ...rest) {
    const responder = responderOf(contract, request);
    if (responder === undefined) return handler(request, ...rest);
    const refusal = responder.checkVersion();
    if (refusal !== undefined) return refusal;
    watchBody(request);
    let response: unknown;
    try {
      response = await handler(request, ...rest);
    } catch (thrown) {
      // Some frameworks throw a response to end a request.
      if (!isResponse(thrown)) return responder.respond(thrown);
      response = thrown;
    }
    return responder.finish(response);
  };
}
