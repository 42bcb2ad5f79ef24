import { existsSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type AnyCatalog, createContract, type Operation } from "@uhp-errors/core";
import { isRecord } from "@uhp-errors/core/internal";
import { UsageError } from "../exit.ts";
import { readJson } from "./files.ts";

/** A module threw while it was loaded. The cause is what it threw. */
export class ModuleError extends UsageError {
  constructor(specifier: string, cause: unknown) {
    super(`${specifier} cannot be loaded: ${cause instanceof Error ? cause.message : String(cause)}${hintOf(cause)}`);
    this.cause = cause;
  }
}

/**
 * Loads a module: a file, or a package that is installed in the working directory. What it prints goes to the standard error.
 *
 * @throws UsageError if there is none, ModuleError if it cannot be loaded.
 */
export async function loadModule(specifier: string): Promise<Readonly<Record<string, unknown>>> {
  const address = addressOf(specifier);
  const { stdout, stderr } = process;
  const { write } = stdout;
  // The result of the command may be JSON that a program reads.
  stdout.write = stderr.write.bind(stderr) as typeof write;
  try {
    return await import(address);
  } catch (thrown) {
    throw new ModuleError(specifier, thrown);
  } finally {
    stdout.write = write;
  }
}

/**
 * Returns the catalog that a module exports: the default export, the export named `catalog`, or the only catalog among
 * its exports.
 *
 * @throws UsageError that says what the module exports instead.
 */
export function catalogIn(specifier: string, exported: Readonly<Record<string, unknown>>): AnyCatalog {
  for (const name of ["default", "catalog"]) if (isCatalog(exported[name])) return exported[name];
  const catalogs = [...new Set(Object.values(exported).filter(isCatalog))];
  const [first, other] = catalogs;
  if (other !== undefined) {
    const names = Object.keys(exported).filter((name) => isCatalog(exported[name]));
    throw new UsageError(
      `${specifier} exports ${catalogs.length} catalogs (${names.join(", ")}); name one of them \`catalog\``,
    );
  }
  if (first !== undefined) return first;
  const names = Object.keys(exported).join(", ") || "nothing";
  throw new UsageError(`${specifier} exports no catalog of defineCatalog or joinCatalogs; it exports ${names}`);
}

/** Loads a module and returns its catalog. @throws UsageError if it has none */
export async function loadCatalog(specifier: string): Promise<AnyCatalog> {
  return catalogIn(specifier, await loadModule(specifier));
}

/** Loads a catalog whose messages strangers will see. @throws UsageError also if no contract takes one of them */
export async function loadCheckedCatalog(specifier: string): Promise<AnyCatalog> {
  const catalog = await loadCatalog(specifier);
  try {
    createContract(catalog);
  } catch (thrown) {
    throw new ModuleError(specifier, thrown);
  }
  return catalog;
}

/**
 * Loads the operations of a service: from a JSON file, or from a module that exports a list of them or each by itself.
 *
 * @throws UsageError if there are none.
 */
export async function loadOperations(specifier: string): Promise<unknown> {
  if (specifier.endsWith(".json")) return readJson(specifier);
  const exported = await loadModule(specifier);
  for (const name of ["default", "operations"]) {
    const list = exported[name];
    if (Array.isArray(list) && list.every(isOperation)) return list;
  }
  const operations = [...new Set(Object.values(exported).filter(isOperation))];
  if (operations.length > 0) return operations;
  throw new UsageError(`${specifier} exports no operation; expected objects with method, path and codes`);
}

function isOperation(value: unknown): value is Operation {
  if (!isRecord(value)) return false;
  const { method, path, codes } = value;
  return typeof method === "string" && typeof path === "string" && Array.isArray(codes);
}

/** Loads a list of operations, as {@link loadOperations} does. @throws UsageError if there is a record of codes instead. */
export async function loadOperationList(specifier: string): Promise<readonly Operation[]> {
  const operations = await loadOperations(specifier);
  if (Array.isArray(operations)) return operations as readonly Operation[];
  throw new UsageError(`${specifier} is no list of operations, each with method, path and codes`);
}

/** Whether a value is a catalog, made by any copy of the package. */
export function isCatalog(value: unknown): value is AnyCatalog {
  if (!isRecord(value)) return false;
  const { vendor, codes, definition } = value;
  return typeof vendor === "string" && typeof codes === "object" && typeof definition === "function";
}

/** Returns the address of a module that a person named. @throws UsageError if it is certainly none */
function addressOf(specifier: string): string {
  const refuse = (reason: string) => new UsageError(`${specifier || '""'} cannot be loaded: ${reason}`);
  if (specifier === "" || /^[a-z][a-z\d+.-]+:/i.test(specifier)) throw refuse("give a file, or the name of a package");
  const isFile = /^(?:[./\\]|[A-Za-z]:)|\.[cm]?[jt]s$/.test(specifier);
  const installed = isFile ? undefined : installedModule(specifier);
  if (installed !== undefined) return installed;
  const path = resolve(specifier);
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) {
    const written = ENDINGS.find((ending) => existsSync(`${path}${ending}`));
    if (written !== undefined) throw refuse(`there is no such file. Did you mean ${specifier}${written}?`);
    throw refuse(`there is no such file${isFile ? "" : ", and no package of this name is installed here"}`);
  }
  if (stats.isDirectory()) throw refuse("it is a folder; give the file in it");
  if (specifier.endsWith(".json")) throw refuse("it is JSON, and no module");
  return pathToFileURL(path).href;
}

const ENDINGS = [".ts", ".mts", ".cts", ".js", ".mjs", ".cjs"];

function installedModule(name: string): string | undefined {
  try {
    return pathToFileURL(createRequire(resolve("package.json")).resolve(name)).href;
  } catch (thrown) {
    // A package without a CommonJS entry is resolved from here.
    return (thrown as NodeJS.ErrnoException).code === "MODULE_NOT_FOUND" ? undefined : name;
  }
}

function hintOf(cause: unknown): string {
  const { name, code, message, url } = (cause ?? {}) as Readonly<Record<string, unknown>>;
  if (name === "SyntaxError" && code === undefined) return "; run the file with node to see the line";
  if (code === "ERR_UNKNOWN_FILE_EXTENSION" && /^Unknown file extension "\.[cm]?ts"/.test(String(message)))
    return `; TypeScript needs Node 22.18 or later, and this is Node ${process.versions.node}. ${WITHOUT_TYPES}`;
  if (code === "ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX") return `. ${WITHOUT_TYPES}`;
  if (code === "ERR_MODULE_NOT_FOUND" && isTypeScript(url))
    return `; Node does not load a .ts file for an import of the .js file that is built from it. ${WITHOUT_TYPES}`;
  return "";
}

const WITHOUT_TYPES =
  "Give the built file, or run it with tsx: npx tsx node_modules/@uhp-errors/cli/bin/uhp-errors.js …";

/** Whether the file that an import in TypeScript names, such as `errors.js`, is there before it is built. */
function isTypeScript(url: unknown): boolean {
  return (
    typeof url === "string" && /^file:.*\.[cm]?js$/.test(url) && existsSync(fileURLToPath(url.replace(/js$/, "ts")))
  );
}
