import { type AnyCatalog, VERSIONS, type Version } from "@uhp-errors/core";
import { codeForVersion } from "@uhp-errors/core/internal";
import { type CodeJson, toJson } from "../json/catalog-json.ts";

/** A code as the clients of one version see it. */
export interface Row extends CodeJson {
  /** The name of the code in that version. A newer code has the vendor's prefix. */
  readonly name: string;
}

export const NEWEST: Version = VERSIONS[VERSIONS.length - 1] as Version;

/**
 * Returns the codes of a catalog as clients of a version see them.
 *
 * @throws TypeError if `catalog` is not a catalog, or the version is not known.
 */
export function rowsIn(catalog: AnyCatalog, version: Version): readonly Row[] {
  if (!VERSIONS.includes(version)) {
    throw new TypeError(`version: expected one of ${VERSIONS.join(", ")}, not ${JSON.stringify(version)}`);
  }
  const { vendor, codes } = toJson(catalog);
  return codes.map((code) => ({
    ...code,
    name: codeForVersion(code.code, code.since as Version, version, vendor),
  }));
}

export function answersRequests({ places }: CodeJson): boolean {
  return places.includes("request");
}
