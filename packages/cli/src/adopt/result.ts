/** A file before and after; `before` is undefined for a new one. */
export interface Change {
  readonly file: string;
  readonly before: string | undefined;
  readonly after: string;
}

export interface Step {
  readonly file: string;
  readonly line: number;
  readonly says: string;
}

export interface Adoption {
  readonly changes: readonly Change[];
  readonly steps: readonly Step[];
}

/** An error is left to a person. The message continues a sentence after "because". */
export class LeftToPerson extends Error {}

/** Use: `throw leave("its body is set elsewhere")`. */
export function leave(because: string): LeftToPerson {
  return new LeftToPerson(because);
}

export function byPlace(one: Partial<Step> & { file: string }, other: Partial<Step> & { file: string }): number {
  if (one.file !== other.file) return one.file < other.file ? -1 : 1;
  return (one.line ?? 0) - (other.line ?? 0);
}
