import type { AnyCatalog } from "../catalog/any-catalog.ts";
import { helpLink } from "../catalog/docs-url.ts";
import { utf8Length } from "../errors/envelope-writer.ts";
import { REQUEST_ID_HEADER, writeHeaders } from "../http/error-headers.ts";
import type { RequestContext } from "../http/request-context.ts";
import type { ErrorResponse } from "../http/response.ts";
import { attempt } from "../untrusted/attempt.ts";
import { VERSION_HEADER } from "../versions/known.ts";
import type { Settings } from "./contract-options.ts";
import { newId } from "./correlation-id.ts";
import type { Pipeline } from "./pipeline.ts";
import { internalError } from "./resolved-error.ts";

/** Makes an empty context for when there is no request. A function, because each context is remembered by its identity. */
export function noRequest(): RequestContext {
  return { method: "", path: "", header: () => undefined };
}

/** Returns the response for when making one failed, which only a broken adapter can cause. The client still gets an envelope. */
export function fallbackResponse(pipeline: Pipeline, failure: unknown): ErrorResponse {
  const { catalog, settings } = pipeline;
  const misuse = "making a response failed; `thrown` is what was thrown then";
  return attempt(
    () => pipeline.respond(internalError(catalog, { misuse }), pipeline.state(noRequest()), failure),
    () => fixedResponse(catalog, settings),
  );
}

/**
 * Makes a response without calling anything of a catalog, an option or a context, and not even `JSON`. Of the contract's headers, it has
 * those that every error has.
 */
function fixedResponse(
  { vendor, docsUrl }: AnyCatalog,
  { defaultVersion, errorHeaders, ends }: Settings,
): ErrorResponse {
  const id = newId();
  const code = `${vendor}_internal_error`;
  const message = "The server failed to handle the request.";
  const detail = `{"correlation_id":"${id}"}`;
  const body = `{"error":{"type":"server_error","code":"${code}","message":"${message}","param":null,"detail":${detail}}}`;
  const headers = writeHeaders(errorHeaders, {
    "Content-Length": String(utf8Length(body)),
    [VERSION_HEADER]: defaultVersion,
    [REQUEST_ID_HEADER]: id,
    "Retry-After": undefined,
    "x-should-retry": "false",
    "retry-after-ms": undefined,
    "WWW-Authenticate": undefined,
    Allow: undefined,
    "Content-Range": undefined,
    Deprecation: undefined,
    Sunset: undefined,
    ...ends?.get(defaultVersion),
    Link: helpLink(docsUrl, code),
  });
  return { status: 500, headers, body };
}
