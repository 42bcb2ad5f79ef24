import type { AnyCatalog } from "../catalog/any-catalog.ts";
import type { Recognizer } from "../recognize/index.ts";

/** Returns the code that a recognizer means: the code as given, or the built-in code if the prefix was left out. */
export function codeNamed(given: string, { vendor, definition }: AnyCatalog): string {
  const prefixed = `${vendor}_${given}`;
  return definition(given) === undefined && definition(prefixed) !== undefined ? prefixed : given;
}

/** @throws TypeError if a recognizer names a code that the catalog does not have, or that cannot answer a request. */
export function assertCodes(recognizers: readonly Required<Recognizer>[], catalog: AnyCatalog): void {
  for (const { name, codes } of recognizers) for (const given of codes) assertCode(given, name, catalog);
}

function assertCode(given: string, recognizer: string, catalog: AnyCatalog): void {
  const definition = catalog.definition(codeNamed(given, catalog));
  if (definition?.where === "request") return;
  const problem =
    definition === undefined
      ? "is neither a code of the contract nor of this catalog; declare it with defineCatalog"
      : "belongs inside the 200 response of a task; it cannot answer a request";
  throw new TypeError(`recognize: the recognizer "${recognizer}" names "${given}", which ${problem}`);
}
