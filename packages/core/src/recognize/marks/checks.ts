import { readThrown, type ThrownValue } from "../../untrusted/thrown.ts";

/** Fields by which errors of HTTP clients and SDKs are known: what such an error says is another service's. */
const UPSTREAM_MARKERS = [
  "response",
  "request",
  "config",
  "socket",
  "requestID",
  "request_id",
  "requestId",
  "isAxiosError",
  "rawType",
  "error",
] as const;

/** The fields of an HTTP client that a value has. */
export function upstreamMarks(thrown: unknown): readonly string[] {
  const { field } = readThrown(thrown);
  return UPSTREAM_MARKERS.filter((marker) => field(marker) !== undefined);
}

/**
 * Whether an error has a field of an HTTP client, so that what it says of a failure is another service's.
 *
 * @param allowed A field of that name does not count.
 */
export function isOfUpstream(thrown: ThrownValue, allowed?: (typeof UPSTREAM_MARKERS)[number]): boolean {
  return UPSTREAM_MARKERS.some((marker) => marker !== allowed && thrown.field(marker) !== undefined);
}

/** Whether a value is a real error, and says nothing of another service's. */
export function isOwnError(thrown: ThrownValue): boolean {
  return thrown.isNativeError && !isOfUpstream(thrown);
}

/** Whether a value has none of these fields. */
export function hasNone(thrown: ThrownValue, ...keys: readonly string[]): boolean {
  return keys.every((key) => thrown.field(key) === undefined);
}
