import type { Contract } from "@uhp-errors/core";
import { type AdapterContract, expectContract } from "@uhp-errors/core/adapter";
import { observe } from "./observe.ts";
import { watchBody } from "./request-context.ts";
import { isResponse, type Responder, responderOf } from "./responder.ts";

/**
 * A function from a `Request` to a `Response`, as Workers, Deno, Bun and most frameworks call it. They may pass more
 * arguments.
 */
export type FetchHandler<Rest extends readonly unknown[]> = (
  request: Request,
  ...rest: Rest
) => Response | Promise<Response>;

/**
 * Puts a contract in force for a handler. It refuses a version that is not served. It answers what the handler throws,
 * and replaces an error that the handler returns in another shape. A success gets the contract's two headers.
 *
 * For a request that the contract applies to, the returned function never throws or rejects. Any other request goes to
 * the handler alone. The function returns a `Response` at once if it can, otherwise a promise.
 *
 * @throws TypeError if it gets anything but a contract and a function.
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
  if (contract.reportOnly) return observing(contract, handler);
  return function uhpFetch(request, ...rest) {
    const responder = responderOf(contract, request, rest[0]);
    if (responder === undefined) return handler(request, ...rest);
    const refusal = responder.checkVersion();
    if (refusal !== undefined) return refusal;
    watchBody(request);
    try {
      const response: unknown = contract.handle(responder.context, () => handler(request, ...rest));
      // A response that is not a promise is not awaited: some servers send it faster then.
      if (response instanceof Promise || !isResponse(response)) return settled(responder, response);
      return responder.outgoing(response);
    } catch (thrown) {
      return ended(responder, thrown);
    }
  };
}

async function settled(responder: Responder, promised: unknown): Promise<Response> {
  try {
    return await responder.outgoing(await promised);
  } catch (thrown) {
    return ended(responder, thrown);
  }
}

/** Returns what leaves if a handler throws. Some frameworks throw a response to end a request. */
function ended(responder: Responder, thrown: unknown): Response | Promise<Response> {
  return isResponse(thrown) ? responder.outgoing(thrown) : responder.respond(thrown);
}

/**
 * Makes the handler for a contract that only reports. It returns what the wrapped handler returns, and throws what that
 * throws.
 */
function observing<Rest extends readonly unknown[]>(
  contract: AdapterContract,
  handler: FetchHandler<Rest>,
): FetchHandler<Rest> {
  return function uhpFetch(request, ...rest) {
    const observation = observe(contract, request, rest[0]);
    if (observation === undefined) return handler(request, ...rest);
    watchBody(request);
    return observation.watch(() => contract.handle(observation.context, () => handler(request, ...rest)));
  };
}
