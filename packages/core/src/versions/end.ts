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
 * @throws TypeError that names the version and the date.
 */
export function endHeaders(ending: EndingVersion): EndHeaders {
  const { version, deprecation, sunset, ...rest } = ownFields(ending);
  const extra = Object.keys(rest);
  if (extra.length > 0) {
    throw new TypeError(`versions: ${version} has an unknown ${extra.join(", ")}; it can have deprecation and sunset`);
  }
  const since = secondsOf(deprecation, `the deprecation of ${version}`);
  const end = secondsOf(sunset, `the sunset of ${version}`);
  if (since !== undefined && end !== undefined && end < since) {
    throw new TypeError(`versions: the sunset of ${version} is before its deprecation`);
  }
  return Object.freeze({
    ...(since === undefined ? {} : { Deprecation: `@${since}` }),
    ...(end === undefined ? {} : { Sunset: new Date(end * 1_000).toUTCString() }),
  });
}

/** Whether the end that headers announce has come. */
export function hasEnded({ Sunset: sunset }: EndHeaders): boolean {
  return sunset !== undefined && Date.parse(sunset) <= Date.now();
}

/** Returns the seconds since 1970 of a date. */
function secondsOf(value: unknown, name: string): number | undefined {
  if (value === undefined) return undefined;
  const seconds = Math.floor(millisecondsOf(value) / 1_000);
  if (seconds >= 0 && seconds <= LATEST) return seconds;
  throw new TypeError(`versions: ${name}: expected a Date or a string such as "2027-03-31", from 1970 to 9999`);
}

function millisecondsOf(value: unknown): number {
  try {
    if (typeof value !== "string") return Date.prototype.getTime.call(value);
    const date = new Date(value);
    // `Date` takes February 30 for March 2.
    return date.toISOString().slice(0, 10) === value ? date.getTime() : Number.NaN;
  } catch {
    return Number.NaN;
  }
}
