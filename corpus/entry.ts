/** What a sanitizer must not leave in a text. */
export const KINDS = ["credential", "host", "path", "stack"] as const;

export type Kind = (typeof KINDS)[number];

/** One private thing: a literal piece of the entry's text. */
export interface Hold {
  readonly kind: Kind;
  readonly value: string;
  /**
   * Set for a credential that no reader could tell from any other word: nothing near it names it, and its shape is no
   * token's. No rule can find it without taking out words at large, so it is counted apart.
   */
  readonly unmarked?: true;
}

/** One text of the corpus with everything private in it; a benign text holds nothing. */
export interface Entry {
  readonly id: string;
  /** The package or tool that wrote the text; "synthetic" for a generated one. */
  readonly source: string;
  readonly text: string;
  /** The file of messages that it stands in, or "synthetic". */
  readonly origin: string;
  readonly holds: readonly Hold[];
}

/** An entry before the corpus says where it stands. */
export type Labelled = Omit<Entry, "origin">;
