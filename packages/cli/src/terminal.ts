/** Where a command writes its output. */
export interface Terminal {
  /** Writes the result. */
  out(text: string): void;
  /** Writes everything else: progress, warnings and usage errors. */
  err(text: string): void;
  /** Whether the result goes to a terminal. */
  readonly isInteractive: boolean;
  /** Whether everything else goes to a terminal, so that progress can be shown and erased. */
  readonly showsProgress: boolean;
  /** The environment variables. `CI`, `NO_COLOR` and `UHP_TOKEN` are read. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The terminal of this process. */
export function ownTerminal(): Terminal {
  const { stdout, stderr, env } = process;
  const inCi = Boolean(env["CI"]) && env["CI"] !== "false";
  return {
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    isInteractive: stdout.isTTY === true && !inCi,
    showsProgress: stderr.isTTY === true && !inCi,
    env,
  };
}
