import type { Contract, RequestContext } from "@uhp-errors/core";
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

/**
 * The headers to send along when the service calls another one for this request, so that one failure has one id in all services:
 * `x-request-id`, and `traceparent` and `tracestate` as they came. Never throws.
 *
 * @example
 * await fetch(url, { headers: traceHeaders(contract, ctx) });
 */
export function traceHeaders(contract: Contract, ctx: KoaContext): Readonly<Record<string, string>> {
  return contract.traceHeaders(requestContext(ctx));
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
