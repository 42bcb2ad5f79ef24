import { REQUEST_ID_HEADER } from "../http/error-headers.ts";
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
  const parent = String(header(context, "traceparent"));
  const state = header(context, "tracestate");
  const isTraced = TRACE_PARENT.test(parent);
  return {
    ...(settings.correlationId !== false && { [REQUEST_ID_HEADER]: correlationId }),
    ...(isTraced && { traceparent: parent }),
    ...(isTraced && state && state.length <= MAX_STATE && { tracestate: state }),
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
  const id = header(context, REQUEST_ID_HEADER);
  if (id !== undefined && WELL_FORMED_ID.test(id)) return id;
  return TRACE_PARENT.exec(header(context, "traceparent") ?? "")?.[1];
}

/** The millisecond of the last id, its digits, and the counter of its ids, which begins with the version of the UUID. */
let time = 0;
let stamp = "";
let count = 0x7fff;

/** The digits that the ids of other processes do not have. */
let own = "";

/**
 * Makes a new id: a UUID of version 7 (RFC 9562) of the time, a counter, and digits of this process. It must be unique but is not a secret,
 * so it needs no WebCrypto, which Node is slow to load. All ids of a process show the same 62 bits of `Math.random`: from twice as many,
 * anybody could tell its next numbers, which the service may use for something else.
 */
export function newId(): string {
  let now = 0;
  try {
    now = Math.floor(Date.now());
  } catch {
    // The clock that a test or a hardened runtime has put in place fails. The counter goes on.
  }
  const isLater = now > time && now < 2 ** 48;
  if (isLater || count === 0x7fff) {
    time = isLater ? now : time + 1;
    const digits = hex(time, 12);
    stamp = `${digits.slice(0, 8)}-${digits.slice(8)}`;
    count = 0x6fff;
    own ||= `${hex(0x8000 + random() * 0x4000, 4)}-${hex(random() * 2 ** 48, 12)}`;
  }
  count += 1;
  return `${stamp}-${count.toString(16)}-${own}`;
}

const random = () =>
  attempt(
    () => Math.random(),
    () => 0,
  );

function hex(value: number, digits: number): string {
  return Math.floor(value).toString(16).padStart(digits, "0");
}
