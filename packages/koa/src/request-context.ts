import type { Contract, RequestContext } from "@uhp-errors/core";
import { peek, peekString, privateStore } from "@uhp-errors/core/internal";
import { requestContext as contextOf, defineFramework } from "@uhp-errors/node";
import type { KoaContext } from "./context.ts";
import { statusOfMissingFile } from "./own-handler.ts";

/**
 * Returns the request context, which the methods of a contract take.
 *
 * @example
 * ctx.body = contract.task.failed(task.response, thrown, requestContext(ctx));
 */
export function requestContext(ctx: KoaContext): RequestContext {
  return contextOf(ctx.req, ctx.res, KOA, ctx);
}

/**
 * Returns the headers to send along when the service calls another service for this request, so that one failure has
 * one id in all services: `x-request-id`, and `traceparent` and `tracestate` as the client sent them. Never throws.
 *
 * @example
 * await fetch(url, { headers: traceHeaders(contract, ctx) });
 */
export function traceHeaders(contract: Contract, ctx: KoaContext): Readonly<Record<string, string>> {
  return contract.traceHeaders(requestContext(ctx));
}

/** The status of each of Koa's responses until code sets one. */
const UNTOUCHED = 404;

/**
 * Whether a response takes no more. Over HTTP/2, a response to HEAD is in that state from its beginning, before its
 * handler has run.
 */
export function takesNoMore({ req, res }: KoaContext): boolean {
  return res.writableEnded || res.destroyed || (req.httpVersionMajor >= 2 && req.method === "HEAD");
}

/** Whether Koa has called `ctx.onerror` without an error, because the response takes no more. */
export function isMereEnd(error: unknown, ctx: KoaContext): boolean {
  return (error === null || error === undefined) && takesNoMore(ctx);
}

/** Returns the pattern of the matched route, which `@koa/router` puts on the context. */
export function matchedRoute(ctx: KoaContext): string | undefined {
  return peekString(ctx, "_matchedRoute");
}

/** What Koa knows about a request beyond Node's own objects. */
export const KOA = defineFramework<KoaContext>({
  originalUrl: (ctx) => ctx.originalUrl,
  route: matchedRoute,
  isRouted(ctx) {
    if (MATCHED.some((name) => Reflect.get(ctx, name) !== undefined)) return true;
    // Koa has no routes of its own. If all middleware ran and none of it answered, no route matched.
    return UNANSWERED.get(ctx) === true && isUntouched(ctx) ? false : undefined;
  },
  mountingMistake: () =>
    "put uhp(contract) in the place of the middleware that catches errors, or let it throw them again",
  chosenStatus(ctx, thrown) {
    if (!isUntouched(ctx)) return ctx.res.statusCode;
    return peek(thrown, "code") === "ENOENT" ? statusOfMissingFile(ctx) : undefined;
  },
});

/** The fields in which `@koa/router` and `koa-route` put the pattern of the matched route. */
const MATCHED = ["_matchedRoute", "routePath"] as const;

/** The requests that all middleware has passed on. */
const UNANSWERED = privateStore<KoaContext, true>();

/** Notes that all middleware ran and none of it answered. Returns whether that is so. */
export function noteUnanswered(ctx: KoaContext): boolean {
  if (!isUntouched(ctx)) return false;
  const { res, respond, body } = ctx;
  if (respond === false || res.headersSent || (body !== null && body !== undefined)) return false;
  UNANSWERED.setOnce(ctx, true);
  return true;
}

/** Whether the status is still the one that Koa begins with. */
function isUntouched({ res, response = {} }: KoaContext): boolean {
  // Koa sets this field when code sets a status.
  return res.statusCode === UNTOUCHED && Reflect.get(response, "_explicitStatus") !== true;
}
