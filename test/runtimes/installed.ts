import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../support/source-files.ts";

/** The folder of the runtimes, and of what is bundled for them. */
export const FOLDER = join(ROOT, "node_modules/.cache/runtimes");

const { platform, arch } = process;

/** Packages with the runtimes, each in a fixed version, so that a run next year tries the same. */
const PACKAGES: Readonly<Record<string, string>> = {
  node20: `npm:node-${platform}-${arch}@20.20.2`,
  node22: `npm:node-${platform}-${arch}@22.23.3`,
  node24: `npm:node-${platform}-${arch}@24.21.0`,
  node26: `npm:node-${platform}-${arch}@26.10.0`,
  bun: "1.4.5",
  deno: "2.9.6",
  workerd: "1.20261117.1",
};

/** Packages that only some platforms install: the programs themselves. */
const PROGRAMS: Readonly<Record<string, readonly string[]>> = {
  bun: [`@oven/bun-${platform}-${arch === "arm64" ? "aarch64" : arch}/bin/bun`],
  deno: [`@deno/${platform}-${arch}-glibc/deno`, `@deno/${platform}-${arch}/deno`],
  workerd: [`@cloudflare/workerd-${platform}-${arch === "x64" ? "64" : arch}/bin/workerd`],
};

/**
 * Installs runtimes, unless they are there. Together they have a gigabyte, too much to install with every clone.
 *
 * @param wanted The names of the runtimes that are needed. Others that are already there stay.
 */
export function installRuntimes(wanted: readonly string[] = Object.keys(PACKAGES)): void {
  const file = join(FOLDER, "package.json");
  const { dependencies = {} } = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  const names = Object.keys(PACKAGES).filter((name) => wanted.includes(name) || name in dependencies);
  if (names.every((name) => dependencies[name] === PACKAGES[name] && hasProgram(name))) return;
  const chosen = Object.fromEntries(names.map((name) => [name, PACKAGES[name]]));
  const manifest = JSON.stringify({ name: "runtimes", private: true, dependencies: chosen });
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(file, manifest);
  // The install scripts would move the programs, or download them from elsewhere. The programs are used where they are.
  const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const { status } = spawnSync("npm", args, { cwd: FOLDER, stdio: ["ignore", "ignore", "inherit"] });
  const missing = names.filter((name) => !hasProgram(name));
  if (status !== 0 || missing.length > 0) throw new Error(`npm did not install ${missing.join(", ")}`);
}

/** The path of a runtime's program, by the name of its package. */
export function programOf(name: string): string {
  const candidates = (PROGRAMS[name] ?? [`${name}/bin/node`]).map((path) => join(FOLDER, "node_modules", path));
  return candidates.find((path) => existsSync(path)) ?? candidates[0] ?? name;
}

function hasProgram(name: string): boolean {
  return existsSync(programOf(name));
}
