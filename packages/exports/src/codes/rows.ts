import { type AnyCatalog, type EndingVersion, VERSIONS, type Version } from "@uhp-errors/core";
import { codeForVersion, type EndHeaders, endHeaders } from "@uhp-errors/core/internal";
import { type CodeJson, describePage, toJson } from "../json/catalog-json.ts";

/** A code as the clients of one version see it. */
export interface Row extends CodeJson {
  /** The name of the code in that version. A newer code has the vendor's prefix. */
  readonly name: string;
  /** The headers that announce the end of that version. */
  readonly ends: EndHeaders;
}

/** A version that clients ask for, with the dates of its end if it has one. */
export type GivenVersion = Version | EndingVersion;

export function versionOf(given: GivenVersion): Version {
  return typeof given === "string" ? given : given?.version;
}

export const NEWEST: Version = VERSIONS[VERSIONS.length - 1] as Version;

/**
 * Returns the codes of a catalog as clients of a version see them.
 *
 * @throws TypeError if `catalog` is not a catalog, or the version is not known or has wrong dates.
 */
export function rowsIn(catalog: AnyCatalog, given: GivenVersion): readonly Row[] {
  const version = versionOf(given);
  if (!VERSIONS.includes(version)) {
    throw new TypeError(`version: expected one of ${VERSIONS.join(", ")}, not ${JSON.stringify(version)}`);
  }
  const ends = typeof given === "string" ? {} : endHeaders(given);
  const { vendor, codes } = toJson(catalog);
  return codes.map((code) => {
    const name = codeForVersion(code.code, code.since as Version, version, vendor);
    return { ...code, ...describePage(name, catalog), name, ends };
  });
}

export function answersRequests({ places }: CodeJson): boolean {
  return places.includes("request");
}
