import { header, type RequestContext } from "../http/request-context.ts";
import { attempt, ignoreRejection } from "../untrusted/attempt.ts";
import type { Settings } from "./contract-options.ts";

const WELL_FORMED_ID = /^[A-Za-z0-9._:-]{1,128}$/;

/** W3C Trace Context, section 3.2: version, trace id, parent id, flags. A trace id of zeros is invalid. */
const TRACE_PARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-[!-~]{0,400})?$/;

/** The length up to which a service should pass on a `tracestate` (section 3.3.1.5). */
const MAX_STATE = 512;

/** Returns the headers that identify the request to other services: its id, and its trace as received. */
export function traceHeaders(
  { correlationId }: { readonly correlationId: string },
  settings: Settings,
  context: RequestContext,
): Record<string, string> {
  const parent = header(context, "traceparent") ?? "";
  const state = header(context, "tracestate") ?? "";
  const isTraced = TRACE_PARENT.test(parent);
  return {
    ...(settings.correlationId !== false && { "x-request-id": correlationId }),
    ...(isTraced && { traceparent: parent }),
    ...(isTraced && state !== "" && state.length <= MAX_STATE && { tracestate: state }),
  };
}

/** Returns the correlation id of a request: from the option, else the request's own id, else a new one. Never throws. */
export function correlationIdOf(context: RequestContext, { correlationId }: Settings): string {
  if (typeof correlationId !== "function") return incomingId(context) ?? newId();
  const given: unknown = attempt(
    () => correlationId(context),
    () => undefined,
  );
  ignoreRejection(given);
  return typeof given === "string" && WELL_FORMED_ID.test(given) ? given : newId();
}

function incomingId(context: RequestContext): string | undefined {
  const id = header(context, "x-request-id");
  if (id !== undefined && WELL_FORMED_ID.test(id)) return id;
  const parent = header(context, "traceparent");
  return parent === undefined ? undefined : TRACE_PARENT.exec(parent)?.[1];
}

/** The runtime's `randomUUID`, cached at the first id because Node is slow to load it. Some test runtimes lack it. */
let randomUUID: (() => string) | undefined;

/**
 * Makes a new id. It must be unique but is not a secret, so `Math.random` is enough if the runtime has nothing better. Node caches random
 * bytes for many ids at a time.
 */
export function newId(): string {
  try {
    randomUUID ??= globalThis.crypto?.randomUUID?.bind(globalThis.crypto) ?? randomHex;
    return randomUUID();
  } catch {
    return randomHex();
  }
}

function randomHex(): string {
  return Array.from({ length: 4 }, () => Math.random().toString(16).slice(2, 10).padEnd(8, "0")).join("");
}
