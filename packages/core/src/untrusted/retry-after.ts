import { toSeconds } from "./seconds.ts";

/** UTF-16 code units; longer than any value that a server sends. */
const MAX_LENGTH = 1_000;

const SECONDS = /^\d{1,15}(?:\.\d{1,15})?$/;

/** The three forms of RFC 9110, section 5.6.7, and the zones of older mail dates, which some servers send. */
const HTTP_DATE = /^[A-Z][a-z]{2,8},? [-+\w: ]{10,36}$/;

/** A zone at the end of a date. The `asctime` form has none and means GMT. */
const ZONE = / (?:[A-Z]{1,4}|[-+]\d{4})$/;

/**
 * Returns the seconds in the value of a `Retry-After` header (RFC 9110, section 10.2.3: seconds or a date); `undefined` if it is neither.
 * The longest of several numbers counts, because a proxy may have added a line. A date in the past is 0. Never throws.
 *
 * @param now The time with which a date is compared, in milliseconds since 1970.
 */
export function retryAfterSeconds(value: unknown, now: number = Date.now()): number | undefined {
  if (typeof value !== "string") return toSeconds(value);
  const text = value.trim();
  const stated = largestNumber(text);
  if (stated !== undefined) return toSeconds(stated);
  const date = parseHttpDate(text);
  return date === undefined ? undefined : toSeconds(Math.max(0, date - now) / 1_000);
}

/** Returns the largest of several numbers joined by commas; `undefined` if one of them is not a number. */
export function largestNumber(value: string): number | undefined {
  if (value.length > MAX_LENGTH) return undefined;
  const numbers = value.split(",").map((part) => part.trim());
  return numbers.every((part) => SECONDS.test(part)) ? Math.max(...numbers.map(Number)) : undefined;
}

/** Returns the milliseconds since 1970 of an HTTP date; `undefined` if the string is not one. */
export function parseHttpDate(text: string): number | undefined {
  if (!HTTP_DATE.test(text)) return undefined;
  const time = Date.parse(ZONE.test(text) ? text : `${text} GMT`);
  return Number.isNaN(time) ? undefined : time;
}
