import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** A Node to measure on. */
export interface Node {
  readonly path: string;
  /** Such as `v24.21.0`. */
  readonly version: string;
}

/** Finds the Node of a major version: this one, one on the path, or else the npm package `node`, which npx fetches. */
export function findNode(major: string): Node {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const candidates = [process.execPath, ...folders.map((folder) => join(folder, "node"))].filter((path) =>
    existsSync(path),
  );
  for (const path of candidates) {
    const version = versionOf(path);
    if (version.startsWith(`v${major}.`)) return { path, version };
  }
  const path = output("npx", ["--yes", `--package=node@${major}`, "node", "-p", "process.execPath"]);
  return { path, version: versionOf(path) };
}

const versions = new Map<string, string>();

function versionOf(path: string): string {
  const version = versions.get(path) ?? output(path, ["--version"]);
  versions.set(path, version);
  return version;
}

function output(command: string, args: readonly string[]): string {
  return execFileSync(command, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
}
