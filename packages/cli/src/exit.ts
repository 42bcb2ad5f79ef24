/** What the exit status of the command says. */
export const EXIT = {
  /** All is well. */
  ok: 0,
  /** A rule is broken, or the baseline is stale. */
  failed: 1,
  /** The command was called wrongly. */
  usage: 2,
  /** The service does not answer. */
  unreachable: 3,
  /** The answers say nothing about the service, for example 401 everywhere. */
  meaningless: 4,
} as const;

/** What the exit status of the command says, as a number. */
export type Exit = (typeof EXIT)[keyof typeof EXIT];

/** The command was called wrongly, or with a file that cannot be used; the message says how. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
