import type { AnyCatalog, RequestCode, Version } from "@uhp-errors/core";
import { answersRequests, NEWEST, type Row, rowsIn } from "../codes/rows.ts";

/** The codes of a catalog that may answer a request; any text, where the compiler does not know the catalog's codes. */
export type AnswerCode<Codes> = string extends keyof Codes ? string : RequestCode<Codes>;

/** Which codes which operation answers with. */
export type Operations<Code extends string> = Readonly<Record<string, readonly Code[]>>;

/** What {@link describeErrors} and {@link toOverlay} take. */
export interface DescribeOptions<Code extends string = string> {
  /** The version that clients ask for; the newest when left out. */
  readonly version?: Version;
  /**
   * The codes that an operation answers with, by its `operationId` or by method and path as the document has them, such as
   * `"GET /v1/harnesses/{id}"`. Those of `"*"` are for every operation: by default `unsupported_protocol_version` and the vendor's
   * internal error, which any request may get.
   */
  readonly operations?: Operations<Code>;
  /** Adds a response for any other error. False by default: some generators take it for the type of a success. */
  readonly default?: boolean;
}

/** The key for every operation. */
export const EVERY = "*";

/** Which codes are for every operation, and which for the operation of a key. */
export interface Assigned {
  readonly all: readonly Row[];
  readonly every: readonly Row[];
  readonly byKey: ReadonlyMap<string, readonly Row[]>;
}

/**
 * Looks the codes of operations up.
 *
 * @throws TypeError that names a code that the catalog does not have, or that cannot answer a request.
 */
export function assigned(catalog: AnyCatalog, { version = NEWEST, operations = {} }: DescribeOptions): Assigned {
  const all = rowsIn(catalog, version);
  const known = new Map(all.map((row) => [row.code, row]));
  const rowsOf = (key: string, codes: readonly string[]) => {
    if (!Array.isArray(codes)) throw new TypeError(`operations["${key}"]: expected a list of codes`);
    return [...new Set<string>(codes)].map((code) => rowOf(key, code, known));
  };
  const given = Object.entries(operations).map(([key, codes]) => [withUpperMethod(key), rowsOf(key, codes)] as const);
  const byKey = new Map(given.filter(([key]) => key !== EVERY));
  const every = given.find(([key]) => key === EVERY)?.[1];
  return {
    all,
    every: every ?? rowsOf(EVERY, ["unsupported_protocol_version", `${catalog.vendor}_internal_error`]),
    byKey,
  };
}

/** Documents write methods small, and people write them large. */
function withUpperMethod(key: string): string {
  return key.replace(/^[a-z]+(?= \/)/, (method) => method.toUpperCase());
}

function rowOf(key: string, code: string, known: ReadonlyMap<string, Row>): Row {
  const row = known.get(code);
  if (row === undefined) throw new TypeError(`operations["${key}"]: "${code}" is no code of the catalog`);
  if (answersRequests(row)) return row;
  throw new TypeError(
    `operations["${key}"]: "${code}" stands inside the 200 response of a task and answers no request`,
  );
}
