import type { AnyCatalog, EndingVersion, Operation, Version } from "@uhp-errors/core";
import type { EndHeaders, RequestCode } from "@uhp-errors/core/internal";
import { answersRequests, NEWEST, type Row, rowsIn } from "../codes/rows.ts";
import { assertOperation, isUniversal } from "../json/operation-json.ts";

/** The codes of a catalog that may answer a request; any string if the compiler does not know the catalog's codes. */
export type OperationCode<Given extends AnyCatalog> = string extends keyof Given["codes"]
  ? string
  : RequestCode<Given["codes"]>;

/** The codes that each operation answers with, by key. */
export type Operations<Code extends string> = Readonly<Record<string, readonly Code[]>>;

/** An operation as it is declared beside a catalog of these codes: an `Operation` of `@uhp-errors/core`. */
export type DeclaredOperation<Code extends string> = Omit<Operation, "codes"> & { readonly codes: readonly Code[] };

/** The options of {@link describeErrors} and {@link toOverlay}. */
export interface DescribeOptions<Code extends string = string> {
  /**
   * The version that clients ask for, such as `{ version: "2026-09-12", deprecation: "2026-12-01" }`. If it is deprecated, so is each
   * operation. Defaults to the newest.
   */
  readonly version?: Version | EndingVersion;
  /**
   * The codes that each operation answers with: the list of declared operations, or a record.
   *
   * - A declared operation is found by its `operationId`. If the document does not have that, its method and path decide. The names of path
   *   parameters do not matter.
   * - A key of a record is an `operationId`, or a method and a path as in the document, such as `"GET /v1/harnesses/{id}"`. The codes of
   *   `"*"` apply to every operation.
   */
  readonly operations?: Operations<Code> | readonly DeclaredOperation<Code>[];
  /**
   * The codes that every operation answers with besides its own. In a record of operations, the key `"*"` has the same effect.
   *
   * @defaultValue With a list of operations, those of any operation that a correct client meets, such as `invalid_input`, `rate_limited` and
   * the vendor's internal error. Otherwise `unsupported_protocol_version` and the vendor's internal error.
   */
  readonly always?: readonly Code[];
  /**
   * Allows only the listed codes in the error bodies of the operations that `operations` names. False by default, because a client that is
   * generated from a closed document may refuse the codes of a newer service.
   */
  readonly closed?: boolean;
  /** Adds a response for any other error. False by default, because some generators mistake it for the type of a success. */
  readonly default?: boolean;
}

const EVERY = "*";

/** Built-in codes that a client does not meet if it sends what the document says. */
const UNMET: ReadonlySet<string> = new Set(
  (
    "route_not_found method_not_allowed request_timeout precondition_failed uri_too_long range_not_satisfiable " +
    "expectation_failed headers_too_large"
  ).split(" "),
);

/** The codes of one operation, and where to find it in a document. */
export interface Assigned {
  readonly name: string;
  readonly operationId: string | undefined;
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly rows: readonly Row[];
}

/** All codes, those of every operation, and those of single operations. */
export interface Assignment {
  /** The headers that announce the end of the version. */
  readonly ends: EndHeaders;
  readonly all: readonly Row[];
  readonly every: readonly Row[];
  readonly operations: readonly Assigned[];
}

/**
 * Looks up the codes of operations.
 *
 * @throws TypeError that names a code that the catalog does not have, or that cannot answer a request.
 */
export function assigned(
  catalog: AnyCatalog,
  { version = NEWEST, operations = {}, always }: DescribeOptions,
): Assignment {
  const all = rowsIn(catalog, version);
  const known = new Map(all.map((row) => [row.code, row]));
  const ends = all[0]?.ends ?? {};
  const rowsOf = (name: string, codes: unknown) => {
    if (!Array.isArray(codes)) throw new TypeError(`${name}: expected a list of codes`);
    return [...new Set<string>(codes)].map((code) => findRow(name, code, known));
  };
  if (isList(operations)) {
    const every = always === undefined ? all.filter((row) => isMet(row, catalog.vendor)) : rowsOf("always", always);
    return { ends, all, every, operations: operations.map((operation) => readOperation(operation, rowsOf)) };
  }
  const given = Object.entries(operations).map(([key, codes]) => [key, rowsOf(`operations["${key}"]`, codes)] as const);
  const keyed = given.find(([key]) => key === EVERY)?.[1];
  if (keyed !== undefined && always !== undefined) {
    throw new TypeError(`always: the key "${EVERY}" of operations says the same; give one of the two`);
  }
  const usual = always ?? ["unsupported_protocol_version", `${catalog.vendor}_internal_error`];
  return {
    ends,
    all,
    every: keyed ?? rowsOf("always", usual),
    operations: given.filter(([key]) => key !== EVERY).map(([key, rows]) => ({ ...readKey(key), name: key, rows })),
  };
}

function isList(
  operations: Operations<string> | readonly DeclaredOperation<string>[],
): operations is readonly DeclaredOperation<string>[] {
  return Array.isArray(operations);
}

/** Whether any operation answers with a code, and a client that sends what the document says can meet it. */
function isMet(row: Row, vendor: string): boolean {
  if (!isUniversal(row.code) || !answersRequests(row)) return false;
  return row.vendor === null || (row.vendor === vendor && !UNMET.has(row.code.slice(vendor.length + 1)));
}

function readOperation(
  operation: DeclaredOperation<string>,
  rowsOf: (name: string, codes: unknown) => readonly Row[],
): Assigned {
  assertOperation(operation);
  const { method, path, codes, operationId } = operation;
  const name = `${method} ${path}`;
  return { name, operationId, method: method.toUpperCase(), path, rows: rowsOf(`operations: ${name}`, codes) };
}

function readKey(key: string): Pick<Assigned, "operationId" | "method" | "path"> {
  const [, method, path] = /^([a-z]+) (\/.*)/is.exec(key) ?? [];
  return { operationId: method === undefined ? key : undefined, method: method?.toUpperCase(), path };
}

function findRow(name: string, code: string, known: ReadonlyMap<string, Row>): Row {
  const row = known.get(code);
  if (row === undefined) throw new TypeError(`${name}: "${code}" is no code of the catalog`);
  if (answersRequests(row)) return row;
  throw new TypeError(`${name}: "${code}" belongs inside the 200 response of a task and answers no request`);
}
