import type { Contract, RequestContext } from "@uhp-errors/core";
import type { AdapterContract } from "@uhp-errors/core/adapter";
import { peek, peekString, privateStore } from "@uhp-errors/core/internal";
import { type Responder, responderOf, requestContext as webContext } from "@uhp-errors/web";

/** The parts of an h3 event that this package uses. */
export interface H3Event {
  /** The request. Some functions of h3 replace it, for example with one that limits the body. */
  readonly req: object;
  readonly url: { readonly pathname: string };
  /** The object in which middleware leaves values for later middleware. It stays the same for the whole request. */
  readonly context: object;
  /** The headers set so far, before a response exists. */
  readonly res: { readonly headers: Headers; readonly errHeaders: Headers; readonly status?: number | undefined };
  readonly app?: object | undefined;
}

/** The original requests by the event's context, because an event's request may be replaced. */
const REQUESTS = privateStore<object, Request>();

/** The statuses that the service's own error hook chose, by the event's context. */
const CHOSEN = new WeakMap<object, number>();

/** Notes which status the service's own error hook gives what it returned: the one of a response, or the one that it set on the event. */
export function noteChosenStatus({ context, res }: Pick<H3Event, "context" | "res">, returned: unknown): void {
  const status = returned instanceof Response ? returned.status : returned !== undefined && res.status;
  if (typeof status === "number") CHOSEN.set(context, status);
}

/** Returns the original request of an event. */
export function originalRequest({ req, context }: Pick<H3Event, "req" | "context">): Request {
  const known = REQUESTS.get(context);
  if (known !== undefined) return known;
  REQUESTS.setOnce(context, req as Request);
  return req as Request;
}

/**
 * Returns the request context, which a contract's methods take. Never throws.
 *
 * @example
 * return contract.task.failed(task.response, thrown, requestContext(event));
 */
export function requestContext(event: Pick<H3Event, "req" | "context" | "res">): RequestContext {
  return webContext(originalRequest(event), {
    route: () => peekString(peek(event.context, "matchedRoute"), "route"),
    isRouted: () => isRouted(event),
    chosenStatus: () => CHOSEN.get(event.context),
    responseHeader: (name) => event.res.headers.get(name) ?? event.res.errHeaders.get(name) ?? undefined,
  });
}

/**
 * Returns the headers to send when the service calls another one for this request, so that a failure has the same id in
 * all services: `x-request-id`, and `traceparent` and `tracestate` as received. Never throws.
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

/** Returns the responder of an event; `undefined` if the contract does not apply to its request. */
export function responderFor(contract: AdapterContract, event: H3Event): Responder | undefined {
  requestContext(event);
  return responderOf(contract, originalRequest(event));
}

/** Whether h3 has a route for the event. */
export function isRouted({ context }: Pick<H3Event, "context">): boolean {
  return peek(context, "matchedRoute") !== undefined;
}
