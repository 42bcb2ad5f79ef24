/**
 * Publishes what `pack.ts` wrote to a folder: `node scripts/release/publish.ts <folder> [--provenance]`. It skips
 * versions that the registry already has, so that an interrupted run can be repeated.
 */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { type Package, publishedPackages } from "./packages.ts";

const exec = promisify(execFile);

/**
 * Publishes one tarball or folder, unless the registry has that version.
 *
 * @param cwd Where npm looks for its settings.
 * @returns whether it was published now.
 */
export async function publish(
  { name, version }: Pick<Package, "name" | "version">,
  from: string,
  cwd: string,
  args: readonly string[] = [],
): Promise<boolean> {
  // `npm view` fails if the package does not exist.
  const known = await exec("npm", ["view", `${name}@${version}`, "version"], { cwd }).catch(() => undefined);
  if (known?.stdout.trim() === version) return false;
  await exec("npm", ["publish", from, "--access", "public", ...args], { cwd });
  return true;
}

if (import.meta.main) {
  const [folder = "tarballs", ...args] = process.argv.slice(2);
  const tarballs = publishedPackages().map((one) => ({
    one,
    tarball: join(resolve(folder), `${one.folder}-${one.version}.tgz`),
  }));
  // All packages are released together, so none is sent before all exist.
  const missing = tarballs.filter(({ tarball }) => !existsSync(tarball));
  if (missing.length > 0) throw new Error(`pack first; missing: ${missing.map(({ tarball }) => tarball).join(", ")}`);
  for (const { one, tarball } of tarballs) {
    const isNew = await publish(one, tarball, process.cwd(), args);
    process.stdout.write(`${one.name}@${one.version} ${isNew ? "is published" : "was there already"}\n`);
  }
}
