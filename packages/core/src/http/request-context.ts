import type { ResponsePhase } from "./response.ts";

/**
 * Where the context of one of our adapters keeps what contracts remember about its request: an own property, `undefined` at first. For any
 * other context, it is found by the object's identity.
 */
export const REQUEST_STATE: unique symbol = /* @__PURE__ */ Symbol("uhp-errors/request-state") as never;

/**
 * What the contract needs to know about one request. Adapters make it. Make one object per request and pass the same object to every method
 * of the contract, which remembers the version and the correlation id by the object's identity.
 */
export interface RequestContext {
  /** The transport, if it is not HTTP. A contract sets it for a call that it handles by `handleError`. */
  readonly transport?: string;
  /** The request method as sent, for example `"POST"`; empty if the transport is not HTTP. */
  readonly method: string;
  /** Path without its query, as the client sent it, before a framework removed a mount path. Never copied into a response. */
  readonly path: string;
  /** The framework's or the runtime's own objects for this request, for readers of reports. */
  readonly native?: unknown;
  /**
   * Returns a request header by its lower-case name; `undefined` if it is absent. Several lines of one header are joined by `", "` (RFC
   * 9110, section 5.3), so that a repeated `UHP-Version` can be distinguished from a single one.
   */
  header(name: string): string | undefined;
  /** Returns a header that is already set on the response, by its lower-case name. */
  responseHeader?(name: string): string | undefined;
  /** Returns the largest body that this route accepts, in bytes, if the framework knows it. */
  bodyLimit?(): number | undefined;
  /** Returns the pattern of the matched route, such as `"/v1/harnesses/:id"`; `undefined` if it is not known. */
  route?(): string | undefined;
  /**
   * Whether a route handled the request, according to the framework: `false` only if it says that none did. A 404 then means that the
   * address is wrong. `undefined` if nothing is known, as without a framework.
   */
  isRouted?(): boolean | undefined;
  /** Returns the status that the service had set on its response when `thrown` occurred; `undefined` or below 400 for none. */
  chosenStatus?(thrown: unknown): number | undefined;
  /** Whether `thrown` says that the body of this request is not what its sender claims, such as JSON that does not parse. */
  isBodyError?(thrown: unknown): boolean;
  /** Returns what keeps errors from the contract's error handler, as a sentence for the report; `undefined` if nothing does. */
  mountingMistake?(): string | undefined;
  /** Calls a function once the response has ended, for whatever reason. */
  onEnd?(listener: () => void): void;
  /** Returns how far the response has come, at this moment. If left out, `"open"` is assumed. */
  phase?(): ResponsePhase | undefined;
  /** Whether a contract has sent its own response, or has cut off that of the service. If left out, `false` is assumed. */
  hasAnswered?(): boolean;
}

/** Reads a request header. Never throws, whatever the adapter's function does. */
export function header(context: RequestContext, name: string): string | undefined {
  // It runs for every request, so it makes no objects.
  try {
    const value: unknown = context.header(name);
    return typeof value === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}

/** What {@link askedOf} may call. */
type Asked =
  | "responseHeader"
  | "chosenStatus"
  | "isBodyError"
  | "phase"
  | "route"
  | "isRouted"
  | "mountingMistake"
  | "hasAnswered";

/** Calls one of the adapter's functions. `undefined` if it is missing or throws. */
function askedOf(context: RequestContext, name: Asked, given?: unknown): unknown {
  try {
    return context[name]?.(given as never);
  } catch {
    return undefined;
  }
}

function textOf(context: RequestContext, name: Asked, given?: string): string | undefined {
  const text = askedOf(context, name, given);
  return typeof text === "string" ? text : undefined;
}

/** Reads a header that is already set on the response. Never throws. */
export function responseHeader(context: RequestContext, name: string): string | undefined {
  return textOf(context, "responseHeader", name);
}

/** Returns the error status that the service itself had set on its response; `undefined` if it had set none. Never throws. */
export function chosenStatus(context: RequestContext, thrown: unknown): number | undefined {
  const status = askedOf(context, "chosenStatus", thrown);
  const isError = typeof status === "number" && Number.isInteger(status) && status >= 400 && status <= 599;
  return isError ? status : undefined;
}

/** Whether an error says that the request's body is not what its sender claims. Never throws. */
export function isBodyError(context: RequestContext, thrown: unknown): boolean {
  return askedOf(context, "isBodyError", thrown) === true;
}

/** Returns how far the response has come. Never throws. */
export function phaseOf(context: RequestContext): ResponsePhase | undefined {
  return textOf(context, "phase") as ResponsePhase | undefined;
}

/** Returns the pattern of the matched route. Never throws. */
export function routeOf(context: RequestContext): string | undefined {
  return textOf(context, "route");
}

/** Whether a route handled the request; `undefined` if that is not known. Never throws. */
export function isRouted(context: RequestContext): boolean | undefined {
  const routed = askedOf(context, "isRouted");
  return typeof routed === "boolean" ? routed : undefined;
}

/** Returns what keeps errors from the contract's error handler. Never throws. */
export function mountingMistake(context: RequestContext): string | undefined {
  return textOf(context, "mountingMistake");
}

/** Whether a contract has sent its own response, or has cut off that of the service. Never throws. */
export function hasAnswered(context: RequestContext): boolean {
  return askedOf(context, "hasAnswered") === true;
}
