import { largestNumber, parseHttpDate, retryAfterSeconds, toSeconds } from "@uhp-errors/core/internal";

/**
 * Returns the wait that a response asks for, in seconds: from `retry-after-ms` (milliseconds), else from `Retry-After` (RFC 9110, section
 * 10.2.3: seconds or a date), else `undefined`. A date is compared with the response's own `Date`, so that a wrong clock does not matter.
 * If the response has no `Date`, it is compared with `now`. A date in the past gives 0.
 *
 * @param now The current time in milliseconds since 1970.
 */
export function waitSeconds(headers: Pick<Headers, "get">, now: number): number | undefined {
  const precise = largestNumber(headers.get("retry-after-ms") ?? "");
  if (precise !== undefined) return toSeconds(precise / 1_000);
  const date = parseHttpDate(headers.get("date") ?? "");
  return retryAfterSeconds(headers.get("retry-after"), date ?? now);
}
