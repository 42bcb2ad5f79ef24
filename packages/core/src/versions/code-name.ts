import { existsIn, type Version } from "./known.ts";

/**
 * Returns the name under which a client of `version` sees a code that was introduced in `since`. A code that is too new keeps its status,
 * type, message, and detail, and gets the vendor's prefix: `environment_busy` becomes `acme_environment_busy`. Never throws.
 *
 * @experimental
 */
export function codeForVersion(code: string, since: Version, version: Version, vendor: string): string {
  return existsIn(since, version) ? code : `${vendor}_${code}`;
}
