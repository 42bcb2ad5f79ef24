import { type Dirent, promises } from "node:fs";
import { join, relative, sep } from "node:path";
import type { Skipped } from "./finding.ts";

export interface Source {
  readonly file: string;
  readonly text: string;
}

/** The maximum size of a file to read, in bytes, because larger files were not written by hand. */
export const MAX_FILE_BYTES = 1_048_576;

export const MAX_FILES = 20_000;

/** The maximum number of bytes to read in all, because the syntax tree of a source needs fifty times as much memory. */
export const MAX_BYTES = 33_554_432;

const SOURCE = /\.(?:[cm]?[jt]s|[jt]sx)$/;

/** Files that declare types and run nothing. */
const DECLARATION = /\.d\.[cm]?ts$/;

const GENERATED = /\.(?:min|bundle|generated|gen)\.[cm]?[jt]s$/;

/** Folders of dependencies, and of build output. */
const DEPENDENCIES: ReadonlySet<string> = new Set(["node_modules", "bower_components"]);
const OUTPUT: ReadonlySet<string> = new Set(["dist", "build", "out", "coverage"]);

/** Tests. Their errors reach no client. */
const TEST =
  /(?:^|\/)(?:tests?|__tests__|__mocks__|spec|e2e|cypress|fixtures?)\/|\.(?:test|spec|e2e-spec|stories|bench)\.[cm]?[jt]sx?$/;

export interface Sources {
  readonly sources: readonly Source[];
  readonly skipped: readonly Skipped[];
  readonly tests: number;
}

/** Reads the sources in a folder. Does not follow links, because they may form a loop. */
export async function readSources(folder: string, withTests: boolean): Promise<Sources> {
  const skipped: Skipped[] = [];
  const files = await filesBelow(folder, skipped);
  const wanted = files.filter(({ file }) => withTests || !TEST.test(file));
  const sources: Source[] = [];
  let left = MAX_BYTES;
  for (const { path, file, reason } of wanted) {
    const refused = reason ?? (sources.length === MAX_FILES ? `a scan reads ${MAX_FILES} files at most` : undefined);
    const source = refused === undefined ? await read(path, left) : { reason: refused };
    if ("reason" in source) skipped.push({ file, reason: source.reason });
    else {
      sources.push({ file, text: source.text });
      left -= source.size;
    }
  }
  sources.sort((one, other) => (one.file < other.file ? -1 : 1));
  return { sources, skipped, tests: files.length - wanted.length };
}

interface Found {
  readonly path: string;
  readonly file: string;
  readonly reason: string | undefined;
}

/** Lists the sources below a folder. Folders that are left out are skipped. */
async function filesBelow(folder: string, skipped: Skipped[]): Promise<readonly Found[]> {
  const files: Found[] = [];
  const folders = [folder];
  for (let at = folders.shift(); at !== undefined; at = folders.shift()) {
    const entries = await entriesOf(at, folder, skipped);
    const isRoot = entries.some(({ name }) => name === "package.json");
    for (const entry of entries) {
      const path = join(at, entry.name);
      const file = below(folder, path);
      const isInside = await isFolder(entry, path);
      const reason = isInside ? reasonAgainstFolder(entry, isRoot) : reasonAgainst(entry);
      if (!isInside) files.push({ path, file, reason });
      else if (reason === undefined) folders.push(path);
      else if (reason !== EXPECTED) skipped.push({ file, reason });
    }
  }
  return files.filter(({ file }) => SOURCE.test(file) && !DECLARATION.test(file));
}

async function isFolder(entry: Dirent, path: string): Promise<boolean> {
  if (!entry.isSymbolicLink()) return entry.isDirectory();
  return promises.stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}

const IS_LINK = "it is a link, which a scan does not follow";
const OF_TOOLS = "a scan leaves out folders of this name, which mostly hold what tools or others wrote";

/** Returns why a file is not read; `undefined` if nothing speaks against it. */
function reasonAgainst(entry: Dirent): string | undefined {
  if (GENERATED.test(entry.name)) return "its name says that a tool wrote it";
  if (entry.isSymbolicLink()) return IS_LINK;
  // Reading a pipe would wait forever.
  return entry.isFile() ? undefined : "it is no regular file";
}

/** The reason for a folder that nobody expects to be scanned. */
const EXPECTED = "";

/**
 * Returns why a folder is not looked into; `undefined` if nothing speaks against it.
 *
 * @param isRoot Whether it is beside a `package.json`, where folders of build output are.
 */
function reasonAgainstFolder(entry: Dirent, isRoot: boolean): string | undefined {
  const { name } = entry;
  if (name.startsWith(".") || DEPENDENCIES.has(name) || (isRoot && OUTPUT.has(name))) return EXPECTED;
  if (OUTPUT.has(name) || name === "vendor" || name === "generated") return OF_TOOLS;
  return entry.isSymbolicLink() ? IS_LINK : undefined;
}

function below(folder: string, path: string): string {
  return relative(folder, path).split(sep).join("/");
}

async function entriesOf(at: string, folder: string, skipped: Skipped[]): Promise<readonly Dirent[]> {
  try {
    return await promises.readdir(at, { withFileTypes: true });
  } catch (thrown) {
    if (at === folder) throw thrown;
    skipped.push({
      file: below(folder, at),
      reason: `it cannot be read: ${(thrown as Error).message}`,
    });
    return [];
  }
}

async function read(
  path: string,
  left: number,
): Promise<{ readonly text: string; readonly size: number } | { readonly reason: string }> {
  try {
    const { size } = await promises.stat(path);
    if (size > MAX_FILE_BYTES)
      return { reason: `it has ${size} bytes, and a scan reads ${MAX_FILE_BYTES} of a file at most` };
    if (size > left) return { reason: `a scan reads ${MAX_BYTES} bytes at most` };
    return { text: (await promises.readFile(path, "utf8")).replace(/^\ufeff/, ""), size };
  } catch (thrown) {
    return { reason: `it cannot be read: ${(thrown as Error).message}` };
  }
}
