import { isContractError, plainError } from "../errors/contract-error.ts";
import { header, type RequestContext } from "../http/request-context.ts";

/** Scheme and whatever follows it (RFC 9110, section 11.4); the scheme's case does not matter. */
const BEARER = /^bearer +[^ ]/i;

/** The same with a `b64token` (RFC 6750, section 2.1) and nothing behind it. */
const TOKEN = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i;

/**
 * Says who holds a token. A principal of the service's own kind; nothing (`null`, `undefined`, `false`, any falsy value) when
 * the token is not accepted, for whatever reason; a throw of a catalog's error to answer with that, for example
 * `insufficient_scope`. Anything else that is thrown is a failure of the service. It may be asynchronous.
 */
export type VerifyToken<Principal> = (
  token: string,
  context: RequestContext,
) => Principal | null | undefined | false | Promise<Principal | null | undefined | false>;

/**
 * The bearer token of a request, as it was sent; whether anybody accepts it is the service's to say.
 *
 * @throws ContractError `missing_credential` without an `Authorization` header, with another scheme or with `Bearer` alone;
 * `invalid_credential` when what follows is no token (RFC 6750, section 2.1).
 * @example
 * const token = readBearer(facts);
 */
export function readBearer(context: RequestContext): string {
  if (!hasBearer(context)) throw plainError("missing_credential");
  const token = TOKEN.exec(header(context, "authorization") ?? "")?.[1];
  if (token === undefined) throw plainError("invalid_credential");
  return token;
}

/** Whether the request carries a bearer token, well-formed or not. */
export function hasBearer(context: RequestContext): boolean {
  return BEARER.test(header(context, "authorization") ?? "");
}

/**
 * Reads the token of a request and has it verified; what the adapters' `bearer` is made of. Every token that is not accepted
 * gets one answer: a text that `verify` gives its own `invalid_credential` stays with the operator, as the cause.
 *
 * @throws what {@link readBearer} and `verify` throw.
 */
export async function authenticate<Principal>(
  context: RequestContext,
  verify: VerifyToken<Principal>,
): Promise<Principal> {
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
    // The request does carry a token, so that none is missing can only mean that this one does not count.
    const refused = isContractError(thrown) && REFUSALS.includes(thrown.code);
    throw refused ? plainError("invalid_credential", { cause: thrown }) : thrown;
  }
}

const REFUSALS: readonly string[] = ["invalid_credential", "missing_credential"];
