import type { IncomingMessage } from "node:http";
import { type Catalog, defineCatalog } from "@uhp-errors/core";
import { expect, test } from "vitest";
import { askedIn, Failures } from "./mock-asked.ts";

const acme = defineCatalog({ vendor: "acme" }) as unknown as Catalog;

test.each<[query: string, asked: object]>([
  ["", { param: null, retryAfter: undefined, delayMs: 0, times: undefined }],
  ["param=a.b&retry_after=7&delay_ms=20&times=2", { param: "a.b", retryAfter: 7, delayMs: 20, times: 2 }],
  ["retry_after=0.125&times=0", { param: null, retryAfter: 0.125, delayMs: 0, times: 0 }],
  [
    "retry_after=999999999.999&delay_ms=999999999&times=999999999",
    { param: null, retryAfter: 999_999_999.999, delayMs: 999_999_999, times: 999_999_999 },
  ],
])("the query %j is read", (query, asked) => {
  expect(askedIn(new URLSearchParams(query), acme)).toEqual(asked);
});

test.each(
  (
    [
      ["retry_after", "a number of seconds", ["", "x", "-1", "1x", "1.", "1.2345", "1234567890"]],
      ["delay_ms", "a whole number of milliseconds", ["", "x", "-1", "1x", "1.5", "1234567890"]],
      ["times", "a whole number", ["", "x", "-1", "1x", "1.5", "1234567890"]],
    ] as const
  ).flatMap(([name, wanted, texts]) => texts.map((text) => ({ name, wanted, text }))),
)("$name must be $wanted, not $text", ({ name, wanted, text }) => {
  expect(() => askedIn(new URLSearchParams({ [name]: text }), acme)).toThrow(
    expect.objectContaining({
      code: "invalid_input",
      param: name,
      message: `The query field ${name} must be ${wanted}.`,
    }),
  );
});

const asking = (url: string, headers: object = {}, method = "POST") =>
  ({ url, headers, method }) as unknown as IncomingMessage;

test("a request without a number of times always fails", () => {
  const failures = new Failures();
  expect([1, 2, 3].map(() => failures.again(asking("/"), undefined))).toEqual([true, true, true]);
});

test.each<[what: string, other: IncomingMessage]>([
  ["address", asking("/b")],
  ["method", asking("/a", {}, "PUT")],
  ["code to raise", asking("/a", { "x-raise": "timeout" })],
  ["key", asking("/a", { "idempotency-key": "k" })],
])("requests with another %s are counted separately", (_what, other) => {
  const failures = new Failures();
  const first = asking("/a");
  expect([first, other, first, other, first].map((one) => failures.again(one, 1))).toEqual([
    true,
    true,
    false,
    false,
    true,
  ]);
});

test("the count of the oldest of more than 1,000 requests is forgotten", () => {
  const failures = new Failures();
  for (let index = 0; index <= 1_000; index += 1) failures.again(asking(`/${index}`), 1);
  expect(["/1", "/0"].map((url) => failures.again(asking(url), 1))).toEqual([false, true]);
});
