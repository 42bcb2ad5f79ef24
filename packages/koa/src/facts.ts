import type { RequestFacts } from "@uhp-errors/core";
import { type FrameworkFacts, facts as factsOf } from "@uhp-errors/node";
import type { KoaContext } from "./context.ts";

/**
 * What the contract needs to know of a request, for its verbs that take it.
 *
 * @example
 * ctx.body = contract.task.failed(task.response, thrown, facts(ctx));
 */
export function facts(context: KoaContext): RequestFacts {
  return factsOf(context.req, context.res, new KoaFacts(context));
}

/** The status with which Koa begins every answer, before anybody has chosen one. */
const UNTOUCHED = 404;

/** What Koa knows of a request beyond Node's own objects. */
export class KoaFacts implements FrameworkFacts {
  readonly #context: KoaContext;

  constructor(context: KoaContext) {
    this.#context = context;
  }

  get originalUrl(): string {
    return this.#context.originalUrl;
  }

  route(): string | undefined {
    // Under this name @koa/router leaves the pattern of the route that it took.
    const pattern: unknown = Reflect.get(this.#context, "_matchedRoute");
    return typeof pattern === "string" ? pattern : undefined;
  }

  statusSet(): number | undefined {
    const { res, response = {} } = this.#context;
    // Under this name Koa notes that somebody has chosen a status.
    const isExplicit = Reflect.get(response, "_explicitStatus") === true;
    return isExplicit || res.statusCode !== UNTOUCHED ? res.statusCode : undefined;
  }
}
