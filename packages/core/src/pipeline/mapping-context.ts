import { hasBearer } from "../access/bearer.ts";
import { header, type RequestContext, responseHeader } from "../http/request-context.ts";
import type { MappingContext } from "../recognize/index.ts";
import { attempt } from "../untrusted/attempt.ts";
import { peek } from "../untrusted/peek.ts";
import type { Settings } from "./contract-options.ts";

/** What a mapping may depend on beside the error. Each part is read when a recognizer asks, and reading never throws. */
export function mappingContextOf(context: RequestContext, { sanitizer, maxFileBytes }: Settings): MappingContext {
  return {
    bearer: hasBearer(context),
    sanitizer,
    header: (name) => header(context, name),
    responseHeader: (name) => responseHeader(context, name),
    bodyLimit: () => bytes(() => (peek(context, "bodyLimit") === undefined ? undefined : context.bodyLimit?.())),
    maxFileBytes: () => bytes(() => (typeof maxFileBytes === "function" ? maxFileBytes(context) : maxFileBytes)),
  };
}

function bytes(read: () => unknown): number | undefined {
  const limit = attempt(read, () => undefined);
  return typeof limit === "number" ? limit : undefined;
}
