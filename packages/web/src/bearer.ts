import { authenticate, type Contract, type VerifyToken } from "@uhp-errors/core";
import { expectContract } from "@uhp-errors/core/adapter";
import { requestContext } from "./request-context.ts";

/**
 * Makes a function that checks the bearer token of a request (RFC 6750). It resolves with what `verify` returns for the
 * token. If the request has no accepted token, it rejects with the contract's 401.
 *
 * @throws TypeError if it does not get a contract.
 * @example
 * const principalOf = bearer(contract, (token) => accounts.byToken(token));
 * const handler = uhp(contract, async (request) => Response.json(await principalOf(request)));
 */
export function bearer<Principal>(
  contract: Contract,
  verify: VerifyToken<Principal>,
): (request: Request) => Promise<Principal> {
  expectContract(contract, "bearer");
  return (request) => authenticate(requestContext(request), verify);
}
