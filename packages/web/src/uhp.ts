import type { Contract } from "@uhp-errors/core";
import { expectContract } from "@uhp-errors/core/adapter";
import { intercept } from "./intercept.ts";
import { watchBody } from "./request-context.ts";
import { checkOptions, type UhpOptions } from "./rethrow.ts";

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
 * For a request that the contract applies to, the returned function throws only what the option `rethrow` lets through.
 * Any other request goes to the handler alone. The function returns a `Response` at once if it can, otherwise a promise.
 *
 * @throws TypeError if it gets anything but a contract, a function and options.
 * @example
 * export default { fetch: uhp(contract, async (request, env, ctx) => Response.json(await answer(request))) };
 * @example
 * export const GET = uhp(contract, async () => redirect("/login"), { rethrow: unstable_rethrow }); // Next
 */
export function uhp<Rest extends readonly unknown[]>(
  contract: Contract,
  handler: FetchHandler<Rest>,
  options: UhpOptions = {},
): FetchHandler<Rest> {
  expectContract(contract, "uhp");
  if (typeof handler !== "function")
    throw new TypeError("uhp: expected a function that gets a Request, after the contract");
  const { rethrow } = checkOptions(options);
  return function uhpFetch(request, ...rest) {
    const responder = intercept(contract, request, rest[0]);
    if (responder === undefined) return handler(request, ...rest);
    const refusal = responder.checkVersion();
    if (refusal !== undefined) return refusal;
    watchBody(request);
    return responder.run(() => handler(request, ...rest), rethrow);
  };
}
