/** Seconds of the longest wait that counts: a year. */
const MAX_SECONDS = 31_536_000;

const SECONDS = /^\d{1,15}(?:\.\d{1,15})?$/;

/** The three forms of RFC 9110, section 5.6.7; the last is without a zone and means GMT. */
const HTTP_DATE = /^[A-Z][a-z]{2,8},? [-\w: ]{10,30}$/;

/**
 * The wait that an answer asks for, in seconds: from `retry-after-ms` (milliseconds), else from `Retry-After` (RFC 9110,
 * section 10.2.3: seconds or a date), else `undefined`. A date is compared with the answer's own `Date`, so that a clock
 * that is wrong on either side does not matter; without one, with `now`. What has passed is 0.
 *
 * @param now The time, in milliseconds since 1970.
 */
export function retryAfterSeconds(headers: Pick<Headers, "get">, now: number): number | undefined {
  const precise = longest(headers.get("retry-after-ms"));
  if (precise !== undefined) return Math.min(precise / 1_000, MAX_SECONDS);
  const value = headers.get("retry-after")?.trim() ?? "";
  const seconds = longest(value);
  if (seconds !== undefined) return Math.min(seconds, MAX_SECONDS);
  const date = httpDate(value);
  if (date === undefined) return undefined;
  const sent = httpDate(headers.get("date")?.trim() ?? "") ?? now;
  return Math.min(Math.max(0, date - sent) / 1_000, MAX_SECONDS);
}

/** The longest of several numbers: a proxy may have added a line of its own. */
function longest(value: string | null): number | undefined {
  const numbers = (value ?? "").split(",").map((part) => part.trim());
  return numbers.every((part) => SECONDS.test(part)) ? Math.max(...numbers.map(Number)) : undefined;
}

function httpDate(text: string): number | undefined {
  if (!HTTP_DATE.test(text)) return undefined;
  const time = Date.parse(text.endsWith("GMT") ? text : `${text} GMT`);
  return Number.isNaN(time) ? undefined : time;
}
