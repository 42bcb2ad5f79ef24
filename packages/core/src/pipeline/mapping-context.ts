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

/** The part of it on which the mapping of a bare status depends, read when it is asked for. */
export class BearerFact implements Pick<MappingContext, "bearer"> {
  readonly #context: RequestContext;

  constructor(context: RequestContext) {
    this.#context = context;
  }

  get bearer(): boolean {
    return hasBearer(this.#context);
  }
}

function bytes(read: () => unknown): number | undefined {
  const limit = attempt(read, () => undefined);
  return typeof limit === "number" ? limit : undefined;
}
