import type { AnyCatalog } from "../catalog/any-catalog.ts";
import { assertOperation, isCodeOfOperation, type Operation } from "../catalog/operation.ts";
import { isUniversalCode } from "../catalog/universal-codes.ts";
import { isRouted } from "../http/request-context.ts";
import type { ErrorReport } from "./report.ts";

/** How many pairs of an operation and an undeclared code are named. A service has fewer codes and operations than that. */
const MAX_NAMED = 1_000;

/** A longer path is not looked up, so that a request for one costs no more than another. */
const MAX_PATH_LENGTH = 2_000;

/** The outcomes of an error that no client got as a response of the operation. */
const NOT_SENT: readonly ErrorReport["outcome"][] = ["passed", "unanswered"];

interface Declared {
  /** Its method and path, as declared. */
  readonly name: string;
  readonly codes: readonly string[];
}

type OperationIndex = ReadonlyMap<string, Declared>;

/**
 * Makes a function for the option `onError` that says which operation answered with a code that it does not declare. The function returns
 * a sentence for the log, once for each operation and code, and `undefined` for any other report: of a declared code, of one that any
 * operation can answer with, or of a request of no such operation.
 *
 * @throws TypeError that names the operation, if it is malformed, declared twice, or names a code that answers no request.
 * @example
 * const undeclared = createOperationCheck(acme, [payOrder]);
 * const contract = createContract(acme, {
 *   onError: (report) => log.error({ ...serializeReport(report), undeclared: undeclared(report) }),
 * });
 */
export function createOperationCheck(
  catalog: AnyCatalog,
  operations: readonly Operation[],
): (report: ErrorReport) => string | undefined {
  const index = indexOf(operations, catalog);
  const named = new Set<string>();
  return (report) => {
    const code = requestCode(report, catalog);
    if (code === undefined || isUniversalCode(code)) return undefined;
    const operation = operationOf(report, index);
    if (operation === undefined || isCodeOfOperation(operation, code)) return undefined;
    const pair = `${operation.name} ${code}`;
    if (named.has(pair) || named.size >= MAX_NAMED) return undefined;
    named.add(pair);
    return `${operation.name} answered with "${code}", which the operation does not declare; add it to the operation's codes, or throw a declared one`;
  };
}

function indexOf(operations: readonly Operation[], catalog: AnyCatalog): OperationIndex {
  if (!Array.isArray(operations)) throw new TypeError("operations: expected a list of operations");
  const index = new Map<string, Declared>();
  const ids = new Set<string>();
  for (const operation of operations) {
    assertOperation(operation, catalog);
    const { method, path, codes, operationId } = operation;
    const name = `${method} ${path}`;
    if (operationId !== undefined) {
      if (ids.has(operationId)) throw new TypeError(`operations: ${name} repeats the operationId ${operationId}`);
      ids.add(operationId);
    }
    const key = keyOf(method, patternOf(path));
    const known = index.get(key);
    if (known !== undefined) throw new TypeError(`operations: ${name} and ${known.name} are the same operation`);
    index.set(key, { name, codes: [...codes] });
  }
  return index;
}

/** Returns the code of a report, as the catalog names it, if the client got it as the response to a request and nothing else is wrong. */
function requestCode({ code, outcome, misuse }: ErrorReport, { codes, vendor }: AnyCatalog): string | undefined {
  if (code === null || misuse !== undefined || NOT_SENT.includes(outcome)) return undefined;
  // An older version of the protocol sees a newer code with the vendor's prefix.
  const unprefixed = code.slice(vendor.length + 1);
  const name = !Object.hasOwn(codes, code) && Object.hasOwn(codes, unprefixed) ? unprefixed : code;
  // The catalog has no definition of `acme_http_418`, which stands for a status alone.
  return (codes[name]?.where ?? "request") === "request" ? name : undefined;
}

/**
 * Goes by the route that the framework names, if it is the route of the whole path. Otherwise only an operation without parameters counts:
 * a path that fits `/orders/{id}` may belong to another route.
 */
function operationOf({ method, path, route, context }: ErrorReport, index: OperationIndex): Declared | undefined {
  if (isRouted(context) === false || path.length > MAX_PATH_LENGTH) return undefined;
  const segments = segmentsOf(path);
  const pattern = route === undefined ? segments : patternOf(route);
  const lookup = fits(pattern, segments) ? pattern : segments;
  const found = index.get(keyOf(method, lookup));
  return found === undefined && method === "HEAD" ? index.get(keyOf("GET", lookup)) : found;
}

/** Stands for a parameter, whatever its name. No segment of a path is empty. */
const PARAMETER = "";

function segmentsOf(path: string): readonly string[] {
  return path.split("/").filter((segment) => segment !== "");
}

/** Returns the segments of a declared path or of a framework's route. A segment that is only in part a parameter stays as it is. */
function patternOf(path: string): readonly string[] {
  return segmentsOf(path).map((segment) =>
    /^(?::\w+(?:\([^()]*\)|\{[^{}]*\})?|\{[^{}]*\})$/.test(segment) ? PARAMETER : segment,
  );
}

function fits(pattern: readonly string[], path: readonly string[]): boolean {
  return (
    pattern.length === path.length &&
    pattern.every((segment, index) => segment === PARAMETER || segment === path[index])
  );
}

function keyOf(method: string, segments: readonly string[]): string {
  return `${method} /${segments.join("/")}`;
}
