import type { AnyCatalog, CodeDefinition, Version } from "@uhp-errors/core";
import { CODES, isContractCode, VERSIONS } from "@uhp-errors/core/codes";

/** Returns the definition of a code: the catalog's, or the specification's if there is no catalog. */
export function findDefinition(code: string, catalog: AnyCatalog | undefined): CodeDefinition | undefined {
  return catalog?.definition(code) ?? (isContractCode(code) ? CODES[code] : undefined);
}

export function readVersion(header: string | undefined): Version | undefined {
  return VERSIONS.find((version) => version === header);
}

/**
 * Returns the code that a response means. In a response of an older version, newer codes have the vendor's prefix:
 * `acme_environment_busy` means `environment_busy`.
 */
export function canonicalCode(code: string, version: Version | undefined, vendor: string | undefined): string {
  const at = code.indexOf("_");
  const name = code.slice(at + 1);
  const isOwn = vendor === undefined || code.slice(0, at) === vendor;
  return isOwn && version !== undefined && isContractCode(name) && CODES[name].since > version ? name : code;
}
