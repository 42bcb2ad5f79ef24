/** The messages between the test and a server's process. */

/** The part of a report that the test compares. */
export interface Reported {
  readonly outcome: string;
  readonly code: string | null;
}

/** The test asks for the reports since the last time, or sets how the hooks behave from now on. */
export type Question = { readonly ask: "reports" } | { readonly ask: "behave"; readonly as: string };

/** The server first says that it listens, and then answers each question once. */
export type Said = { readonly url: string } | { readonly reports: readonly Reported[] } | { readonly behaves: string };
