import type { AnyCatalog } from "@uhp-errors/core";
import { readAnswer, type TestedResponse } from "./answer.ts";
import { type AnyCode, type ExpectedError, judge, judgeAny, type KeepsContractOptions } from "./assertions.ts";
import { describeAnswer, makeFailure } from "./failure.ts";

/** The matchers as a test calls them. Each must be awaited. */
export interface ContractMatchers {
  /**
   * Expects a response, or the promise of one, to be an error with this code.
   *
   * @example
   * await expect(fetch(url)).toBeContractError("file_too_large", { param: "file" });
   */
  toBeContractError(code: AnyCode, expected?: ExpectedError): Promise<void>;
  /**
   * Expects a response, or the promise of one, to follow the specification.
   *
   * @example
   * await expect(app.inject("/v1/nowhere")).toKeepContract(acme);
   */
  toKeepContract(catalog: AnyCatalog, options?: KeepsContractOptions): Promise<void>;
}

export interface Result {
  readonly pass: boolean;
  readonly expected?: unknown;
  readonly actual?: unknown;
  message(): string;
}

/**
 * The matchers for `expect.extend` of vitest and jest. Import them from `@uhp-errors/testing/vitest` or
 * `@uhp-errors/testing/jest`, which add their types.
 *
 * @example
 * expect.extend(matchers);
 */
export const matchers = {
  async toBeContractError(received: TestedResponse, code: AnyCode, expected: ExpectedError = {}): Promise<Result> {
    const answer = await readAnswer(received);
    const { broken } = await judge(answer, code, expected);
    if (broken.length === 0) return passed(`expected no error ${code}\n\n${describeAnswer(answer)}`);
    return failed(makeFailure(broken, answer));
  },

  async toKeepContract(
    received: TestedResponse,
    catalog: AnyCatalog,
    options: KeepsContractOptions = {},
  ): Promise<Result> {
    const answer = await readAnswer(received);
    const { broken } = judgeAny(answer, catalog, options);
    if (broken.length === 0) return passed(`expected a response that breaks a rule\n\n${describeAnswer(answer)}`);
    return failed(makeFailure(broken, answer));
  },
};

function passed(otherwise: string): Result {
  return { pass: true, message: () => otherwise };
}

function failed(error: Error): Result {
  const { expected, actual } = error as { readonly expected?: unknown; readonly actual?: unknown };
  return { pass: false, message: () => error.message, ...(expected === undefined ? {} : { expected, actual }) };
}
