import type { RequestContext } from "@uhp-errors/core";
import { requestContext as contextOf, type FrameworkContext } from "@uhp-errors/node";
import type { KoaContext } from "./context.ts";

/**
 * The request context that methods of a contract take.
 *
 * @example
 * ctx.body = contract.task.failed(task.response, thrown, requestContext(ctx));
 */
export function requestContext(ctx: KoaContext): RequestContext {
  return contextOf(ctx.req, ctx.res, new KoaRequestContext(ctx));
}

/** The status with which Koa begins every answer, before anybody has chosen one. */
const UNTOUCHED = 404;

/** What Koa knows of a request beyond Node's own objects. */
export class KoaRequestContext implements FrameworkContext {
  readonly #ctx: KoaContext;

  constructor(ctx: KoaContext) {
    this.#ctx = ctx;
  }

  get originalUrl(): string {
    return this.#ctx.originalUrl;
  }

  route(): string | undefined {
    // Under this name @koa/router leaves the pattern of the route that it took.
    const pattern: unknown = Reflect.get(this.#ctx, "_matchedRoute");
    return typeof pattern === "string" ? pattern : undefined;
  }

  chosenStatus(): number | undefined {
    const { res, response = {} } = this.#ctx;
    // Under this name Koa notes that somebody has chosen a status.
    const isExplicit = Reflect.get(response, "_explicitStatus") === true;
    return isExplicit || res.statusCode !== UNTOUCHED ? res.statusCode : undefined;
  }
}
