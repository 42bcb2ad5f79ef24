/** What the test and a server's process say to each other. */

/** A report, as far as the test compares it. */
export interface Reported {
  readonly outcome: string;
  readonly code: string | null;
}

/** What the test asks for: the reports since the last time, or that the hooks behave in another way from now on. */
export type Question = { readonly ask: "reports" } | { readonly ask: "behave"; readonly as: string };

/** What the server says: first that it listens, then one answer to each question. */
export type Said = { readonly url: string } | { readonly reports: readonly Reported[] } | { readonly behaves: string };
