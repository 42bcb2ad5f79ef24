import type { Contract, RequestContext } from "@uhp-errors/core";
import { notes } from "@uhp-errors/core/adapter";
import { peek } from "@uhp-errors/core/untrusted";
import { requestContext as contextOf, defineFramework } from "@uhp-errors/node";
import type { KoaContext } from "./context.ts";
import { statusOfMissingFile } from "./own-handler.ts";

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
export const UNTOUCHED = 404;

/** What Koa knows of a request beyond Node's own objects. */
export const KOA = defineFramework<KoaContext>({
  originalUrl: (ctx) => ctx.originalUrl,
  route(ctx) {
    // Under this name @koa/router leaves the pattern of the route that it took.
    const pattern: unknown = Reflect.get(ctx, "_matchedRoute");
    return typeof pattern === "string" ? pattern : undefined;
  },
  isRouted(ctx) {
    if (MATCHED.some((name) => Reflect.get(ctx, name) !== undefined)) return true;
    // Koa has no routes. That all middleware ran and none answered is its own word that nothing took the request.
    return UNANSWERED.get(ctx) === true && isUntouched(ctx) ? false : undefined;
  },
  chosenStatus(ctx, thrown) {
    if (!isUntouched(ctx)) return ctx.res.statusCode;
    return peek(thrown, "code") === "ENOENT" ? statusOfMissingFile(ctx) : undefined;
  },
});

/** Under these names @koa/router and koa-route leave the pattern of the route that they took. */
const MATCHED = ["_matchedRoute", "routePath"] as const;

/** Requests that all middleware has let pass. */
const UNANSWERED = notes<KoaContext, true>();

/** Notes that all middleware ran, where none has answered. */
export function noteUnanswered(ctx: KoaContext): void {
  const { res, respond, body } = ctx;
  const isTaken = respond === false || res.headersSent || (body !== null && body !== undefined);
  if (!isTaken && isUntouched(ctx)) UNANSWERED.put(ctx, true);
}

/** Whether the status is still the one with which Koa begins. */
function isUntouched({ res, response = {} }: KoaContext): boolean {
  // Koa sets this when a status was set explicitly.
  return res.statusCode === UNTOUCHED && Reflect.get(response, "_explicitStatus") !== true;
}
