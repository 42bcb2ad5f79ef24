import { isContractError, plainError } from "../errors/contract-error.ts";
import { header, type RequestContext } from "../http/request-context.ts";
import { askForBearer } from "../http/request-memory.ts";
import { unquoted } from "./challenge.ts";

/** Scheme and whatever follows it (RFC 9110, section 11.4); the scheme's case does not matter. */
const BEARER = /^bearer +[^ ]/i;

/** The same in one of several fields, which the request context joins. */
const ONE_OF_SEVERAL = /,[ \t]*bearer +[^ ]/i;

/** The same with a `b64token` (RFC 6750, section 2.1) and nothing after it. */
const TOKEN = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i;

/**
 * Tells who holds a token. Return the principal (the service's own kind of user or account); a falsy value when the token is
 * not accepted, for whatever reason. Throw an error of the catalog to answer with that, for example `insufficient_scope`.
 * Anything else that is thrown is a failure of the service. It may be asynchronous. There is no timeout; add your own.
 */
export type VerifyToken<Principal> = (
  token: string,
  context: RequestContext,
) => Principal | null | undefined | false | Promise<Principal | null | undefined | false>;

/**
 * Reads the bearer token of a request, as it was sent. Whether it is accepted is for the service to decide.
 *
 * @throws ContractError `missing_credential` without an `Authorization` header, with another scheme or with `Bearer` alone;
 * `invalid_credential` when what follows is no token (RFC 6750, section 2.1), and when a token is one of several credentials.
 * @example
 * const token = readBearer(context);
 */
export function readBearer(context: RequestContext): string {
  if (!hasBearer(context)) throw plainError("missing_credential");
  const token = TOKEN.exec(header(context, "authorization") ?? "")?.[1];
  if (token === undefined) throw plainError("invalid_credential");
  return token;
}

/** Whether the request carries a bearer token, well-formed or not. */
export function hasBearer(context: RequestContext): boolean {
  const credentials = header(context, "authorization") ?? "";
  return BEARER.test(credentials) || ONE_OF_SEVERAL.test(unquoted(credentials));
}

/**
 * Reads the token of a request and has it verified. The adapters' `bearer` is made of it. Every token that is not accepted
 * gets the same response: a message that `verify` gives its own `invalid_credential` stays with the operator, as the cause.
 *
 * @throws what {@link readBearer} and `verify` throw.
 */
export async function authenticate<Principal>(
  context: RequestContext,
  verify: VerifyToken<Principal>,
): Promise<Principal> {
  askForBearer(context);
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
    // A token was sent, so treat "missing" as "invalid".
    const refused = isContractError(thrown) && REFUSALS.includes(thrown.code);
    throw refused ? plainError("invalid_credential", { cause: thrown }) : thrown;
  }
}

const REFUSALS: readonly string[] = ["invalid_credential", "missing_credential"];
