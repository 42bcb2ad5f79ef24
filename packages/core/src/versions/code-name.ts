import { existsIn, type Version } from "./known.ts";

/**
 * The name under which a client of `version` sees a code that exists since `since`. A code that is too new keeps its
 * status, type, message and detail, and gets the vendor's prefix: `environment_busy` is `acme_environment_busy`. Never throws.
 */
export function codeForVersion(code: string, since: Version, version: Version, vendor: string): string {
  return existsIn(since, version) ? code : `${vendor}_${code}`;
}
