import type { CodeDefinition } from "../codes/index.ts";

/** The part of a catalog that says which codes exist, without their types. */
export interface AnyCatalog {
  /** The prefix of the codes that the library itself makes up, such as `acme_internal_error`. */
  readonly vendor: string;
  /** Every code of the catalog with its definition: the contract's codes that it uses, the built-in codes, and the vendors' own. */
  readonly codes: Readonly<Record<string, CodeDefinition>>;
  /** The address of the page about a code, with `{code}` in its place; `undefined` if the codes have no pages. */
  readonly docsUrl?: string | undefined;
  /**
   * Returns the definition of a code, also of a code of the contract that the catalog does not use; `undefined` if nobody defines the code.
   * Safe for any string.
   */
  definition(code: string): CodeDefinition | undefined;
}
