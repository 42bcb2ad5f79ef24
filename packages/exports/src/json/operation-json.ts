import { type AnyCatalog, isCodeOfOperation, type Operation } from "@uhp-errors/core";
import { isRecord } from "@uhp-errors/core/internal";
import { canonicalPath, inBraces } from "./path.ts";

/** One operation, as `toJson` describes it. */
export interface OperationJson {
  readonly method: string;
  /** The path, with each parameter as `{name}`. */
  readonly path: string;
  readonly operation_id: string | null;
  /** The declared codes in alphabetical order, without those that any operation can answer with. */
  readonly codes: readonly string[];
}

/**
 * Describes operations, by path and method.
 *
 * @throws TypeError that names an operation that is malformed, given twice, or has a code that the catalog does not have or that answers
 * no request.
 */
export function operationsJson(operations: readonly Operation[], catalog: AnyCatalog): OperationJson[] {
  if (!Array.isArray(operations)) throw new TypeError("operations: expected a list of operations");
  const described = (operations as readonly Operation[]).map((operation) => operationJson(operation, catalog));
  const keys = described.map(operationKey);
  const twice = described.find((operation, index) => keys.indexOf(operationKey(operation)) !== index);
  if (twice !== undefined) throw new TypeError(`operations: ${twice.method} ${twice.path} is given twice`);
  return described.sort((one, other) => compareTexts(one.path, other.path) || compareTexts(one.method, other.method));
}

function operationJson(given: Operation, catalog: AnyCatalog): OperationJson {
  assertOperation(given);
  const { method, path, codes, operationId } = given;
  const name = `${method} ${path}`;
  if (!Array.isArray(codes)) throw new TypeError(`operations: ${name}: expected a list of codes`);
  for (const code of codes as readonly string[]) {
    if (Object.hasOwn(catalog.codes, code) && catalog.codes[code]?.where === "request") continue;
    throw new TypeError(`operations: ${name}: "${code}" is not a code of the catalog that answers a request`);
  }
  return {
    method: method.toUpperCase(),
    path: inBraces(path),
    operation_id: operationId ?? null,
    codes: [...new Set<string>(codes)].filter((code) => !isUniversal(code)).sort(compareTexts),
  };
}

/** @throws TypeError for an operation without a method or a path. */
export function assertOperation(given: unknown): void {
  if (isRecord(given) && typeof given["method"] === "string" && typeof given["path"] === "string") return;
  throw new TypeError("operations: expected each to have a method, a path and codes");
}

/** Whether any operation can answer with a code, even one that declares none. */
export function isUniversal(code: string): boolean {
  return isCodeOfOperation({ codes: [] }, code);
}

/** Returns what is equal for two descriptions of the same operation: the names of its parameters do not matter. */
export function operationKey({ method, path }: Pick<OperationJson, "method" | "path">): string {
  return `${method} ${canonicalPath(path)}`;
}

/** Compares texts in an order that is the same on every machine. */
function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
