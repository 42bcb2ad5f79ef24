import type { ThrownValue } from "../untrusted/thrown.ts";

/**
 * The meaning of a database error: the query conflicts with stored data, has a value that the database does not accept, refers to a missing
 * row, or collided with another query and may be retried.
 */
export type Meaning = "conflict" | "invalid" | "missing" | "busy";

/** What a reader finds in a database error. */
export interface Finding {
  readonly meaning: Meaning;
  /** The violated constraint or index, as the library states it. Only a string can be the name of one. */
  readonly constraint?: unknown;
}

/** Reads a native error. Returns `undefined` if it belongs to another library or means something else. Never throws. */
export type Reader = (thrown: ThrownValue) => Finding | undefined;

/** Makes a table of a library's codes from lists of codes that mean the same. */
export function meaningsOf(
  lists: Readonly<Partial<Record<Meaning, readonly (string | number)[]>>>,
): ReadonlyMap<unknown, Meaning> {
  const entries = Object.entries(lists) as [Meaning, readonly (string | number)[]][];
  return new Map(entries.flatMap(([meaning, codes]) => codes.map((code) => [code, meaning] as const)));
}

export function toFinding(meaning: Meaning | undefined, constraint?: unknown): Finding | undefined {
  return meaning && { meaning, constraint };
}
