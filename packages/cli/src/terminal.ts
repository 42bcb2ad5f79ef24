/** Where a command writes, and what it knows of who reads. */
export interface Terminal {
  /** Writes the result. */
  out(text: string): void;
  /** Writes what is said beside it: progress, warnings, mistakes in how it was called. */
  err(text: string): void;
  /** Whether a person sees the result as it is written. */
  readonly isInteractive: boolean;
  /** Whether a person sees what is said beside it, so that progress can be shown and erased. */
  readonly showsProgress: boolean;
  /** The environment, of which `CI`, `NO_COLOR` and `UHP_TOKEN` are read. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The terminal of this process. */
export function ownTerminal(): Terminal {
  const { stdout, stderr, env } = process;
  const inCi = env["CI"] !== undefined && env["CI"] !== "" && env["CI"] !== "false";
  return {
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    isInteractive: stdout.isTTY === true && !inCi,
    showsProgress: stderr.isTTY === true && !inCi,
    env,
  };
}
