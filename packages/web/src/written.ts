import type { Contract, RequestContext } from "@uhp-errors/core";
import type { InterceptedResponse } from "@uhp-errors/core/adapter";
import { isFromUpstream, staysAsSet } from "@uhp-errors/core/internal";
import { heldParts, isServed, readFields } from "./held.ts";
import { statusOf } from "./runtime.ts";
import { NO_BODY } from "./status.ts";

/** What a response can be made of. */
type Body = ConstructorParameters<typeof Response>[0];

/**
 * Returns a response that something else wrote, as the contract reads it.
 *
 * @param isWhole Whether the whole body was there at once, so that it was not read from another service piece by piece.
 */
export function readWritten(
  response: Response,
  body: Uint8Array | string | null,
  isWhole = false,
): InterceptedResponse {
  const fields = readFields(response);
  const isForeign = isFetched(response, fields);
  return {
    status: statusOf(response),
    header: (name) => fields.get(name) ?? undefined,
    body: typeof body === "string" ? body : body === null ? "" : new TextDecoder().decode(body),
    // A response that is made of a string always has a type.
    isWhole: isWhole && !isForeign && fields.has("content-type"),
    isFetched: isForeign,
  };
}

/** Returns a response with the contract's headers. What the service has set itself stays, except for the version. */
export function stamp(contract: Contract, response: Response, body: Body, context: RequestContext): Response {
  // The original is passed as a whole: some runtimes know more about a response than its fields show, for example that
  // its body is already encoded.
  const copied = () => new Response(NO_BODY.has(response.status) ? null : body, response);
  // A response without a body may be returned again. So it is copied, and its own headers stay as they are.
  const isSame = body instanceof ReadableStream && body === response.body;
  const headers = contract.headers(context);
  try {
    return withHeaders(isSame ? response : copied(), headers, isFetched(response));
  } catch {
    // The headers of a `fetch` response are immutable.
    return withHeaders(copied(), headers, isFetched(response));
  }
}

/**
 * Sets the contract's headers on a response, and returns it. What the service has set itself stays, except for the
 * version.
 *
 * @param isForeign Whether a request id on the response is another service's.
 */
export function withHeaders(
  response: Response,
  headers: Readonly<Record<string, string>>,
  isForeign: boolean,
): Response {
  for (const [name, value] of Object.entries(headers)) {
    if (staysAsSet(name, isForeign) && response.headers.has(name)) continue;
    response.headers.set(name, value);
  }
  return response;
}

/**
 * Whether a response comes from another service, or was made from one that does, as frameworks' proxies make theirs.
 */
export function isFetched(response: Response, fields = readFields(response)): boolean {
  // Reading `url` would turn a response that holds its parts into a real one. Such a one never comes from `fetch`.
  if (!isServed(response) && heldParts(response) === undefined && response.url !== "") return true;
  return isFromUpstream((name) => fields.has(name));
}
