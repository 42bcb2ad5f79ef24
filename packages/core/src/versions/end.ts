import { ownFields } from "../untrusted/peek.ts";
import type { Version } from "./known.ts";

/** A version that a service will stop serving, and the dates that its responses announce. */
export interface EndingVersion {
  readonly version: Version;
  /** Since when, or from when on, the version is deprecated. A string is a date, `YYYY-MM-DD`, and means its beginning in UTC. */
  readonly deprecation?: Date | string | undefined;
  /** When the version ends, not before it is deprecated. Nothing is refused then, until you take the version out of the list. */
  readonly sunset?: Date | string | undefined;
}

/** The headers that announce the end of a version: `Deprecation` (RFC 9745) and `Sunset` (RFC 8594). */
export type EndHeaders = Readonly<Record<string, string>>;

/** The end of the year 9999, in seconds. A later year has no date in HTTP. */
const LATEST = 253_402_300_799;

/**
 * Checks the dates of a version at start-up, and returns the headers that announce them.
 *
 * @throws TypeError that names the version and what its dates must be.
 */
export function endHeaders(ending: EndingVersion): EndHeaders {
  const { version, deprecation, sunset, ...rest } = ownFields(ending);
  const [since, end] = [deprecation, sunset].map((date) => (date === undefined ? undefined : secondsOf(date)));
  // A comparison with NaN is false.
  const areDates = (since ?? 0) >= 0 && (end ?? LATEST) >= (since ?? 0) && (end ?? 0) <= LATEST;
  if (!areDates || Object.keys(rest).length > 0) {
    throw new TypeError(
      `versions: expected { version: "${version}", deprecation, sunset }: each a Date or "YYYY-MM-DD", in this order`,
    );
  }
  return {
    ...(since !== undefined && { Deprecation: `@${since}` }),
    ...(end !== undefined && { Sunset: new Date(end * 1_000).toUTCString() }),
  };
}

/** Returns the seconds since 1970 of a date, or NaN. */
function secondsOf(value: unknown): number {
  try {
    const date = typeof value === "string" ? new Date(value) : value;
    const time = Date.prototype.getTime.call(date);
    // `Date` takes February 30 for March 2.
    return date === value || new Date(time).toISOString().slice(0, 10) === value
      ? Math.floor(time / 1_000)
      : Number.NaN;
  } catch {
    return Number.NaN;
  }
}
