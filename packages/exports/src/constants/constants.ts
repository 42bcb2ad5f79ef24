import type { AnyCatalog } from "@uhp-errors/core";
import { type CatalogJson, toJson } from "../json/catalog-json.ts";
import { goConstants } from "./go.ts";
import { pythonConstants } from "./python.ts";
import { typescriptConstants } from "./typescript.ts";

const WRITERS = {
  typescript: typescriptConstants,
  python: pythonConstants,
  go: goConstants,
} as const satisfies Readonly<Record<string, (catalog: CatalogJson) => string>>;

/** A language that {@link toConstants} writes. */
export type ConstantsLanguage = keyof typeof WRITERS;

/**
 * A source file with a constant for each code, and with what is known of each: type, statuses, places, retry rule, message. It loads
 * nothing but its language's standard library.
 *
 * @throws TypeError when given something other than a catalog, or a language that is none of these.
 * @example
 * writeFileSync("acme_errors.py", toConstants(acme, "python"));
 */
export function toConstants(catalog: AnyCatalog, language: ConstantsLanguage): string {
  if (!Object.hasOwn(WRITERS, language)) {
    throw new TypeError(`language: expected one of ${Object.keys(WRITERS).join(", ")}`);
  }
  return WRITERS[language](toJson(catalog));
}
