import type { Contract } from "@uhp-errors/core";
import { answerTo, responseOf } from "./answers.ts";
import { leaving } from "./leaving.ts";
import { requestContext, watchBody } from "./request-context.ts";

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
    const context = requestContext(request);
    if (!contract.appliesTo(context)) return handler(request, ...rest);
    const refusal = contract.checkVersion(context);
    if (refusal !== undefined) return responseOf(contract, refusal, context);
    watchBody(request);
    try {
      let response: unknown;
      try {
        response = await handler(request, ...rest);
      } catch (thrown) {
        // Some frameworks throw a response to end a request.
        if (!isResponse(thrown)) throw thrown;
        response = thrown;
      }
      if (isResponse(response)) return await leaving(contract, response, context);
      return answerTo(contract, new TypeError("the handler returned no Response"), context);
    } catch (thrown) {
      return answerTo(contract, thrown, context);
    }
  };
}

/** Whether a value is a response, of whichever realm or polyfill. Never throws. */
function isResponse(value: unknown): value is Response {
  try {
    return value instanceof Response || Object.prototype.toString.call(value) === "[object Response]";
  } catch {
    return false;
  }
}
