import type { Contract } from "@uhp-errors/core";
import { expectContract } from "@uhp-errors/core/adapter";
import { answer, type ErrorHook, standInFor } from "./answer.ts";
import { type H3Event, responderFor } from "./event.ts";

/** A hook for errors, as h3 takes it in its option `onError`, and Nitro as its `errorHandler`. */
export type H3ErrorHandler = (error: Error, event: H3Event) => Promise<Response | undefined>;

/**
 * A hook that answers what no middleware can catch: an address that cannot be decoded, or a hook of the app's that fails. Use it beside
 * `uhp`, where you do not use `install`. For a request that the contract does not apply to, it returns what your own hook returns.
 *
 * @param hook A hook of your own, which hears of each error first.
 * @throws TypeError when it gets anything but a contract.
 * @example
 * const app = new H3({ onError: uhpErrorHandler(contract) });
 * app.use(uhp(contract));
 */
export function uhpErrorHandler(contract: Contract, hook?: ErrorHook): H3ErrorHandler {
  expectContract(contract, "uhpErrorHandler");
  async function uhpOnError(error: Error, event: H3Event): Promise<Response | undefined> {
    const responder = responderFor(contract, event);
    if (responder !== undefined) return responder.checkVersion() ?? answer(responder, event, error);
    return (await hook?.(error as never, event as never)) as Response | undefined;
  }
  standInFor(uhpOnError, hook);
  return uhpOnError;
}
