import { REQUEST_ID_HEADER } from "../http/error-headers.ts";
import type { RequestContext } from "../http/request-context.ts";
import { isObject, peek } from "../untrusted/peek.ts";
import { VERSION_HEADER } from "../versions/known.ts";

/**
 * What failed, if it was not an HTTP request: a tool call, a message on a socket, a job of a queue. Pass the same object for every error of
 * one call, so that an error that passes several handlers is reported only once.
 */
export interface Call {
  /** The transport, in the service's own word, such as `"mcp"` or `"queue"`. Reports name it. */
  readonly transport: string;
  /** What was called: the name of the tool, the message, or the job. It should have few values, because reports use it as the route. */
  readonly name?: string | undefined;
  /** The protocol version that the receiver speaks. Any other value, and none, counts as the contract's default version. */
  readonly version?: string | undefined;
  /** The id that other services know the call by, as in `x-request-id`. An id that is not well-formed is replaced. */
  readonly correlationId?: string | undefined;
  /** Whether repeating the call has no further effect, like a safe request or one with an `Idempotency-Key`. Default false. */
  readonly idempotent?: boolean | undefined;
  /** Aborted if the caller left. The error is then reported at level `debug`. */
  readonly signal?: AbortSignal | undefined;
  /** The transport's own objects, for readers of reports. */
  readonly native?: unknown;
}

/** The contexts of calls, so that every error of a call gets the same one. */
const CONTEXTS = new WeakMap<object, RequestContext>();

/** Returns a call as the pipeline sees it. A value that is not an object gives a new context each time. */
export function contextOfCall(call: Call): RequestContext {
  const known = isObject(call) ? CONTEXTS.get(call) : undefined;
  if (known !== undefined) return known;
  const context = makeContext(call);
  if (isObject(call)) CONTEXTS.set(call, context);
  return context;
}

function makeContext(call: Call): RequestContext {
  const text = (field: keyof Call) => {
    const value = peek(call, field);
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  const name = text("name");
  const headers = new Map([
    [VERSION_HEADER.toLowerCase(), text("version")],
    [REQUEST_ID_HEADER, text("correlationId")],
    ["idempotency-key", peek(call, "idempotent") === true ? "by the call" : undefined],
  ]);
  return {
    transport: text("transport") ?? "unknown",
    method: "",
    path: name ?? "",
    native: peek(call, "native"),
    header: (field) => headers.get(field),
    route: () => name,
    isRouted: () => true,
    phase: () => phaseOf(peek(call, "signal")),
  };
}

/** Without a signal, only the error itself can tell that the caller left. */
function phaseOf(signal: unknown): "gone" | "open" | undefined {
  const aborted = peek(signal, "aborted");
  return aborted === undefined ? undefined : aborted === true ? "gone" : "open";
}
