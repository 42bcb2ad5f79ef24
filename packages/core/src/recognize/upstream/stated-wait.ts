import { attempt } from "../../untrusted/attempt.ts";
import { peek } from "../../untrusted/peek.ts";
import { longestNumber, retryAfterSeconds } from "../../untrusted/retry-after.ts";
import type { Mapping } from "../mapping/mapping.ts";

/** The statuses with which a service asks its client to wait. */
const WAITING: readonly unknown[] = [429, 503];

/** Seconds of the shortest wait that is taken over. */
const SHORTEST = 1;

/** Seconds of the longest: a day. */
const LONGEST = 86_400;

/**
 * The mapping of another service's response: with its wait, where it is a 429 or 503 that states one of a second to a day. Nothing else of
 * the response is read.
 *
 * @param response What has the fields of the response, under any of the names that HTTP clients use.
 * @param inMilliseconds A header with the wait in milliseconds that the client itself obeys, before `Retry-After`.
 */
export function withStatedWait(mapping: Mapping, response: unknown, inMilliseconds?: "retry-after-ms"): Mapping {
  if (!isWaiting(response)) return mapping;
  const headers = peek(response, "headers");
  const precise = inMilliseconds === undefined ? undefined : longestNumber(headerIn(headers, inMilliseconds) ?? "");
  const wait = precise === undefined ? retryAfterSeconds(headerIn(headers, "retry-after")) : precise / 1_000;
  return withWait(mapping, wait);
}

/** The same for a client that has read the status and the wait, in seconds. */
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

/** A header as a string. Of a plain object only its own data counts: a getter may say something else each time. */
function headerIn(headers: unknown, field: string): string | undefined {
  const value = attempt<unknown>(
    () => {
      const own = Reflect.getOwnPropertyDescriptor(headers as object, field);
      if (own !== undefined) return own.value;
      const get = peek(headers, "get");
      return typeof get === "function" && !Object.hasOwn(headers as object, "get")
        ? Reflect.apply(get, headers, [field])
        : undefined;
    },
    () => undefined,
  );
  return typeof value === "string" ? value : undefined;
}
