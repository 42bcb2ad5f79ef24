import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { write } from "../table.ts";
import type { Options } from "./options.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Runs a bench that is a separate command, and keeps its table with the results. If a limit is exceeded, this is reported, but does
 * not stop the other benches.
 */
export function runCommand(part: string, script: string): (options: Options) => Promise<void> {
  return async ({ results }) => {
    const args = ["--conditions=@uhp-errors/source", script];
    const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
    write(`\n## ${part}\n\n${stdout}${stderr}`);
    const rows = stdout
      .split("\n")
      .filter((line) => line.startsWith("|") && !line.startsWith("| ---"))
      .map((line) =>
        line
          .slice(1, -1)
          .split("|")
          .map((cell) => cell.trim()),
      );
    results.add(part, { rows, withinLimits: status === 0 });
  };
}
