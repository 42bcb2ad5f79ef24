import type { DetailSchema } from "@uhp-errors/core/codes";
import { expect, test } from "vitest";
import { repaired } from "./repair.ts";

type Issue = { readonly message: string; readonly path?: readonly (string | number)[] };

/** A schema that reports the first issue that a function finds. */
function checking(check: (value: never) => Issue | undefined): DetailSchema {
  const validate = (value: unknown) => {
    const issue = check(value as never);
    return issue === undefined ? { value } : { issues: [issue] };
  };
  return { "~standard": { version: 1, vendor: "own", validate } } as unknown as DetailSchema;
}

/** A schema whose field `a` must be one value, which its message does not name. */
const guessing = (wanted: unknown, message = "No.") =>
  checking(({ a }: { a?: unknown }) =>
    JSON.stringify(a) === JSON.stringify(wanted) ? undefined : { message, path: ["a"] },
  );

const FOUND: readonly unknown[] = [
  ...[1, true, null, 0, 100, 0.5, {}, [], ["sample"], [1], [{}]],
  ...["sample", "a", "A", "1", "SAMPLE-1", "sample_1", "x".repeat(16), "x".repeat(64)],
  ...["2026-10-04T12:00:00Z", "2026-10-04", "3f0a8a5e-6c1b-4c7e-9d2f-1b2c3d4e5f60"],
  ...["https://example.com/sample", "user@example.com", "192.0.2.1", "example.com"],
];

test.each(FOUND.map((value) => ({ value })))("a field that must be $value is found", ({ value }) => {
  expect(repaired(guessing(value), {})).toEqual({ a: value });
});

test.each<readonly [message: string, value: unknown]>([
  ['must be "cold" or "warm"', "cold"],
  ['must be "cold" or "warm"', "warm"],
  ["must be 'cold'", "cold"],
  ["must be at least 57", 57],
  ["must be more than 57", 58],
  ["must be less than 57", 56],
  ["must be -57", -57],
  ["must be 5.75", 5.75],
])("a message that says it %s leads to %j", (message, value) => {
  expect(repaired(guessing(value, message), {})).toEqual({ a: value });
});

test("a message that comes later leads on", () => {
  const schema = checking(({ a }: { a?: unknown }) => {
    if (a === "cold") return undefined;
    return { message: typeof a === "string" ? 'must be "cold"' : "must be a text", path: ["a"] };
  });
  expect(repaired(schema, {})).toEqual({ a: "cold" });
});

test.each<readonly [what: string, path: readonly (string | number)[], begun: unknown, value: unknown]>([
  ["a field of a field", ["a", "b"], {}, { a: { b: "sample" } }],
  ["a field beside others", ["a"], { b: 2 }, { b: 2, a: "sample" }],
  ["an entry of a list", ["a", 1], { a: [1, 2] }, { a: [1, "sample"] }],
  ["a field of an entry", ["a", 0, "b"], { a: [{ c: 1 }] }, { a: [{ c: 1, b: "sample" }] }],
])("a value is put where the issue is: %s", (_what, path, begun, value) => {
  const schema = checking((given) =>
    JSON.stringify(given) === JSON.stringify(value) ? undefined : { message: "No.", path },
  );
  expect(repaired(schema, begun)).toEqual(value);
});

test("several fields are repaired in turn", () => {
  const schema = checking(({ a, b }: { a?: unknown; b?: unknown }) => {
    if (a !== "sample") return { message: "No.", path: ["a"] };
    return b === 1 ? undefined : { message: "No.", path: ["b"] };
  });
  expect(repaired(schema, {})).toEqual({ a: "sample", b: 1 });
});

test("a valid value stays as it is", () => {
  const begun = { a: "own" };
  expect(
    repaired(
      checking(() => undefined),
      begun,
    ),
  ).toBe(begun);
});

test.each<readonly [what: string, check: (value: never) => Issue | undefined]>([
  ["refuses everything", () => ({ message: "No.", path: ["a"] })],
  ["refuses everything as a whole", () => ({ message: "No." })],
  [
    "throws",
    () => {
      throw new Error("x");
    },
  ],
  [
    "wants what nothing names",
    ({ a }: { a?: unknown }) => (a === "what nobody would guess" ? undefined : { message: "No.", path: ["a"] }),
  ],
])("nothing is found for a schema that %s", (_what, check) => {
  expect(repaired(checking(check), {})).toBe(undefined);
});
