import type { Contract, InterceptedResponse, RequestContext } from "@uhp-errors/core";
import { sourceOfFields } from "@uhp-errors/core/adapter";
import { statusOf } from "./runtime.ts";
import { NO_BODY } from "./status.ts";

/** What a response can be made of. */
type Body = ConstructorParameters<typeof Response>[0];

/**
 * A response that something else wrote, as the contract reads it.
 *
 * @param isWhole Whether its body was there at once, so that it is not read from another service as it comes.
 */
export function written(response: Response, bytes: Uint8Array | null, isWhole = false): InterceptedResponse {
  return {
    status: statusOf(response),
    header: (name) => response.headers.get(name) ?? undefined,
    body: bytes === null ? "" : new TextDecoder().decode(bytes),
    // Of what is made of a string, the type is always stated.
    isWhole: isWhole && !isFetched(response) && response.headers.has("content-type"),
  };
}

/** A response with the contract's headers. A request id that the service has set itself stays the service's. */
export function stamped(contract: Contract, response: Response, body: Body, context: RequestContext): Response {
  // Handed over as a whole, since some runtimes note more of a response than its fields show, as that its body is encoded already.
  const copied = () => new Response(NO_BODY.has(response.status) ? null : body, response);
  // A response without a body can be returned again, so its own headers stay as they are.
  const isSame = body !== null && body === response.body;
  const headers = contract.headers(context);
  try {
    return withHeaders(isSame ? response : copied(), headers, isFetched(response));
  } catch {
    // The headers of what `fetch` returned cannot be changed.
    return withHeaders(copied(), headers, isFetched(response));
  }
}

/**
 * A response with some headers of the contract's, which are set on it.
 *
 * @param isForeign Whether its request id is another service's, and none that this one has set.
 */
export function withHeaders(
  response: Response,
  headers: Readonly<Record<string, string>>,
  isForeign: boolean,
): Response {
  for (const [name, value] of Object.entries(headers)) {
    if (name === "x-request-id" && !isForeign && response.headers.has(name)) continue;
    response.headers.set(name, value);
  }
  return response;
}

/** Whether a response is another service's, or was made of one, as those of the frameworks' proxies are. */
export function isFetched({ url, headers }: Response): boolean {
  return url !== "" || sourceOfFields((name) => headers.has(name)) === "head";
}
