import type { Contract, RequestContext } from "@uhp-errors/core";
import { notes } from "@uhp-errors/core/adapter";
import { peek } from "@uhp-errors/core/untrusted";
import { type Responder, responderOf, requestContext as webContext } from "@uhp-errors/web";

/** What is relied upon of an h3 event. */
export interface H3Event {
  /** The request. Some of h3's functions put another one in its place, one with a limit for example. */
  readonly req: object;
  readonly url: { readonly pathname: string };
  /** What middleware leaves for later middleware: the same object for as long as the request lasts. */
  readonly context: object;
  /** The head of the response to come. */
  readonly res: { readonly headers: Headers; readonly errHeaders: Headers };
  readonly app?: object | undefined;
}

/** The requests as they came, by the event's context, since an event's own may be replaced on its way. */
const REQUESTS = notes<object, Request>();

/** An event's request as it came. */
export function requestOf({ req, context }: Pick<H3Event, "req" | "context">): Request {
  const known = REQUESTS.get(context);
  if (known !== undefined) return known;
  REQUESTS.put(context, req as Request);
  return req as Request;
}

/**
 * The request context that methods of a contract take. Never throws.
 *
 * @example
 * return contract.task.failed(task.response, thrown, requestContext(event));
 */
export function requestContext(event: Pick<H3Event, "req" | "context" | "res">): RequestContext {
  return webContext(requestOf(event), {
    route: () => routeOf(event),
    isRouted: () => isRouted(event),
    responseHeader: (name) => event.res.headers.get(name) ?? event.res.errHeaders.get(name) ?? undefined,
  });
}

/**
 * The headers to send along when the service calls another one for this request, so that one failure has one id in all services:
 * `x-request-id`, and `traceparent` and `tracestate` as they came. Never throws.
 *
 * @example
 * await fetch(url, { headers: traceHeaders(contract, event) });
 */
export function traceHeaders(
  contract: Contract,
  event: Pick<H3Event, "req" | "context" | "res">,
): Readonly<Record<string, string>> {
  return contract.traceHeaders(requestContext(event));
}

/** What answers an event; `undefined` when the contract does not apply to it. */
export function responderFor(contract: Contract, event: H3Event): Responder | undefined {
  requestContext(event);
  return responderOf(contract, requestOf(event));
}

/** Whether h3 has a route for the event. */
export function isRouted({ context }: Pick<H3Event, "context">): boolean {
  return peek(context, "matchedRoute") !== undefined;
}

/** The pattern of the route that took the request. */
function routeOf({ context }: Pick<H3Event, "context">): string | undefined {
  const { matchedRoute } = context as { readonly matchedRoute?: { readonly route?: unknown } };
  return typeof matchedRoute?.route === "string" ? matchedRoute.route : undefined;
}
