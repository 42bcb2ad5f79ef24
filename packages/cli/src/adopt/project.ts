import { posix } from "node:path";
import { isRecord } from "@uhp-errors/core/internal";
import { type ErrorClass, errorClassesAmong, listClasses } from "../scan/classes.ts";
import type { Finding, Skipped } from "../scan/finding.ts";
import { type Module, parseModule } from "../scan/module.ts";
import { aliasedPath } from "../scan/modules.ts";
import { scanSources } from "../scan/scan.ts";
import type { Source } from "../scan/sources.ts";
import { isA, type Node, plainCall } from "../scan/syntax.ts";
import { detectStyle, type Style } from "./edits.ts";

export interface File extends Module {
  readonly text: string;
  readonly style: Style;
  readonly isEsm: boolean;
  /** Whether it may use `await` outside of functions. TypeScript with `import` may be compiled to `require`. */
  readonly mayAwait: boolean;
}

export interface Manifest {
  readonly text: string;
  readonly isEsm: boolean;
  readonly ranges: ReadonlyMap<string, string>;
}

export interface Project {
  readonly files: readonly File[];
  readonly manifest: Manifest;
  readonly findings: readonly Finding[];
  readonly skipped: readonly Skipped[];
  readonly classes: readonly (ErrorClass & { readonly file: File })[];
  readonly vendor: string;
}

/** Reads sources and `package.json`. Never throws for what a source contains. @throws SyntaxError if the manifest is not JSON */
export function readProject(sources: readonly Source[], manifest: string, vendor: string): Project {
  const { findings, skipped } = scanSources(sources, vendor);
  const facts = readManifest(manifest);
  const files = parseFiles(sources, facts);
  const classes = files.flatMap((file) => listClasses(file).map((one) => ({ ...one, file })));
  const errors = new Set(errorClassesAmong(classes).map(({ node }) => node));
  return {
    files,
    manifest: facts,
    findings,
    skipped,
    classes: classes.filter(({ node }) => errors.has(node)),
    vendor,
  };
}

export function parseFiles(sources: readonly Source[], manifest: Manifest): readonly File[] {
  return sources.flatMap((source) => parseFile(source, manifest));
}

function parseFile({ file, text }: Source, manifest: Manifest): File[] {
  try {
    const module = parseModule(file, text);
    // A file that was read in part may have more in it than its nodes show.
    if (module.mistakes.count > 0) return [];
    const isDefault = manifest.isEsm ? !/\.c[jt]s$/.test(file) : /\.m[jt]s$/.test(file);
    const isModule = isEsm(module, isDefault);
    return [{ ...module, text, style: detectStyle(text), isEsm: isModule, mayAwait: isModule && isDefault }];
  } catch {
    return [];
  }
}

function isEsm({ nodes }: Module, isDefault: boolean): boolean {
  if (nodes.some(({ type }) => /(?:Import|Export\w+)Declaration|TS(?:ImportEquals|ExportAssignment)/.test(type)))
    return true;
  return isDefault && !nodes.some((node) => plainCall(node)?.name === "require");
}

/** Reads the facts of a `package.json`. @throws SyntaxError if it is not JSON */
export function readManifest(text: string): Manifest {
  const read = JSON.parse(text) as Readonly<Record<string, unknown>>;
  const ranges = ["dependencies", "devDependencies", "peerDependencies"].flatMap((field) => {
    const own = read[field];
    return isRecord(own) ? Object.entries(own).map(([name, range]) => [name, String(range)] as const) : [];
  });
  return { text, isEsm: read["type"] === "module", ranges: new Map(ranges) };
}

/** Returns the first number in a range of versions: 4 for `^4.21.0`. `undefined` if there is none. */
export function majorVersion({ ranges }: Manifest, name: string): number | undefined {
  const digits = /\d+/.exec(ranges.get(name) ?? "")?.[0];
  return digits === undefined ? undefined : Number(digits);
}

/** Whether a range of versions begins before a version such as `5.4`; `false` if `package.json` has none. */
export function isOlder({ ranges }: Manifest, name: string, version: string): boolean {
  const [, major, minor] = /(\d+)(?:\.(\d+))?/.exec(ranges.get(name) ?? "") ?? [];
  const [first = 0, second = 0] = version.split(".").map(Number);
  // A number that is missing is not less than any.
  return Number(major) < first || (Number(major) === first && Number(minor) < second);
}

const EXTENSION = /\.[cm]?[jt]sx?$/;

/** Returns the specifier with which one file of the project imports another, with an extension if the project's imports have one. */
export function writeSpecifier(
  from: string,
  to: string,
  { files, manifest }: Pick<Project, "files" | "manifest">,
): string {
  const path = posix.relative(posix.dirname(from), to);
  const relative = path.startsWith(".") ? path : `./${path}`;
  const known = files
    .flatMap(({ imports }) => [...imports.values()].map(({ module }) => module))
    .filter((module) => module.startsWith("."));
  const extensions = known.map((module) => EXTENSION.exec(module)?.[0] ?? "");
  const isBare =
    extensions.length > 0 ? extensions.filter((one) => one === "").length * 2 > extensions.length : !manifest.isEsm;
  if (isBare) return relative.replace(EXTENSION, "");
  if (extensions.some((one) => one.endsWith("ts"))) return relative;
  return relative.replace(/\.([cm]?)tsx?$/, ".$1js");
}

/** Returns the file that an import loads, relative or by a common alias; `undefined` if the project does not have it. */
export function importedFile(from: string, module: string, files: readonly File[]): File | undefined {
  const aliased = aliasedPath(module);
  if (aliased === undefined && !module.startsWith(".")) return undefined;
  const path = (aliased ?? posix.join(posix.dirname(from), module)).replace(EXTENSION, "");
  const names = [path, `${path}/index`];
  return files.find(({ file }) => {
    const name = file.replace(EXTENSION, "");
    return names.some((one) => name === one || (aliased !== undefined && name.endsWith(`/${one}`)));
  });
}

/** Whether loading a file also loads one of the given files, through imports within the project. */
export function reaches(from: File, others: ReadonlySet<string>, files: readonly File[]): boolean {
  const seen = new Set<string>();
  const waiting = [from];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (others.has(file.file)) return true;
    if (seen.has(file.file)) continue;
    seen.add(file.file);
    for (const { module } of file.imports.values()) {
      const next = importedFile(file.file, module, files);
      if (next !== undefined) waiting.push(next);
    }
  }
  return false;
}

export function readsName(node: Node, name: string): boolean {
  return (node.type === "Identifier" || node.type === "JSXIdentifier") && node.name === name;
}

/** Returns where a name of a file is declared, and under which name: in the file itself, or in the one that it imports it from. */
export function findDeclaration(
  name: string,
  file: File,
  files: readonly File[],
): { readonly name: string; readonly file: File } | undefined {
  const from = file.imports.get(name);
  if (from === undefined) return { name, file };
  const home = importedFile(file.file, from.module, files);
  return home && { name: from.name === "default" ? name : from.name, file: home };
}

/** Whether a file has a variable, a function or a type of that name. A property of the name is none. */
export function hasName({ nodes, parents }: File, name: string): boolean {
  return nodes.some((node) => {
    if (!readsName(node, name)) return false;
    const around = parents.get(node);
    if (isA(around, "MemberExpression", "OptionalMemberExpression")) return around.object === node || around.computed;
    const isKey = isA(around, "ObjectProperty") && around.key === node && !around.computed && !around.shorthand;
    return !isKey;
  });
}
