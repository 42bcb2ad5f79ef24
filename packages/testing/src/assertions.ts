import type { AnyCatalog, ContractCode, ErrorObject } from "@uhp-errors/core";
import { type Answer, answerOf, type TestedResponse } from "./answer.ts";
import { meantBy, versionOf } from "./codes.ts";
import { type AsymmetricMatcher, contains, type ExpectedFields, says, told } from "./expected.ts";
import { type Broken, failureOf } from "./failure.ts";
import { warnOfCut } from "./reports.ts";
import { checkAnswer } from "./rules.ts";

/** What an error is expected to be, beside its code. What is left out is not compared. */
export interface ExpectedError {
  /**
   * The catalog of the service. Pass it for a code with your own prefix. Without it, the status, type and detail of such a code are not
   * compared with anything.
   */
  readonly catalog?: AnyCatalog | undefined;
  /** The HTTP status. Of a code that is known, the status is checked anyway. */
  readonly status?: number | undefined;
  /** The whole message, an expression that finds something in it, or a matcher. */
  readonly message?: string | RegExp | AsymmetricMatcher | undefined;
  /** The place of the mistake, or a matcher. Null for none. */
  readonly param?: string | null | AsymmetricMatcher | undefined;
  /**
   * Fields that `detail` has, each with its value or a matcher such as `expect.any(Number)`. At every depth, further fields may be there. A
   * list must have the same length. Null for no detail.
   */
  readonly detail?: ExpectedFields | AsymmetricMatcher | null | undefined;
  /** Seconds in `Retry-After`. */
  readonly retryAfter?: number | undefined;
}

/** A code of the specification, or any other. */
export type AnyCode = ContractCode | (string & Record<never, never>);

/**
 * Checks that a response is an error with this code, in the shape that the specification states. In a response of an older version, a
 * newer code counts under the vendor's prefix, too.
 *
 * @param response What `fetch`, supertest or Fastify's `inject` gives, or the promise of it. That of `fetch` stays readable.
 * @returns The five fields of the error.
 * @throws Error named `AssertionError` that says what was expected, and shows the response, cut. TypeError for what is no response.
 * @example
 * const { detail } = await expectContractError(fetch(url), "file_too_large", { param: "file" });
 */
export async function expectContractError(
  response: TestedResponse,
  code: AnyCode,
  expected: ExpectedError = {},
): Promise<ErrorObject> {
  const answer = await answerOf(response);
  const { error, broken } = await judge(answer, code, expected);
  if (error === undefined || broken.length > 0) throw failureOf(broken, answer);
  return error;
}

/** An error response, and in what it differs from what is expected. Without an error, something differs. */
export async function judge(
  answer: Answer,
  code: AnyCode,
  expected: ExpectedError,
): Promise<{ readonly error: ErrorObject | undefined; readonly broken: readonly Broken[] }> {
  if (answer.status < 400) {
    const says = `expected the error ${code}, got a response that is no error`;
    return { error: undefined, broken: [{ says, expected: code, actual: `HTTP ${answer.status}` }] };
  }
  const { error, broken } = checkAnswer(answer, expected.catalog, false);
  if (error !== undefined) warnOfCut(answer, error.code);
  const rules = broken.map((says) => ({ says }));
  if (error === undefined) return { error, broken: rules };
  return { error, broken: [...differences(error, answer, code, expected), ...rules] };
}

function differences(error: ErrorObject, answer: Answer, code: AnyCode, expected: ExpectedError): readonly Broken[] {
  const version = versionOf(answer.header("uhp-version"));
  const isMeant = error.code === code || meantBy(error.code, version, expected.catalog?.vendor) === code;
  const { status, message, param, detail, retryAfter } = expected;
  const found: Broken[] = [];
  const compare = (what: string, holds: boolean, wanted: unknown, actual: unknown) => {
    const shownAs = wanted instanceof RegExp ? String(wanted) : told(wanted);
    const says = `expected the ${what} ${shownAs}, got ${told(actual)}`;
    if (!holds) found.push({ says, expected: wanted, actual });
  };
  compare("code", isMeant, code, error.code);
  if (status !== undefined) compare("status", answer.status === status, status, answer.status);
  if (message !== undefined) {
    const isCut = typeof message === "string" && message !== error.message && message.startsWith(error.message);
    const what = isCut ? "message, which is one sentence, to be" : "message";
    compare(what, says(error.message, message), message, error.message);
  }
  if (param !== undefined) compare("param", contains(error.param, param), param, error.param);
  if (detail !== undefined) compare("detail", contains(error.detail, detail), detail, error.detail);
  const waited = answer.header("retry-after");
  if (retryAfter !== undefined) compare("Retry-After", waited === String(retryAfter), String(retryAfter), waited);
  return found;
}

/** What {@link assertContract} can know about the request. */
export interface AssertOptions {
  /** The method of the request. A response to `HEAD` has no body to check. */
  readonly method?: string | undefined;
}

/**
 * Checks that a response keeps to the specification, be it a success or an error: its version, its envelope, its code with the
 * status, the type and the detail that the catalog states, and a message that is safe to show.
 *
 * @param response What `fetch`, supertest or Fastify's `inject` gives, or the promise of it. That of `fetch` stays readable.
 * @returns The five fields of an error; undefined for a success.
 * @throws Error named `AssertionError` with a sentence for each rule that is broken, and the response, cut. TypeError for what is no response.
 * @example
 * for (const path of paths) await assertContract(fetch(url + path), acme);
 */
export async function assertContract(
  response: TestedResponse,
  catalog: AnyCatalog,
  { method = "GET" }: AssertOptions = {},
): Promise<ErrorObject | undefined> {
  const answer = await answerOf(response);
  const { error, broken } = checkAnswer(answer, catalog, method.toUpperCase() === "HEAD");
  if (error !== undefined) warnOfCut(answer, error.code);
  if (broken.length > 0)
    throw failureOf(
      broken.map((sentence) => ({ says: sentence })),
      answer,
    );
  return error;
}
