import type { ThrownValue } from "../untrusted/thrown.ts";

/**
 * What a database says of a query: it conflicts with what is stored, has a value that the database does not take, names a row that is not
 * there, or met another one and may be tried again.
 */
export type Meaning = "conflict" | "invalid" | "missing" | "busy";

/** What an error of a database means. */
export interface Finding {
  readonly meaning: Meaning;
  /** The constraint or index that was violated, where the library states its name. */
  readonly constraint?: string;
}

/** Reads a native error. `undefined` when it is of another library, or means something else. Never throws. */
export type Reader = (thrown: ThrownValue) => Finding | undefined;

/** Makes a table of a library's codes from lists of those that mean the same. */
export function meaningsOf(
  lists: Readonly<Partial<Record<Meaning, readonly (string | number)[]>>>,
): ReadonlyMap<unknown, Meaning> {
  const entries = Object.entries(lists) as [Meaning, readonly (string | number)[]][];
  return new Map(entries.flatMap(([meaning, codes]) => codes.map((code) => [code, meaning] as const)));
}

/** The finding of a meaning; `undefined` without one. */
export function found(meaning: Meaning | undefined, constraint?: unknown): Finding | undefined {
  if (meaning === undefined) return undefined;
  return typeof constraint === "string" ? { meaning, constraint } : { meaning };
}
