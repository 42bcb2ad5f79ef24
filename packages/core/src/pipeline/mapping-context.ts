import { hasBearer, isBearerAsked } from "../access/bearer.ts";
import { namesBearer } from "../access/challenge.ts";
import { header, isRouted, type RequestContext, responseHeader } from "../http/request-context.ts";
import type { InterceptedResponse } from "../http/response.ts";
import type { MappingContext, StatusFacts } from "../recognize/index.ts";
import { attempt, ignoreRejection } from "../untrusted/attempt.ts";
import { peek } from "../untrusted/peek.ts";
import type { Settings } from "./contract-options.ts";

/** Makes what a mapping may depend on in addition to the error. Except `bearer`, each part is read on demand. Reading never throws. */
export function mappingContextOf(context: RequestContext, { sanitizer }: Settings): MappingContext {
  return {
    bearer: hasBearer(context),
    asksForBearer: () => asksForBearer(context),
    isRouted: () => isRouted(context),
    sanitizer,
    header: (name) => header(context, name),
    responseHeader: (name) => responseHeader(context, name),
    bodyLimit: () => bytes(() => Reflect.apply(peek(context, "bodyLimit") as () => unknown, context, [])),
  };
}

/** The facts of the request on which the mapping of a bare status depends, read on demand. */
export class FactsOfRequest implements StatusFacts {
  readonly #context: RequestContext;
  readonly #intercepted: InterceptedResponse | undefined;

  /** @param intercepted The response that has the status, if it was already written. */
  constructor(context: RequestContext, intercepted?: InterceptedResponse) {
    this.#context = context;
    this.#intercepted = intercepted;
  }

  get bearer(): boolean {
    return hasBearer(this.#context);
  }

  asksForBearer(): boolean {
    return asksForBearer(this.#context) || namesBearer(this.#intercepted?.header("www-authenticate"));
  }

  isRouted(): boolean | undefined {
    return isRouted(this.#context);
  }
}

function asksForBearer(context: RequestContext): boolean {
  return isBearerAsked(context) || namesBearer(responseHeader(context, "www-authenticate"));
}

function bytes(read: () => unknown): number | undefined {
  const limit = attempt(read, () => undefined);
  ignoreRejection(limit);
  return typeof limit === "number" ? limit : undefined;
}
