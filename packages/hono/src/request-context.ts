import type { Contract, RequestContext } from "@uhp-errors/core";
import { notes } from "@uhp-errors/core/adapter";
import { requestContext as contextOf, type Framework } from "@uhp-errors/web";
import type { Context } from "hono";
import { isRouted } from "./allowed-methods.ts";

const NONE: readonly Contract[] = [];

/** What Hono knows of a request beyond the request itself. Middleware may put another request in its place; the first one counts. */
class HonoRequestOf implements Framework {
  readonly request: Request;
  /** The contract whose `uhp` runs at this moment, and so will see what leaves; of several, the outermost. */
  #outermost: Contract | undefined = undefined;
  #inner: readonly Contract[] = NONE;
  /** The status of the response that a thrown error brings along. */
  thrownStatus: number | undefined = undefined;
  readonly #context: Context;

  constructor(context: Context) {
    this.request = context.req.raw;
    this.#context = context;
  }

  /** Notes that `uhp` of a contract begins to run. */
  enter(contract: Contract): void {
    if (this.#outermost === undefined) this.#outermost = contract;
    else this.#inner = [...this.#inner, contract];
  }

  /** Notes that what began last to run has ended. */
  leave(): void {
    if (this.#inner.length === 0) this.#outermost = undefined;
    else this.#inner = this.#inner.slice(0, -1);
  }

  /** Whether `uhp` of a contract still sees what leaves. */
  isSeenBy(contract: Contract): boolean {
    return this.#outermost === contract || this.#inner.includes(contract);
  }

  route(): string | undefined {
    const { routePath } = this.#context.req;
    // This is what middleware for everything is mounted on, and no address.
    return routePath === "*" || routePath === "/*" ? undefined : routePath;
  }

  isRouted(): boolean | undefined {
    return isRouted(this.#context);
  }

  chosenStatus(): number | undefined {
    return this.thrownStatus;
  }

  responseHeader(name: string): string | undefined {
    return this.#context.res.headers.get(name) ?? undefined;
  }
}

const REQUESTS = notes<Context, HonoRequestOf>();

/** What Hono knows of a context's request. */
export function honoRequestOf(context: Context): HonoRequestOf {
  const known = REQUESTS.get(context);
  if (known !== undefined) return known;
  const first = new HonoRequestOf(context);
  REQUESTS.put(context, first);
  contextOf(first.request, first);
  return first;
}

/** The request that a context was made for, whatever middleware has put in its place since. */
export function requestOf(context: Context): Request {
  return honoRequestOf(context).request;
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
