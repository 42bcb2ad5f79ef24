import type { RequestContext } from "@uhp-errors/core";
import { requestContext as contextOf, defineFramework } from "@uhp-errors/node";
import type { KoaContext } from "./context.ts";

/**
 * The request context that methods of a contract take.
 *
 * @example
 * ctx.body = contract.task.failed(task.response, thrown, requestContext(ctx));
 */
export function requestContext(ctx: KoaContext): RequestContext {
  return contextOf(ctx.req, ctx.res, KOA, ctx);
}

/** The status with which Koa begins every answer, before anybody has chosen one. */
const UNTOUCHED = 404;

/** What Koa knows of a request beyond Node's own objects. */
export const KOA = defineFramework<KoaContext>({
  originalUrl: (ctx) => ctx.originalUrl,
  route(ctx) {
    // Under this name @koa/router leaves the pattern of the route that it took.
    const pattern: unknown = Reflect.get(ctx, "_matchedRoute");
    return typeof pattern === "string" ? pattern : undefined;
  },
  chosenStatus({ res, response = {} }) {
    // Under this name Koa notes that somebody has chosen a status.
    const isExplicit = Reflect.get(response, "_explicitStatus") === true;
    return isExplicit || res.statusCode !== UNTOUCHED ? res.statusCode : undefined;
  },
});
