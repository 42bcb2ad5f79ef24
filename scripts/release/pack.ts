/**
 * Packs every package as it is published: `node scripts/release/pack.ts <folder>`. pnpm turns `workspace:` ranges into
 * versions. Needs a build.
 */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix, resolve } from "node:path";
import { type Address, requireAddress } from "./address.ts";
import { type Package, publishedPackages, ROOT } from "./packages.ts";

/** A packed package. */
export interface Packed extends Package {
  readonly tarball: string;
}

/**
 * Packs every package into a folder, dependencies first.
 *
 * @throws Error if a package is not built, or the repository's address is not known.
 */
export function packAll(folder: string): readonly Packed[] {
  const address = requireAddress();
  mkdirSync(folder, { recursive: true });
  return publishedPackages().map((one) => {
    const tarball = join(resolve(folder), `${one.folder}-${one.version}.tgz`);
    pack(one, address, tarball);
    return { ...one, tarball };
  });
}

/** Packs a copy of the package's folder, in which the manifest and the pages are as they are published. */
function pack({ folder, name, version }: Package, address: Address, tarball: string): void {
  const source = join(ROOT, "packages", folder);
  if (!existsSync(join(source, "dist"))) throw new Error(`${name} is not built: pnpm build`);
  const copy = mkdtempSync(join(tmpdir(), "pack-"));
  try {
    const manifest = JSON.parse(readFileSync(join(source, "package.json"), "utf8"));
    for (const file of ["README.md", ...manifest.files])
      cpSync(join(source, file), join(copy, file), { recursive: true });
    cpSync(join(ROOT, "LICENSE"), join(copy, "LICENSE"));
    // There pnpm finds the versions of the other packages.
    symlinkSync(join(source, "node_modules"), join(copy, "node_modules"), "dir");
    const published = publishedManifest(manifest, folder, address);
    writeFileSync(join(copy, "package.json"), `${JSON.stringify(published, null, 2)}\n`);
    for (const page of ["README.md", ...manifest.files.filter((file: string) => file.endsWith(".md"))]) {
      const text = readFileSync(join(copy, page), "utf8");
      writeFileSync(join(copy, page), withAbsoluteLinks(text, folder, `${address.repository}/blob/v${version}`));
    }
    execFileSync("pnpm", ["pack", "--out", tarball], { cwd: copy, stdio: ["ignore", "ignore", "inherit"] });
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** Adds the project's address to a manifest, and takes out the condition for the sources, which are not packed. */
export function publishedManifest(
  manifest: object,
  folder: string,
  address: Address,
): Readonly<Record<string, unknown>> {
  const withoutSources = JSON.parse(JSON.stringify(manifest), (key, value) =>
    key === "@uhp-errors/source" ? undefined : value,
  );
  return {
    ...withoutSources,
    repository: { type: "git", url: `git+${address.repository}.git`, directory: `packages/${folder}` },
    homepage: address.homepage,
    bugs: address.issues,
  };
}

/** Outside the repository, a link to one of its files leads nowhere. `root` is the address of the repository's root folder. */
export function withAbsoluteLinks(page: string, folder: string, root: string): string {
  return page.replace(
    /\]\((?![a-z]+:|#)([^)\s]+)\)/g,
    (_link, path: string) => `](${root}/${posix.join("packages", folder, path)})`,
  );
}

if (import.meta.main) {
  for (const { tarball } of packAll(process.argv[2] ?? "tarballs")) process.stdout.write(`${tarball}\n`);
}
