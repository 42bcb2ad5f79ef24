import type { Contract, RequestContext } from "@uhp-errors/core";
import { privateStore } from "@uhp-errors/core/internal";
import { requestContext as contextOf, watchBody } from "@uhp-errors/web";
import type { Framework } from "@uhp-errors/web/internal";
import { watchReaders } from "@uhp-errors/web/internal";
import type { Context } from "hono";
import { isRouted } from "./allowed-methods.ts";

/** What Hono knows about a request. Middleware may replace the request; the first one counts. */
class RequestInHono implements Framework {
  readonly request: Request;
  /** The status of the response that a thrown error carries, or that an error handler of the service made of it. */
  thrownStatus: number | undefined = undefined;
  /** Whether a contract that only reports notes the request from outside the app. */
  isObserved = false;
  /** The response that the app's error handler returned, with the headers that were set before. */
  response: Response | undefined = undefined;
  readonly #context: Context;

  constructor(context: Context) {
    this.request = context.req.raw;
    this.#context = context;
  }

  route(): string | undefined {
    const { routePath } = this.#context.req;
    // Middleware for everything is mounted on this path, so it names no route.
    return routePath === "/*" ? undefined : routePath;
  }

  isRouted(): boolean | undefined {
    return isRouted(this.#context);
  }

  chosenStatus(): number | undefined {
    return this.thrownStatus;
  }

  responseHeader(name: string): string | undefined {
    // Hono makes a response if it has none, and adds its headers to the next one. From outside, that would be seen.
    const response = this.isObserved ? this.response : this.#context.res;
    return response?.headers.get(name) ?? undefined;
  }

  env(): unknown {
    return this.#context.env;
  }
}

const REQUESTS = privateStore<Context, RequestInHono>();

export function requestInHono(context: Context): RequestInHono {
  const known = REQUESTS.get(context);
  if (known !== undefined) return known;
  const first = new RequestInHono(context);
  REQUESTS.setOnce(context, first);
  contextOf(first.request, first);
  return first;
}

/** Returns the request that a context was made for, even if middleware has replaced it since. */
export function originalRequest(context: Context): Request {
  return requestInHono(context).request;
}

/**
 * Returns the request context, which a contract's methods take. Never throws.
 *
 * @example
 * return c.json(contract.task.failed(task.response, thrown, requestContext(c)));
 */
export function requestContext(c: Context): RequestContext {
  return contextOf(originalRequest(c));
}

/**
 * Returns the headers to send when the service calls another one for this request, so that a failure has the same id in
 * all services: `x-request-id`, and `traceparent` and `tracestate` as received. Never throws.
 *
 * @example
 * await fetch(url, { headers: traceHeaders(contract, c) });
 */
export function traceHeaders(contract: Contract, c: Context): Readonly<Record<string, string>> {
  return contract.traceHeaders(requestContext(c));
}

/** Methods whose requests have no body. */
const BODILESS: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/** The methods of Hono's request that throw if the body is not what its headers say. */
const READERS = ["json", "formData", "parseBody"] as const;

/** Notes what the methods that read a body throw. Hono's own methods only read the request's text. */
export function watchBodyReaders(c: Context): void {
  const { req } = c;
  if (BODILESS.has(req.method)) return;
  watchBody(req.raw);
  watchReaders(req, READERS, () => req.raw.bodyUsed);
}
