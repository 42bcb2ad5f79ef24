import type { CodeDefinition } from "../codes/index.ts";

/** The part of a catalog that says which codes exist, whatever their types. */
export interface AnyCatalog {
  /** The prefix of the codes that the library itself has to make up, such as `acme_internal_error`. */
  readonly vendor: string;
  /** Every code of the catalog with its definition: the contract's, the built-in codes and the vendors' own. */
  readonly codes: Readonly<Record<string, CodeDefinition>>;
  /** The definition of a code; `undefined` when the catalog has none. Safe for any string. */
  definition(code: string): CodeDefinition | undefined;
}
