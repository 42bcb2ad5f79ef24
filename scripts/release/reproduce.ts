/**
 * Shows that anyone can reproduce a tarball: copies the repository to another folder, installs and builds it there, and
 * compares the tarballs of both, byte by byte. Needs a build. Exits with 1, and names the files, if a tarball differs.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { packAll } from "./pack.ts";
import { ROOT } from "./packages.ts";

// pnpm passes its own settings on, among them the folder that it runs in. The copy has settings of its own.
for (const name of Object.keys(process.env)) if (/^(?:npm|pnpm)_/i.test(name)) delete process.env[name];

const work = mkdtempSync(join(tmpdir(), "reproduced-"));
try {
  const copy = join(work, "repository");
  copyTo(copy);
  for (const args of [["install", "--frozen-lockfile", "--prefer-offline"], ["build"]])
    execFileSync("pnpm", args, {
      cwd: copy,
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, CI: "true" },
    });
  // The copy packs its own packages.
  const other: { packAll: typeof packAll } = await import(pathToFileURL(join(copy, "scripts/release/pack.ts")).href);
  const here = packAll(join(work, "here"));
  const there = other.packAll(join(work, "there"));
  for (const [index, { name, folder, tarball }] of here.entries()) {
    const again = there[index]?.tarball ?? "";
    if (readFileSync(tarball).equals(readFileSync(again))) {
      process.stdout.write(`${name}: the same\n`);
    } else {
      process.stdout.write(`${name}: different\n${differences(folder, tarball, again)}`);
      process.exitCode = 1;
    }
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** Copies what is in the repository, or would be after `git add`. */
function copyTo(folder: string): void {
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const listed = execFileSync("git", args, { cwd: ROOT, encoding: "utf8", maxBuffer: 1e8 });
  for (const file of listed.split("\0").filter((name) => name !== "" && existsSync(join(ROOT, name))))
    cpSync(join(ROOT, file), join(folder, file), { dereference: false });
}

/** Names the files that differ between two tarballs; empty if only the files' metadata differs. */
function differences(folder: string, ...tarballs: readonly string[]): string {
  const unpacked = tarballs.map((tarball, index) => {
    const into = join(work, folder, String(index));
    mkdirSync(into, { recursive: true });
    execFileSync("tar", ["-xzf", tarball, "-C", into]);
    return into;
  });
  return spawnSync("diff", ["-rq", ...unpacked], { encoding: "utf8" }).stdout;
}
