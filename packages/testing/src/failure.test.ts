import { expect, test } from "vitest";
import type { Answer } from "./answer.ts";
import { describeAnswer, makeFailure } from "./failure.ts";

const answer = (body: string, headers: Readonly<Record<string, string>> = {}): Answer => ({
  status: 409,
  header: (name) => headers[name],
  body,
});

test.each<[what: string, answer: Answer, text: string]>([
  ["without a body", answer(""), "HTTP 409\n(no body)"],
  [
    "with headers, of which those that matter",
    answer("{}", {
      allow: "GET",
      "content-type": "text/plain",
      date: "today",
      "retry-after": "7",
      "uhp-version": "2026-10-04",
      "x-request-id": "r1",
    }),
    "HTTP 409\ncontent-type: text/plain\nuhp-version: 2026-10-04\nx-request-id: r1\nretry-after: 7\nallow: GET\n{}",
  ],
  ["with the longest body", answer("x".repeat(1_000)), `HTTP 409\n${"x".repeat(1_000)}`],
  ["with a longer body", answer("x".repeat(1_003)), `HTTP 409\n${"x".repeat(1_000)} … and 3 characters more`],
  [
    "with characters that a terminal acts on",
    answer("a\u001b[2J\u0007\u202eb\u2066c\r\n\td"),
    "HTTP 409\na\\u001b[2J\\u0007\\u202eb\\u2066c\r\n\td",
  ],
])("a response %s is shown", (_what, given, text) => {
  expect(describeAnswer(given)).toBe(text);
});

test("a failure says every rule, and shows the first values that differ", () => {
  const rules = [
    { says: "One." },
    { says: "Two.", expected: 1, actual: 2 },
    { says: "Three.", expected: 3, actual: 4 },
  ];
  const failure = makeFailure(rules, answer("{}"));
  expect(failure).toBeInstanceOf(Error);
  expect({ ...failure, message: failure.message }).toEqual({
    name: "AssertionError",
    message: "One.\nTwo.\nThree.\n\nHTTP 409\n{}",
    expected: 1,
    actual: 2,
  });
});

test("a failure without values that differ has none", () => {
  const { message, ...fields } = { ...makeFailure([{ says: "One." }], answer("")), message: "" };
  expect([message, fields]).toEqual(["", { name: "AssertionError" }]);
});
