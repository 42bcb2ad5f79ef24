import { isContractError, plainError } from "../errors/contract-error.ts";
import { privateStore } from "../http/private-store.ts";
import { header, type RequestContext } from "../http/request-context.ts";
import { unquoted } from "./challenge.ts";

/** The scheme and the beginning of its credentials (RFC 9110, section 11.4); the scheme is case-insensitive. */
const BEARER = /^bearer +[^ ]/i;

/** A bearer token in one of several fields, which the request context joins. */
const ONE_OF_SEVERAL = /,[ \t]*bearer +[^ ]/i;

/** The same with a `b64token` (RFC 6750, section 2.1) and nothing else. */
const TOKEN = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i;

/**
 * Identifies who holds a token. Return the principal (the service's own kind of user or account), or a falsy value if the token is not
 * accepted, for whatever reason. Throw an error of the catalog to respond with it, for example `insufficient_scope`. Any other thrown value
 * is a failure of the service. It may be asynchronous. There is no timeout; add your own.
 */
export type VerifyToken<Principal> = (
  token: string,
  context: RequestContext,
) => Principal | null | undefined | false | Promise<Principal | null | undefined | false>;

/**
 * Reads the bearer token of a request, as it was sent. The service decides whether to accept it.
 *
 * @throws ContractError `missing_credential` without an `Authorization` header, with another scheme or with only `Bearer`;
 * `invalid_credential` when the rest is not a token (RFC 6750, section 2.1), and when a token is one of several credentials.
 * @example
 * const token = readBearer(context);
 */
export function readBearer(context: RequestContext): string {
  if (!hasBearer(context)) throw plainError("missing_credential");
  const token = TOKEN.exec(String(header(context, "authorization")))?.[1];
  if (token === undefined) throw plainError("invalid_credential");
  return token;
}

/** Whether the request carries a bearer token, well-formed or not. */
export function hasBearer(context: RequestContext): boolean {
  const credentials = String(header(context, "authorization"));
  return BEARER.test(credentials) || ONE_OF_SEVERAL.test(unquoted(credentials));
}

/** The requests for which a bearer token was required. */
const ASKED = /* @__PURE__ */ privateStore<RequestContext, true>();

/** Whether a bearer token was required for a request. */
export function isBearerAsked(context: RequestContext): boolean {
  return ASKED.get(context) === true;
}

/**
 * Reads the token of a request and has it verified. The adapters' `bearer` uses it. Every token that is not accepted gets the same
 * response: if `verify` throws its own `invalid_credential`, the message goes only to the operator, as the cause.
 *
 * @throws whatever {@link readBearer} and `verify` throw.
 */
export async function authenticate<Principal>(
  context: RequestContext,
  verify: VerifyToken<Principal>,
): Promise<Principal> {
  ASKED.setOnce(context, true);
  const token = readBearer(context);
  const principal = await verified(token, context, verify);
  if (!principal) throw plainError("invalid_credential");
  return principal;
}

async function verified<Principal>(
  token: string,
  context: RequestContext,
  verify: VerifyToken<Principal>,
): Promise<Principal | null | undefined | false> {
  try {
    return await verify(token, context);
  } catch (thrown) {
    // The request has a token, so "missing" becomes "invalid".
    const refused = isContractError(thrown) && REFUSALS.includes(thrown.code);
    throw refused ? plainError("invalid_credential", { cause: thrown }) : thrown;
  }
}

const REFUSALS: readonly string[] = ["invalid_credential", "missing_credential"];
