import { ignoreRejection, tryOr } from "../../untrusted/attempt.ts";
import { peek } from "../../untrusted/peek.ts";
import { largestNumber, retryAfterSeconds } from "../../untrusted/retry-after.ts";
import type { Mapping } from "../mapping/mapping.ts";

const WAITING: readonly unknown[] = [429, 503];

/** The shortest wait that is passed on, in seconds. */
const SHORTEST = 1;

/** The longest wait that is passed on, in seconds: one day. */
const LONGEST = 86_400;

/**
 * Returns `mapping` for another service's response. A 429 or 503 that states a wait of one second to one day adds that wait. Nothing else
 * in the response is read.
 *
 * @param response The object with the response's fields, under any of the names that HTTP clients use.
 * @param inMilliseconds A header with the wait in milliseconds that the client itself obeys, read before `Retry-After`.
 */
export function withStatedWait(mapping: Mapping, response: unknown, inMilliseconds?: "retry-after-ms"): Mapping {
  if (!isWaiting(response)) return mapping;
  const headers = peek(response, "headers");
  const precise = inMilliseconds === undefined ? undefined : largestNumber(String(headerIn(headers, inMilliseconds)));
  const wait = precise === undefined ? retryAfterSeconds(headerIn(headers, "retry-after")) : precise / 1_000;
  return withWait(mapping, wait);
}

/** Returns `mapping`, with the wait in seconds if a client has read one from a 429 or 503. */
export function withReadWait(mapping: Mapping, status: unknown, seconds: unknown): Mapping {
  return withWait(mapping, WAITING.includes(status) && typeof seconds === "number" ? seconds : undefined);
}

function withWait(mapping: Mapping, seconds: number | undefined): Mapping {
  const isTaken = seconds !== undefined && seconds >= SHORTEST && seconds <= LONGEST;
  return isTaken ? { ...mapping, retryAfter: seconds } : mapping;
}

function isWaiting(response: unknown): boolean {
  return WAITING.includes(peek(response, "status")) || WAITING.includes(peek(response, "statusCode"));
}

/** Reads a header as a string. On a plain object only data properties count: a getter may return something else each time. */
function headerIn(headers: unknown, field: string): string | undefined {
  const value: unknown = tryOr(() => {
    const own = Reflect.getOwnPropertyDescriptor(headers as object, field);
    if (own !== undefined) return own.value;
    const get = peek(headers, "get");
    return typeof get === "function" && !Object.hasOwn(headers as object, "get")
      ? Reflect.apply(get, headers, [field])
      : undefined;
  }, undefined);
  ignoreRejection(value);
  return typeof value === "string" ? value : undefined;
}
