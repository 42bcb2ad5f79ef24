import type { Contract } from "@uhp-errors/core";
import { expectContract } from "@uhp-errors/core/adapter";
import { watchBody } from "./request-context.ts";
import { isResponse, type Responder, responderOf } from "./responder.ts";

/** A function from a request to a response, as Workers, Deno, Bun and most frameworks call it, with whatever they pass besides. */
export type FetchHandler<Rest extends readonly unknown[]> = (
  request: Request,
  ...rest: Rest
) => Response | Promise<Response>;

/**
 * Puts a contract in force for a handler: a version that is not served is refused, what the handler throws is answered, and an error
 * that it returns in another shape is replaced. A success gets the contract's two headers. The function that it returns never throws
 * and never rejects. It returns a response at once where it can, and a promise of one otherwise.
 *
 * @throws TypeError when it gets anything but a contract and a function.
 * @example
 * export default { fetch: uhp(contract, async (request, env, ctx) => Response.json(await answer(request))) };
 */
export function uhp<Rest extends readonly unknown[]>(
  contract: Contract,
  handler: FetchHandler<Rest>,
): FetchHandler<Rest> {
  expectContract(contract, "uhp");
  if (typeof handler !== "function")
    throw new TypeError("uhp: expected a function that gets a Request, after the contract");
  return function uhpFetch(request, ...rest) {
    const responder = responderOf(contract, request);
    if (responder === undefined) return handler(request, ...rest);
    const refusal = responder.checkVersion();
    if (refusal !== undefined) return refusal;
    watchBody(request);
    try {
      const response: unknown = contract.handle(responder.context, () => handler(request, ...rest));
      // What is there already need not be waited for: some servers send it faster then.
      if (response instanceof Promise || !isResponse(response)) return settled(responder, response);
      return responder.finish(response);
    } catch (thrown) {
      return ended(responder, thrown);
    }
  };
}

async function settled(responder: Responder, promised: unknown): Promise<Response> {
  try {
    return await responder.finish(await promised);
  } catch (thrown) {
    return ended(responder, thrown);
  }
}

/** What leaves when a handler throws. Some frameworks throw a response to end a request. */
function ended(responder: Responder, thrown: unknown): Response | Promise<Response> {
  return isResponse(thrown) ? responder.finish(thrown) : responder.respond(thrown);
}
