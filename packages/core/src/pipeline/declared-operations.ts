import type { AnyCatalog } from "../catalog/any-catalog.ts";
import { assertOperation, isCodeOfOperation, type Operation } from "../catalog/operation.ts";
import { isUniversalCode } from "../catalog/universal-codes.ts";
import type { CodeDefinition } from "../codes/index.ts";
import { isRouted, type RequestContext, routeOf } from "../http/request-context.ts";

/** How many pairs of an operation and an undeclared code are reported. A service has fewer codes and operations than that. */
const MAX_REPORTED = 1_000;

/** A longer path is not looked up, so that a request for one costs no more than another. */
const MAX_PATH_LENGTH = 2_000;

/** An operation that is ready to be looked up. */
interface Declared {
  /** Its method and path, as declared. */
  readonly name: string;
  readonly codes: readonly string[];
}

/** The operations that a service declares. Finds errors that the operation at hand does not declare. */
export class DeclaredOperations {
  /** By method and pattern. */
  readonly #byPattern = new Map<string, Declared>();
  readonly #reported = new Set<string>();

  /** @throws TypeError that names the operation, if it is malformed, declared twice, or names a code that answers no request. */
  constructor(operations: readonly Operation[], catalog: AnyCatalog) {
    const ids = new Set<string>();
    for (const operation of operations) {
      assertOperation(operation, catalog);
      const { method, path, codes, operationId } = operation;
      const name = `${method} ${path}`;
      if (operationId !== undefined) {
        if (ids.has(operationId)) throw new TypeError(`operations: ${name} repeats the operationId ${operationId}`);
        ids.add(operationId);
      }
      const key = patternKey(method, patternOf(path));
      const known = this.#byPattern.get(key);
      if (known !== undefined) throw new TypeError(`operations: ${name} and ${known.name} are the same operation`);
      this.#byPattern.set(key, { name, codes: [...codes] });
    }
  }

  /**
   * Returns what to do about an error that the operation of a request does not declare, the first time that it occurs. `undefined` for a
   * declared error, and for a request of no declared operation.
   */
  undeclared(code: string, { where }: CodeDefinition, context: RequestContext): string | undefined {
    if (this.#byPattern.size === 0 || where !== "request" || isUniversalCode(code)) return undefined;
    const operation = this.#operationOf(context);
    if (operation === undefined || isCodeOfOperation(operation, code)) return undefined;
    const pair = `${operation.name} ${code}`;
    if (this.#reported.has(pair) || this.#reported.size >= MAX_REPORTED) return undefined;
    this.#reported.add(pair);
    return `${operation.name} answered with "${code}", which the operation does not declare; add it to the operation's codes, or throw a declared one`;
  }

  /**
   * Goes by the route that the framework names, if it is the route of the whole path. Otherwise only an operation without parameters
   * counts: a path that fits `/orders/{id}` may belong to another route.
   */
  #operationOf(context: RequestContext): Declared | undefined {
    if (isRouted(context) === false || context.path.length > MAX_PATH_LENGTH) return undefined;
    const path = segmentsOf(context.path.split("?", 1)[0] ?? "");
    const route = routeOf(context);
    const pattern = route === undefined ? path : patternOf(route);
    const looked = fits(pattern, path) ? pattern : path;
    const { method } = context;
    const found = this.#byPattern.get(patternKey(method, looked));
    return found === undefined && method === "HEAD" ? this.#byPattern.get(patternKey("GET", looked)) : found;
  }
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

function patternKey(method: string, segments: readonly string[]): string {
  return `${method} /${segments.join("/")}`;
}
