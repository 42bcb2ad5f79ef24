import { authenticate, type VerifyToken } from "@uhp-errors/core";
import { requestContext } from "./request-context.ts";

/**
 * Makes a function that asks a request for a bearer token (RFC 6750). It resolves with what `verify` returns, and rejects with the
 * contract's 401 for a request without an accepted token.
 *
 * @example
 * const principalOf = bearer((token) => accounts.byToken(token));
 * const handler = uhp(contract, async (request) => Response.json(await principalOf(request)));
 */
export function bearer<Principal>(verify: VerifyToken<Principal>): (request: Request) => Promise<Principal> {
  return (request) => authenticate(requestContext(request), verify);
}
