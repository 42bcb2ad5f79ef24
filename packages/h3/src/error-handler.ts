import type { Contract } from "@uhp-errors/core";
import { expectContract } from "@uhp-errors/core/adapter";
import { answer, type ErrorHook, standInFor } from "./answer.ts";
import { type H3Event, responderFor } from "./event.ts";
import { observingHook } from "./observe.ts";

/** An error hook: h3's option `onError`, or Nitro's `errorHandler`. */
export type H3ErrorHandler = (error: Error, event: H3Event) => Promise<Response | undefined>;

/**
 * Makes a hook that responds to what no middleware can catch: an address that cannot be decoded, or a failure in one of
 * the app's hooks. Use it together with `uhp` if you do not use `install`. For a request that the contract does not
 * apply to, it returns what your own hook returns.
 *
 * @param hook Your own hook, which is called first for each error.
 * @throws TypeError if it gets anything but a contract.
 * @example
 * const app = new H3({ onError: uhpErrorHandler(contract) });
 * app.use(uhp(contract));
 */
export function uhpErrorHandler(contract: Contract, hook?: ErrorHook): H3ErrorHandler {
  expectContract(contract, "uhpErrorHandler");
  if (contract.reportOnly) return observingHook(contract, hook);
  const uhpOnError = async (error: Error, event: H3Event): Promise<Response | undefined> => {
    const responder = responderFor(contract, event);
    if (responder !== undefined) return responder.checkVersion() ?? answer(responder, event, error);
    return (await hook?.(error as never, event as never)) as Response | undefined;
  };
  standInFor(uhpOnError, hook);
  return uhpOnError;
}
