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

/** Ends the command without a result. The message says what to do. */
export class ExitError extends Error {
  readonly exit: Exit;

  constructor(message: string, exit: Exit) {
    super(message);
    this.exit = exit;
  }
}

/** The command was called wrongly, or with a file that cannot be used. */
export class UsageError extends ExitError {
  constructor(message: string) {
    super(message, EXIT.usage);
  }
}
