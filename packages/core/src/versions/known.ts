/** The dated protocol versions that this library can write, oldest first. A new version is one more entry. */
export const VERSIONS = ["2026-08-11", "2026-09-12", "2026-09-28", "2026-10-04"] as const;

/** The versions that a service serves by default (option `versions`), oldest first. */
export const DEFAULT_VERSIONS = ["2026-09-12", "2026-10-04"] as const satisfies readonly Version[];

/** A protocol version that this library can write: a date, `YYYY-MM-DD`. */
export type Version = (typeof VERSIONS)[number];

/** The request and response header that names the version. */
export const VERSION_HEADER = "UHP-Version";

/** Whether `value` is exactly one of the known version strings. */
export function isVersion(value: unknown): value is Version {
  return (VERSIONS as readonly unknown[]).includes(value);
}

/** Whether something introduced in `since` exists in `version`. Dates of equal width sort as strings. */
export function existsIn(since: Version, version: Version): boolean {
  return since <= version;
}
