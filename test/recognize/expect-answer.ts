import { type ContractOptions, createContract, type ErrorReport } from "@uhp-errors/core";
import { expect, test } from "vitest";
import { acme } from "../support/catalog.ts";
import { marksOf } from "../support/foreign-rows.ts";
import { askedInTurn } from "../support/in-turn.ts";
import { type Traits, traitsOf } from "../support/recorded-errors.ts";
import { SECRET_VALUES } from "../support/secrets.ts";
import { answeredAlone } from "./alone.ts";
import type { Provoked } from "./provoke.ts";

declare module "vitest" {
  interface TaskMeta {
    /** What a library threw, and the response: a row of the documentation page. */
    foreign?: {
      readonly library: string;
      readonly condition: string;
      readonly alone: string;
      /** The status and the code; both are null if the client left. */
      readonly status: number | null;
      readonly code: string | null;
      /** The rows of the recognizers' tables that it may have met. */
      readonly met: readonly string[];
      readonly recognizer: string;
      readonly traits: Traits;
    };
  }
}

/** The expected response to an error: `param` and `detail` are null unless they are given. */
export interface Expected {
  /** The library that the report has to name. */
  readonly recognizer?: string;
  readonly status: number;
  readonly code: string;
  readonly param?: string | null;
  readonly detail?: unknown;
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** An error that a library throws, and the expected response. There is none if the error says that the client left. */
export type Row = readonly [what: string, provoke: () => Promise<Provoked>, expected: Expected | "aborted"];

/** Errors of one library, each made by the library itself. */
export interface Family {
  /** Its npm name, as in the package.json of the tests; `node` for Node's own. */
  readonly library: string;
  /** The recognizer that knows them, if it has another name. */
  readonly recognizer?: string;
  readonly rows: readonly Row[];
}

export const BAD: Expected = { status: 400, code: "invalid_input" };
export const FORBIDDEN: Expected = { status: 403, code: "acme_forbidden" };
export const INTERNAL: Expected = { status: 500, code: "acme_internal_error", detail: { correlation_id: "test" } };
export const TOO_LARGE: Expected = { status: 413, code: "acme_content_too_large" };
export const NOT_FOUND: Expected = { status: 404, code: "acme_not_found" };
export const CONFLICT: Expected = { status: 409, code: "acme_conflict" };
export const LIMITED: Expected = { status: 429, code: "rate_limited" };
export const UNAVAILABLE: Expected = { status: 503, code: "acme_unavailable" };
/** The responses to a missing and to a wrong bearer token. */
export const MISSING: Expected = { status: 401, code: "missing_credential" };
export const INVALID: Expected = { status: 401, code: "invalid_credential" };

/** The response to another service's failure. */
export const UPSTREAM: Expected = { ...INTERNAL, status: 502, code: "acme_upstream_error" };
/** The response when the other service took too long. */
export const TIMEOUT: Expected = { ...INTERNAL, status: 504, code: "acme_upstream_timeout" };

/** A 401 response that does not mention a bearer token. */
export const UNAUTHENTICATED: Expected = { status: 401, code: "acme_unauthenticated" };

/** The response to a body over a known limit. */
export function tooLarge(bytes: number): Expected {
  return { ...TOO_LARGE, detail: { max_bytes: bytes } };
}

/** The response to an upload over a known limit. */
export function uploadTooLarge(bytes: number): Expected {
  return { ...tooLarge(bytes), code: "file_too_large" };
}

/** The response to a validation failure with these issues. The field of the first one is the param. */
export function issues(...list: readonly (readonly [param: string | null, message: string])[]): Expected {
  const detail = { issues: list.map(([param, message]) => ({ param, message })) };
  return { ...BAD, param: list[0]?.[0] ?? null, detail };
}

/**
 * Passes an error to a contract, and checks everything that the client and the operator see. Also checks that no built-in recognizer that
 * was not asked knows the error.
 */
export function judge(provoked: Provoked, expected: Expected | "aborted", options: ContractOptions = {}): void {
  const reports: ErrorReport[] = [];
  const onError = (report: ErrorReport) => void reports.push(report);
  const { recognizer: witness, expectSame } = askedInTurn();
  const contract = createContract(acme, { correlationId: () => "test", onError, recognize: [witness], ...options });
  const { thrown, context } = provoked;
  const answer = contract.respond(thrown, context);
  expectSame();
  if (expected === "aborted") {
    expect(reports).toMatchObject([{ outcome: "aborted", origin: "recognized" }]);
    expect(answer).toBeUndefined();
    return;
  }
  const { error } = JSON.parse(answer?.body ?? "{}");
  const { recognizer, status, code, param = null, detail = null, headers = {} } = expected;
  expect({ status: answer?.status, code: error.code, param: error.param, detail: error.detail }).toEqual({
    status,
    code,
    param,
    detail,
  });
  expect(reports).toMatchObject([{ outcome: "answered", thrown, recognizer }]);
  for (const [name, value] of Object.entries(headers)) expect(answer?.headers[name]).toBe(value);
  for (const secret of SECRET_VALUES) expect(JSON.stringify(answer)).not.toContain(secret);
}

/** A test for each row. The rows are errors that one recognizer has to know. */
export function rows(recognizer: string, list: readonly Row[], options?: ContractOptions, library = recognizer): void {
  test.for(list)(`${recognizer}: %s`, async ([what, provoke, expected], { task }) => {
    const provoked = await provoke();
    judge(provoked, expected === "aborted" ? expected : { recognizer, ...expected }, options);
    const by = expected === "aborted" ? recognizer : (expected.recognizer ?? recognizer);
    const { status, code } = expected === "aborted" ? { status: null, code: null } : expected;
    const met = marksOf(provoked.thrown);
    const traits = traitsOf(provoked.thrown);
    // Only the documentation needs to know what the frameworks do without the contract. They change the error, so this comes last.
    const alone = process.env["FOREIGN_ERRORS"] === undefined ? "" : await answeredAlone(provoked.thrown);
    task.meta.foreign = { library, condition: what, alone, status, code, met, recognizer: by, traits };
  });
}

/** The same for a library, whose name is also that of its recognizer unless another one is given. */
export function family({ library, recognizer = library, rows: list }: Family): void {
  rows(recognizer, list, undefined, library);
}
