/**
 * The proof of a rule of this package. In its strings, `{alnum:36}` stands for 36 random letters and digits, so that no file contains a
 * finished token.
 */
export interface Proof {
  /** Strings in which the rule finds something. */
  readonly redacts: readonly string[];
  /** Strings in which it finds nothing. */
  readonly keeps: readonly string[];
}

/** The proofs of the rules of a file, by the rules' ids. */
export type Examples = Readonly<Record<string, Proof>>;

/** The proof of a rule for a token: a token, and something that begins like one. */
export function token(redacts: string, keeps: string): Proof {
  return { redacts: [`The key ${redacts} was refused.`], keeps: [`The name ${keeps} is fine.`] };
}
