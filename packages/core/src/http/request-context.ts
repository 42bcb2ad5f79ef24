import type { ResponsePhase } from "./response.ts";

/**
 * What the contract needs to know of one request. Adapters make it. Make one object per request and hand the same object
 * to every method of the contract, which remembers the version and the correlation id by the object's identity.
 */
export interface RequestContext {
  /** Request method as sent, for example `"POST"`. */
  readonly method: string;
  /** Path without its query, as the client sent it, before a framework cut off a mount path. Never copied into a response. */
  readonly path: string;
  /** The framework's or the runtime's own objects for this request, for readers of reports. */
  readonly native?: unknown;
  /**
   * A request header by its lower-case name; `undefined` when it is absent. Several lines of one header are joined by `", "`
   * (RFC 9110, section 5.3), so that a repeated `UHP-Version` can be told from a single one.
   */
  header(name: string): string | undefined;
  /** A header that is already set on the response, by its lower-case name. */
  responseHeader?(name: string): string | undefined;
  /** The largest body that this route accepts, in bytes, where the framework knows it. */
  bodyLimit?(): number | undefined;
  /** The pattern of the matched route, such as `"/v1/harnesses/:id"`; `undefined` when it is not known. */
  route?(): string | undefined;
  /**
   * Whether a route took the request, by the framework's own word: `false` only where the framework says that none did. A 404 then
   * says that the address is wrong. `undefined` where nothing is known, as without a framework.
   */
  isRouted?(): boolean | undefined;
  /** The status that the service had set on its response when `thrown` came; `undefined` or below 400 for none. */
  chosenStatus?(thrown: unknown): number | undefined;
  /** Whether `thrown` says that the body of this very request is not what its sender says: JSON that does not parse, for one. */
  isBodyError?(thrown: unknown): boolean;
  /** What keeps errors from the contract's error handler, as a sentence for the report; `undefined` when nothing does. */
  mountingMistake?(): string | undefined;
  /** Calls a function once the response has ended, whatever it is. */
  onEnd?(listener: () => void): void;
  /** How far the response has come, at this moment. Taken as `"open"` when left out. */
  phase?(): ResponsePhase;
}

/** Reads a request header. Never throws, whatever the adapter's function does. */
export function header(context: RequestContext, name: string): string | undefined {
  // Every request comes this way, so nothing is made for it.
  try {
    const value: unknown = context.header(name);
    return typeof value === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Reads a header that is already set on the response. Never throws. */
export function responseHeader(context: RequestContext, name: string): string | undefined {
  try {
    return text(context.responseHeader?.(name));
  } catch {
    return undefined;
  }
}

/** The error status that the service itself had set on its response; `undefined` when it had set none. Never throws. */
export function chosenStatus(context: RequestContext, thrown: unknown): number | undefined {
  try {
    const status: unknown = context.chosenStatus?.(thrown);
    const isError = typeof status === "number" && Number.isInteger(status) && status >= 400 && status <= 599;
    return isError ? status : undefined;
  } catch {
    return undefined;
  }
}

/** Whether an error says that the request's body is not what its sender says. Never throws. */
export function isBodyError(context: RequestContext, thrown: unknown): boolean {
  try {
    return context.isBodyError?.(thrown) === true;
  } catch {
    return false;
  }
}

/** How far the response has come. Never throws. */
export function phaseOf(context: RequestContext): ResponsePhase | undefined {
  try {
    return text(context.phase?.()) as ResponsePhase | undefined;
  } catch {
    return undefined;
  }
}

/** The pattern of the matched route. Never throws. */
export function routeOf(context: RequestContext): string | undefined {
  try {
    return text(context.route?.());
  } catch {
    return undefined;
  }
}

/** Whether a route took the request; `undefined` when that is not known. Never throws. */
export function isRouted(context: RequestContext): boolean | undefined {
  try {
    const routed: unknown = context.isRouted?.();
    return typeof routed === "boolean" ? routed : undefined;
  } catch {
    return undefined;
  }
}

/** What keeps errors from the contract's error handler. Never throws. */
export function mountingMistake(context: RequestContext): string | undefined {
  try {
    return text(context.mountingMistake?.());
  } catch {
    return undefined;
  }
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
