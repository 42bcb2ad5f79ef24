import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** Applies a diff to a string with git, whatever settings the machine has. */
export function patched(text: string, diff: string): string {
  const folder = mkdtempSync(join(tmpdir(), "adopt-"));
  const target = join(folder, "server.ts");
  try {
    writeFileSync(target, text);
    execFileSync("git", ["apply", "-p0", "-"], {
      cwd: folder,
      // git applies the diff to one file, so both names must be the same.
      input: diff.replace(/^--- before\.ts$/m, "--- server.ts"),
      env: {
        PATH: process.env["PATH"],
        GIT_CEILING_DIRECTORIES: dirname(folder),
        GIT_CONFIG_GLOBAL: "/dev/null",
        GIT_CONFIG_NOSYSTEM: "1",
      },
    });
    return readFileSync(target, "utf8");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
