import { readFile, stat } from "node:fs/promises";
import { dirname, join, posix, resolve } from "node:path";
import { isRecord } from "@uhp-errors/core/internal";
import type { Sources } from "../scan/sources.ts";

/** Leaves out the sources of other packages below the folder, which have dependencies of their own. */
export async function ownOf(folder: string, { sources, skipped }: Sources): Promise<Omit<Sources, "tests">> {
  const folders = new Set(sources.flatMap(({ file }) => listFolders(file)));
  const packages: string[] = [];
  for (const one of folders) if (await isPackage(join(folder, one))) packages.push(one);
  const isOfOther = (file: string) => packages.some((one) => file.startsWith(`${one}/`));
  const outer = packages.filter((one) => !isOfOther(one)).sort();
  const reason = "it is a package of its own. Run the command there";
  return {
    sources: sources.filter(({ file }) => !isOfOther(file)),
    skipped: [...skipped.filter(({ file }) => !isOfOther(file)), ...outer.map((file) => ({ file, reason }))],
  };
}

/** Returns the folders of a file below the root: `a` and `a/b` for `a/b/c.ts`. */
export function listFolders(file: string): readonly string[] {
  const folder = posix.dirname(file);
  return folder === "." ? [] : [...listFolders(folder), folder];
}

/** Reads the `package.json` of a folder. @throws an error if there is none, or if it is a pipe or a device, which may never end */
export async function manifestText(folder: string): Promise<string> {
  const file = join(folder, "package.json");
  if (!(await stat(file)).isFile()) throw new TypeError(`${file} is no regular file`);
  return readFile(file, "utf8");
}

/** Whether a folder is a package. A `package.json` that only says how to read its files makes none. */
async function isPackage(folder: string): Promise<boolean> {
  try {
    const read: unknown = JSON.parse(await manifestText(folder));
    return isRecord(read) && (read["name"] !== undefined || read["dependencies"] !== undefined);
  } catch {
    return false;
  }
}

/** Returns the folder of the package that a folder is in. A repository ends the search; without a package, it is the folder itself. */
export async function packageAround(folder: string): Promise<string> {
  for (let at = resolve(folder), above = ""; at !== above; above = at, at = dirname(at)) {
    if (await isPackage(at)) return at;
    if (await isThere(join(at, ".git"))) break;
  }
  return folder;
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
