import { type ContractOptions, createContract, type ErrorReport, type Explanation } from "@uhp-errors/core";
import { expect, test } from "vitest";
import { acme } from "../support/catalog.ts";
import { marksOf } from "../support/foreign-rows.ts";
import { askedInTurn } from "../support/in-turn.ts";
import { SECRET_VALUES } from "../support/secrets.ts";
import { answeredAlone } from "./alone.ts";
import type { Provoked } from "./provoke.ts";

declare module "vitest" {
  interface TaskMeta {
    /** What a library threw, and what came of it: a row of the documentation's page. */
    foreign?: {
      readonly library: string;
      readonly condition: string;
      /** What the error calls itself. */
      readonly name: string;
      readonly alone: string;
      readonly answer: string;
      readonly marks: readonly string[];
      readonly recognizer: string;
      /** What `explain` says of it. */
      readonly explained: Explanation;
    };
  }
}

/** What is to come of an error: `param` and `detail` are null unless they are named. */
export interface Expected {
  /** The library, as the report is to name it. */
  readonly recognizer?: string;
  readonly status: number;
  readonly code: string;
  readonly param?: string | null;
  readonly detail?: unknown;
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** An error that a library throws, and what is to come of it: nothing when it says that the client left. */
export type Row = readonly [what: string, provoke: () => Promise<Provoked>, expected: Expected | "aborted"];

/** Errors of one library, each made by the library itself. */
export interface Family {
  /** Its npm name, as in the package.json of the tests; `node` for Node's own. */
  readonly library: string;
  /** The producer that recognizes them, where it goes by another name. */
  readonly recognizer?: string;
  readonly rows: readonly Row[];
}

export const BAD: Expected = { status: 400, code: "invalid_input" };
export const FORBIDDEN: Expected = { status: 403, code: "acme_forbidden" };
export const INTERNAL: Expected = { status: 500, code: "acme_internal_error", detail: { correlation_id: "test" } };
export const TOO_LARGE: Expected = { status: 413, code: "acme_content_too_large" };

/** A response to a 401 that says nothing of a bearer token. */
export const UNAUTHENTICATED: Expected = { status: 401, code: "acme_unauthenticated" };

/** A body over a limit that is known. */
export function tooLarge(bytes: number): Expected {
  return { ...TOO_LARGE, detail: { max_bytes: bytes } };
}

/** An upload over a limit that is known. */
export function uploadTooLarge(bytes: number): Expected {
  return { ...tooLarge(bytes), code: "file_too_large" };
}

/** A validation failure with these issues; the first one's field is the param. */
export function issues(...list: readonly (readonly [param: string | null, message: string])[]): Expected {
  const detail = { issues: list.map(([param, message]) => ({ param, message })) };
  return { ...BAD, param: list[0]?.[0] ?? null, detail };
}

/**
 * Tells a contract of an error and checks all that the client and the operator see, and that no built-in recognizer knows the
 * error without being asked of it.
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

/** A test for each row, of errors that one producer is to recognize. */
export function rows(recognizer: string, list: readonly Row[], options?: ContractOptions, library = recognizer): void {
  test.for(list)(`${recognizer}: %s`, async ([what, provoke, expected], { task }) => {
    const provoked = await provoke();
    judge(provoked, expected === "aborted" ? expected : { recognizer, ...expected }, options);
    const by = expected === "aborted" ? recognizer : (expected.recognizer ?? recognizer);
    const answer = expected === "aborted" ? "nothing, the client left" : `${expected.status} \`${expected.code}\``;
    // Only the page of the documentation needs to know what the frameworks do without the contract.
    const alone = process.env["FOREIGN_ERRORS"] === undefined ? "" : await answeredAlone(provoked.thrown);
    const explained = createContract(acme, options).explain(provoked.thrown, provoked.context);
    const marks = marksOf(provoked.thrown);
    const name = String(Object(provoked.thrown).name ?? "");
    task.meta.foreign = { library, condition: what, name, alone, answer, marks, recognizer: by, explained };
  });
}

/** The same for a library under whose name its producer goes. */
export function family({ library, recognizer = library, rows: list }: Family): void {
  rows(recognizer, list, undefined, library);
}
