import type { AnyCatalog } from "@uhp-errors/core";
import { type CatalogJson, toJson } from "../json/catalog-json.ts";
import { goConstants } from "./go.ts";
import { pythonConstants } from "./python.ts";
import { typescriptConstants } from "./typescript.ts";

export const WRITERS = {
  typescript: typescriptConstants,
  python: pythonConstants,
  go: goConstants,
} as const satisfies Readonly<Record<string, (catalog: CatalogJson) => string>>;

/** A language that {@link toConstants} writes. */
export type ConstantsLanguage = keyof typeof WRITERS;

/**
 * Writes a source file with a constant for each code, and with the facts of each: type, statuses, places, retry rule, message. It uses
 * only the standard library of its language.
 *
 * @throws TypeError if `catalog` is not a catalog, or the language is not supported.
 * @example
 * writeFileSync("acme_errors.py", toConstants(acme, "python"));
 */
export function toConstants(catalog: AnyCatalog, language: ConstantsLanguage): string {
  if (!Object.hasOwn(WRITERS, language)) {
    throw new TypeError(`language: expected one of ${Object.keys(WRITERS).join(", ")}`);
  }
  return WRITERS[language](toJson(catalog));
}
