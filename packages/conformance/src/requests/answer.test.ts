import { describe, expect, test } from "vitest";
import { type Answer, errorIn, isError, own, quoted, readBody } from "./answer.ts";

function answerOf(body: string | Uint8Array, more: Partial<Answer> = {}): Answer {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  return { ask: { path: "/" }, status: 404, headers: new Headers(), bytes, text: "", ...more };
}

test.each<readonly [status: number, expected: boolean]>([
  [200, false],
  [399, false],
  [400, true],
  [599, true],
])("whether the status %i is an error: %s", (status, expected) => {
  expect(isError(answerOf("", { status }))).toBe(expected);
});

describe("a body is", () => {
  test.each<readonly [what: string, answer: Answer, body: object]>([
    ["a JSON object", answerOf('{"a":1}'), { value: { a: 1 } }],
    ["incomplete", answerOf('{"a":1}', { cut: "broke off" }), { fault: "The body broke off." }],
    ["empty", answerOf(""), { fault: "The body is empty." }],
    ["no UTF-8", answerOf(new Uint8Array([0x22, 0xff, 0x22])), { fault: "The body is not valid UTF-8." }],
    ["a list", answerOf("[]"), { fault: "The body is JSON, but not an object." }],
    ["null", answerOf("null"), { fault: "The body is JSON, but not an object." }],
    ["a number", answerOf("1"), { fault: "The body is JSON, but not an object." }],
    ["no JSON", answerOf("{"), { fault: "The body is not JSON." }],
  ])("%s", (_what, answer, body) => {
    expect(readBody(answer)).toEqual(body);
  });
});

test.each<readonly [body: string, error: unknown]>([
  ['{"error":{"code":"a"}}', { code: "a" }],
  ['{"error":[]}', undefined],
  ['{"error":null}', undefined],
  ["{}", undefined],
  ["{", undefined],
])("the error in %s is %j", (body, error) => {
  expect(errorIn(answerOf(body))).toEqual(error);
});

test("a field that an object inherits is not its own", () => {
  expect([own({}, "constructor"), own({ a: 1 }, "a")]).toEqual([undefined, 1]);
});

test.each<readonly [text: string, value: unknown]>([
  ['"a\\"b"', 'a"b'],
  ['["a"]', ["a"]],
  ["null", null],
  ["nothing", undefined],
  ["a value that is nested too deep", JSON.parse("[".repeat(200_000) + "]".repeat(200_000))],
])("a value is written as %s", (text, value) => {
  expect(quoted(value)).toBe(text);
});
