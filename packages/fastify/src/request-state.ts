import { privateStore, shared } from "@uhp-errors/core/internal";
import type { FastifyReply, FastifyRequest } from "fastify";

/** The parts of an `@fastify/multipart` upload that this package reads. */
export interface Part {
  readonly file?: { readonly truncated: boolean; listenerCount(event: "limit"): number };
}

/** The remembered state of a request and its reply. */
class RequestState {
  /** The pattern of the route whose handler failed. */
  failedRoute: string | undefined = undefined;
  /** Whether the contract's error handler got the error of the request; `undefined` if the request has not failed. */
  isHandled: boolean | undefined = undefined;
  /** The first error of the request. */
  error: unknown = undefined;
  /** Whether the error was sent as a string or as bytes. */
  isWhole = false;
  /** The names of the reply's header fields when another service's response was sent on; `undefined` for other replies. */
  copied: ReadonlySet<string> | undefined = undefined;
  /** Whether an error after the reply was reported. A route may be in the scopes of several contracts. */
  isLateTold = false;
  /** Whether no route matched from the start. If a handler calls `callNotFound`, a route has matched. */
  isUnrouted = false;
  /** Whether all hooks that run before the body is parsed left the request to its handler. */
  isPastHooks = false;
  /** The parts of an upload that were read; `undefined` once they are no longer needed. */
  parts: readonly Part[] | undefined = undefined;
}

const STATES = /* @__PURE__ */ shared("fastify/requests", () => privateStore<FastifyRequest, RequestState>());

/** Returns the state of a request; `undefined` if it has none, like most requests that succeed. */
export function knownState(request: FastifyRequest): RequestState | undefined {
  return STATES.get(request);
}

/** Returns the state of a request, for the caller to change. Makes it if there is none. */
export function stateOf(request: FastifyRequest): RequestState {
  const known = STATES.get(request);
  if (known !== undefined) return known;
  const made = new RequestState();
  STATES.setOnce(request, made);
  return made;
}

/**
 * Notes the route whose handler failed. Fastify 4 makes a frozen object each time `routeOptions` is read. The shapes of
 * many such objects fill the heap until a full garbage collection.
 */
export function noteRoute({ request }: FastifyReply, pattern: string | undefined): void {
  if (pattern !== undefined) stateOf(request).failedRoute ??= pattern;
}
