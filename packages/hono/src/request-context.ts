import type { Contract, RequestContext } from "@uhp-errors/core";
import { notes } from "@uhp-errors/core/adapter";
import { requestContext as contextOf, type Framework } from "@uhp-errors/web";
import type { Context } from "hono";
import { isRouted } from "./allowed-methods.ts";

/** What Hono knows of a request beyond the request itself. Middleware may put another request in its place; the first one counts. */
class HonoRequestOf implements Framework {
  readonly request: Request;
  readonly #context: Context;

  constructor(context: Context) {
    this.request = context.req.raw;
    this.#context = context;
  }

  route(): string | undefined {
    const { routePath } = this.#context.req;
    // This is what middleware for everything is mounted on, and no address.
    return routePath === "*" || routePath === "/*" ? undefined : routePath;
  }

  isRouted(): boolean | undefined {
    return isRouted(this.#context);
  }

  responseHeader(name: string): string | undefined {
    return this.#context.res.headers.get(name) ?? undefined;
  }
}

const REQUESTS = notes<Context, HonoRequestOf>();

/** The request that a context was made for, whatever middleware has put in its place since. */
export function requestOf(context: Context): Request {
  const known = REQUESTS.get(context);
  if (known !== undefined) return known.request;
  const first = new HonoRequestOf(context);
  REQUESTS.put(context, first);
  contextOf(first.request, first);
  return first.request;
}

/**
 * The request context that methods of a contract take. Never throws.
 *
 * @example
 * return c.json(contract.task.failed(task.response, thrown, requestContext(c)));
 */
export function requestContext(c: Context): RequestContext {
  return contextOf(requestOf(c));
}

/**
 * The headers to send along when the service calls another one for this request, so that one failure has one id in all services:
 * `x-request-id`, and `traceparent` and `tracestate` as they came. Never throws.
 *
 * @example
 * await fetch(url, { headers: traceHeaders(contract, c) });
 */
export function traceHeaders(contract: Contract, c: Context): Readonly<Record<string, string>> {
  return contract.traceHeaders(requestContext(c));
}
