export const EXIT = {
  ok: 0,
  /** A rule is broken, or the baseline is stale. */
  failed: 1,
  /** The command was called wrongly. */
  usage: 2,
  /** The service does not respond. */
  unreachable: 3,
  /** The responses say nothing about the service, for example because all of them are 401. */
  meaningless: 4,
} as const;

export type Exit = (typeof EXIT)[keyof typeof EXIT];

/** The command was called wrongly, or with a file that cannot be used. The message says what to do. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
