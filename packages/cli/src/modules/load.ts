import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { AnyCatalog } from "@uhp-errors/core";
import { UsageError } from "../exit.ts";

/** A module could not be loaded, because it threw; the cause is what it threw. */
export class ModuleError extends UsageError {
  constructor(specifier: string, cause: unknown) {
    super(`${specifier} cannot be loaded: ${cause instanceof Error ? cause.message : String(cause)}${hintOf(cause)}`);
    this.cause = cause;
  }
}

/**
 * Loads a module: a file, or a package that is installed where the command runs.
 *
 * @throws ModuleError where it cannot be loaded.
 */
export async function loadModule(specifier: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return await import(addressOf(specifier));
  } catch (thrown) {
    throw new ModuleError(specifier, thrown);
  }
}

/**
 * The catalog that a module exports: the default export, the export named `catalog`, or the only catalog among its exports.
 *
 * @throws UsageError that says what the module exports instead.
 */
export function catalogIn(specifier: string, exported: Readonly<Record<string, unknown>>): AnyCatalog {
  for (const name of ["default", "catalog"]) if (isCatalog(exported[name])) return exported[name];
  const catalogs = [...new Set(Object.values(exported).filter(isCatalog))];
  const [first] = catalogs;
  if (first !== undefined && catalogs.length === 1) return first;
  if (first !== undefined) {
    const names = Object.keys(exported).filter((name) => isCatalog(exported[name]));
    throw new UsageError(
      `${specifier} exports ${catalogs.length} catalogs (${names.join(", ")}); name one of them \`catalog\``,
    );
  }
  const names = Object.keys(exported).join(", ") || "nothing";
  throw new UsageError(`${specifier} exports no catalog of defineCatalog or joinCatalogs; it exports ${names}`);
}

/** The catalog of a module. @throws UsageError */
export async function loadCatalog(specifier: string): Promise<AnyCatalog> {
  return catalogIn(specifier, await loadModule(specifier));
}

/** Whether something is a catalog, of whichever copy of the package. */
export function isCatalog(value: unknown): value is AnyCatalog {
  if (typeof value !== "object" || value === null) return false;
  const { vendor, codes, definition } = value as Partial<AnyCatalog>;
  return typeof vendor === "string" && typeof codes === "object" && typeof definition === "function";
}

/** The path of a module, relative to the folder in which the command runs. */
function addressOf(specifier: string): string {
  const isFile = /^(?:[./\\]|[A-Za-z]:)|\.[cm]?[jt]s$/.test(specifier);
  if (isFile) return pathToFileURL(resolve(specifier)).href;
  try {
    return pathToFileURL(createRequire(resolve("package.json")).resolve(specifier)).href;
  } catch {
    // A package that has no CommonJS: it is looked for beside this one.
    return specifier;
  }
}

function hintOf(cause: unknown): string {
  const { code } = (cause ?? {}) as { readonly code?: unknown };
  if (code === "ERR_UNKNOWN_FILE_EXTENSION") return "; TypeScript needs Node 22.18 or later, or give the built file";
  return "";
}
