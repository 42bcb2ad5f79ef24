import { hasOwn } from "../../untrusted/peek.ts";
import { readThrown, type ThrownValue } from "../../untrusted/thrown.ts";

/** Fields that mark errors of HTTP clients and SDKs. The data on such an error belongs to another service. */
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

export function upstreamMarks(thrown: unknown): readonly string[] {
  const { field } = readThrown(thrown);
  return UPSTREAM_MARKERS.filter((marker) => field(marker) !== undefined);
}

/**
 * Whether an error carries marks of an HTTP client, so that its status is another service's.
 *
 * @param allowed The marks that do not count.
 */
export function isOfUpstream(thrown: ThrownValue, ...allowed: readonly (typeof UPSTREAM_MARKERS)[number][]): boolean {
  return UPSTREAM_MARKERS.some((marker) => !allowed.includes(marker) && thrown.field(marker) !== undefined);
}

/** Whether a value is a real error without marks of an HTTP client. */
export function isOwnError(thrown: ThrownValue): boolean {
  return thrown.isNativeError && !isOfUpstream(thrown);
}

/** Whether an error's own `name` equals its class name. That holds for classes that set it, even if a minifier renamed them. */
export function isNamedByClass({ value, name, classes }: ThrownValue): boolean {
  return name === classes[0] && hasOwn(value, "name");
}

export function hasNone(thrown: ThrownValue, ...keys: readonly string[]): boolean {
  return keys.every((key) => thrown.field(key) === undefined);
}
