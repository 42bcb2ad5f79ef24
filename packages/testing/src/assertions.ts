import type { AnyCatalog, ContractCode, ErrorObject, Operation } from "@uhp-errors/core";
import { type Answer, readAnswer, type TestedResponse } from "./answer.ts";
import { canonicalCode, readVersion } from "./codes.ts";
import { type AsymmetricMatcher, contains, describeValue, type ExpectedFields, says } from "./expected.ts";
import { type Broken, makeFailure } from "./failure.ts";
import { warnOfCut } from "./reports.ts";
import { checkAnswer } from "./rules.ts";

/** What an error is expected to have besides its code. A field that is left out is not compared. */
export interface ExpectedError {
  /** The catalog of the service. Needed for a code with your own prefix: without it, the status, type and detail of that code are not checked. */
  readonly catalog?: AnyCatalog | undefined;
  /** The operation that was called. The error must have a code that it declares, or that any operation can answer with. */
  readonly operation?: Operation | undefined;
  /** The HTTP status. If the code is known, its status is checked anyway. */
  readonly status?: number | undefined;
  /** The whole message, a regular expression that must match a part of it, or a matcher. */
  readonly message?: string | RegExp | AsymmetricMatcher | undefined;
  /** The expected `param`, or a matcher. Null if there should be none. */
  readonly param?: string | null | AsymmetricMatcher | undefined;
  /**
   * Fields of `detail`, each with its value or a matcher such as `expect.any(Number)`. At every depth, `detail` may
   * have more fields. A list must have the same length. Null if there should be no detail.
   */
  readonly detail?: ExpectedFields | AsymmetricMatcher | null | undefined;
  /** The value of `Retry-After` in seconds. */
  readonly retryAfter?: number | undefined;
}

/** A code of the specification, or any other. */
export type AnyCode = ContractCode | (string & Record<never, never>);

/**
 * Checks that a response is an error with this code, in the format that the specification requires. In a response of an
 * older version, a newer code may also have the vendor's prefix.
 *
 * @param response What `fetch`, supertest or Fastify's `inject` returns, or a promise of it. A response of `fetch` stays readable.
 * @returns The five fields of the error.
 * @throws An error named `AssertionError` that says what was expected and shows the response, shortened. TypeError for a value that is not
 * a response.
 * @example
 * const { detail } = await expectContractError(fetch(url), "file_too_large", { param: "file" });
 */
export async function expectContractError(
  response: TestedResponse,
  code: AnyCode,
  expected: ExpectedError = {},
): Promise<ErrorObject> {
  const answer = await readAnswer(response);
  const { error, broken } = await judge(answer, code, expected);
  if (error === undefined || broken.length > 0) throw makeFailure(broken, answer);
  return error;
}

/** Checks an error response and lists where it differs from what is expected. A response that is not an error always differs. */
export async function judge(
  answer: Answer,
  code: AnyCode,
  expected: ExpectedError,
): Promise<{ readonly error: ErrorObject | undefined; readonly broken: readonly Broken[] }> {
  if (answer.status < 400) {
    const says = `expected the error ${code}, got a response that is no error`;
    return { error: undefined, broken: [{ says, expected: code, actual: `HTTP ${answer.status}` }] };
  }
  const { error, broken } = checkAnswer(answer, expected.catalog, false, expected.operation);
  const rules = broken.map((says) => ({ says }));
  if (error === undefined) return { error, broken: rules };
  warnOfCut(answer, error.code);
  return { error, broken: [...differences(error, answer, code, expected), ...rules] };
}

function differences(error: ErrorObject, answer: Answer, code: AnyCode, expected: ExpectedError): readonly Broken[] {
  const version = readVersion(answer.header("uhp-version"));
  const isMeant = error.code === code || canonicalCode(error.code, version, expected.catalog?.vendor) === code;
  const { status, message, param, detail, retryAfter } = expected;
  const found: Broken[] = [];
  const compare = (what: string, holds: boolean, wanted: unknown, actual: unknown) => {
    const shownAs = wanted instanceof RegExp ? String(wanted) : describeValue(wanted);
    const says = `expected the ${what} ${shownAs}, got ${describeValue(actual)}`;
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

/** Options of {@link expectKeepsContract}. */
export interface KeepsContractOptions {
  /** The method of the request. A response to `HEAD` has no body to check. */
  readonly method?: string | undefined;
  /** The operation that was called. An error must have a code that it declares, or that any operation can answer with. */
  readonly operation?: Operation | undefined;
}

/**
 * Checks that a response follows the specification, whether it is a success or an error: its version, its envelope, its
 * code with the status, type and detail that the catalog defines, and a message that is safe to show.
 *
 * @param response What `fetch`, supertest or Fastify's `inject` returns, or a promise of it. A response of `fetch` stays readable.
 * @returns The five fields of an error; undefined for a success.
 * @throws An error named `AssertionError` with a sentence for each broken rule, and the response, shortened. TypeError for a value that is
 * not a response.
 * @example
 * for (const path of paths) await expectKeepsContract(fetch(url + path), acme);
 */
export async function expectKeepsContract(
  response: TestedResponse,
  catalog: AnyCatalog,
  options: KeepsContractOptions = {},
): Promise<ErrorObject | undefined> {
  const answer = await readAnswer(response);
  const { error, broken } = judgeAny(answer, catalog, options);
  if (broken.length > 0) throw makeFailure(broken, answer);
  return error;
}

/** Checks any response, and lists the rules that it breaks. */
export function judgeAny(
  answer: Answer,
  catalog: AnyCatalog,
  { method, operation }: KeepsContractOptions,
): { readonly error: ErrorObject | undefined; readonly broken: readonly Broken[] } {
  const { error, broken } = checkAnswer(answer, catalog, method?.toUpperCase() === "HEAD", operation);
  if (error !== undefined) warnOfCut(answer, error.code);
  return { error, broken: broken.map((says) => ({ says })) };
}
