import { builtInDefinition } from "../catalog/built-in-definition.ts";
import type { RequestContext } from "../http/request-context.ts";
import type { ErrorResponse } from "../http/response.ts";
import { attempt } from "../untrusted/attempt.ts";
import { errorResponse } from "./answer.ts";
import { makeFacts } from "./code-facts.ts";
import type { Settings } from "./contract-options.ts";
import { newId } from "./correlation-id.ts";
import type { Pipeline } from "./pipeline.ts";
import { draftOf, internalError } from "./resolved-error.ts";

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
    () => fixedResponse(catalog.vendor, settings),
  );
}

/** Makes the response to an internal error as it is built in. It calls nothing of a catalog, an option, or a context. */
function fixedResponse(vendor: string, settings: Settings): ErrorResponse {
  const { defaultVersion: version } = settings;
  const resolved = draftOf(`${vendor}_internal_error`, builtInDefinition("internal_error"), "unknown");
  const facts = makeFacts(resolved, version, vendor, settings);
  return errorResponse(resolved, facts, { version, correlationId: newId() }, noRequest(), undefined);
}
