import { type CodeDefinition, isContractCode } from "../codes/index.ts";
import { ownFields } from "../untrusted/peek.ts";
import { BUILT_IN_CODES } from "./built-in-codes.ts";
import { assertCatalog, type Catalog, createCatalog } from "./catalog.ts";
import type { JoinedCodes } from "./catalog-codes.ts";
import { sameFields } from "./detail-check.ts";

/**
 * Joins two catalogs into one that has the codes of both. Codes that the library makes up carry the prefix of the first catalog, whose
 * stack policy and `docsUrl` also apply, to all codes. Joining a catalog with itself, or with another copy of it, changes nothing. If only the texts of a code
 * differ, the first catalog's texts are kept, except that a vendor's own text for a built-in code wins over the standard one.
 *
 * @throws TypeError that names the code, if the two catalogs state different facts about it.
 * @example
 * const all = joinCatalogs(acme, globex);
 */
export function joinCatalogs<First extends object, Second extends object>(
  first: Catalog<First>,
  second: Catalog<Second>,
): Catalog<JoinedCodes<First, Second>> {
  assertCatalog(first);
  assertCatalog(second);
  const codes: Record<string, CodeDefinition> = ownFields({ ...first.codes });
  for (const [code, definition] of Object.entries<CodeDefinition>(second.codes)) {
    codes[code] = agreedDefinition(code, codes[code] ?? definition, definition);
  }
  return createCatalog<JoinedCodes<First, Second>>(first.vendor, codes, first.captureStackTraces, first.docsUrl);
}

function agreedDefinition(code: string, a: CodeDefinition, b: CodeDefinition): CodeDefinition {
  // A vendor cannot redefine the contract's codes, and two releases of this library may word them differently.
  if (isContractCode(code)) return a;
  const difference = differingFact(a, b);
  if (difference !== undefined) {
    throw new TypeError(`code "${code}": the two catalogs disagree about its ${difference}; declare it in one of them`);
  }
  // Two releases of a shared catalog may word a code differently. A vendor's own text is more specific than the built-in one.
  return hasStandardText(a) ? b : a;
}

const FACTS = ["where", "type", "status", "retry", "since"] as const;

function differingFact(a: CodeDefinition, b: CodeDefinition): string | undefined {
  const fact = FACTS.find((name) => String(a[name]) !== String(b[name]));
  return fact ?? (sameFields(a.detail, b.detail) ? undefined : "detail");
}

function hasStandardText(definition: { readonly message: string; readonly when: string }): boolean {
  return Object.values(BUILT_IN_CODES).some(
    ({ message, when }) => message === definition.message && when === definition.when,
  );
}
