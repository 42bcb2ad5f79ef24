/**
 * Packs every package as it is published: `node scripts/release/pack.ts <folder>`. pnpm turns `workspace:` ranges into
 * versions. Needs a build.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Package, publishedPackages, ROOT } from "./packages.ts";

/** A packed package. */
export interface Packed extends Package {
  readonly tarball: string;
}

/**
 * Packs every package into a folder, dependencies first.
 *
 * @param address The address of the repository, for a trial run. By default, the repository's manifest states it.
 * @throws Error if a package is not built, or the address is not known.
 */
export function packAll(folder: string, address?: string): readonly Packed[] {
  const { repository, homepage, bugs } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  if (address === undefined && (repository === undefined || homepage === undefined || bugs === undefined)) {
    throw new Error("the repository's package.json must have repository, homepage and bugs: every package states them");
  }
  mkdirSync(folder, { recursive: true });
  return publishedPackages().map((one) => {
    const cwd = join(ROOT, "packages", one.folder);
    if (!existsSync(join(cwd, "dist"))) throw new Error(`${one.name} is not built: pnpm build`);
    const tarball = join(resolve(folder), `${one.folder}-${one.version}.tgz`);
    const env = { ...process.env, ...(address === undefined ? {} : { RELEASE_ADDRESS: address }) };
    const args = [`--config.pnpmfile=${join(ROOT, "scripts/release/pnpmfile.cjs")}`, "pack", "--out", tarball];
    execFileSync("pnpm", args, { cwd, env, stdio: ["ignore", "ignore", "inherit"] });
    return { ...one, tarball };
  });
}

if (import.meta.main) {
  for (const { tarball } of packAll(process.argv[2] ?? "tarballs")) process.stdout.write(`${tarball}\n`);
}
