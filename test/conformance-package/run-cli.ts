import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { main } from "@uhp-errors/cli";
import { onTestFinished } from "vitest";

/** The output of a run of the command. */
export interface Ran {
  readonly exit: number;
  readonly out: string;
  readonly err: string;
}

/** Runs the command in this process as a build does, without a terminal unless `terminal` is set. */
export async function runCli(
  args: readonly string[],
  terminal: { readonly env?: Readonly<Record<string, string>>; readonly isWatched?: boolean } = {},
): Promise<Ran> {
  const { env = {}, isWatched = false } = terminal;
  let out = "";
  let err = "";
  const exit = await main(args, {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    isInteractive: isWatched,
    showsProgress: isWatched,
    env,
  });
  return { exit, out, err };
}

/** A file that exists until the test has ended. */
export function fileOf(content: unknown, name = "file.json"): string {
  const folder = mkdtempSync(join(tmpdir(), "uhp-errors-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, name);
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
}

/** The ids in a check's JSON report that have this verdict. */
export function idsOf({ out }: Ran, ...verdicts: string[]): string[] {
  const { results } = JSON.parse(out) as { results: readonly { id: string; verdict: string }[] };
  return results.filter(({ verdict }) => verdicts.includes(verdict)).map(({ id }) => id);
}
