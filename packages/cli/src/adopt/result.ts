/** A file before and after; `before` is undefined for a new one. */
export interface Change {
  readonly file: string;
  readonly before: string | undefined;
  readonly after: string;
}

/** A place that a person has to edit, and why. */
export interface Step {
  readonly file: string;
  readonly line: number;
  readonly says: string;
}

/** The edits that adopt the contract, and the steps that are left to a person. */
export interface Adoption {
  readonly changes: readonly Change[];
  readonly steps: readonly Step[];
}

/** Compares by file, then by line. */
export function byPlace(one: Partial<Step> & { file: string }, other: Partial<Step> & { file: string }): number {
  if (one.file !== other.file) return one.file < other.file ? -1 : 1;
  return (one.line ?? 0) - (other.line ?? 0);
}
