import { describe, expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { checkShape, type DetailValue } from "./detail.ts";
import { CODES } from "./index.ts";
import type { DetailFields, DetailKind } from "./kinds.ts";

/** Of each kind: what fits it and what does not, with the words of the complaint. */
const KINDS: Readonly<Record<DetailKind, { fits: unknown[]; refused: unknown[]; reason: string }>> = {
  string: { fits: ["", "a"], refused: [1, null, undefined, ["a"], {}], reason: "expected a string" },
  relative_path: {
    fits: ["a", "skills/a.md", "../a", ".a"],
    refused: ["", "/a", "\\a", "~/a", "C:\\a", "c:a", "file:a", 1, undefined],
    reason: "expected a path relative to the package root",
  },
  string_list: {
    fits: [[], ["a", ""]],
    refused: ["a", [1], ["a", null], {}, undefined],
    reason: "expected a list of strings",
  },
  nonempty_string_list: {
    fits: [["a"]],
    refused: [[], [1], "a", undefined],
    reason: "expected a list of at least one string",
  },
  positive_integer: {
    fits: [1, Number.MAX_SAFE_INTEGER],
    refused: [0, -1, 1.5, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY, "1", null, undefined],
    reason: "expected a positive integer",
  },
  issue_list: {
    fits: [
      [],
      [
        { param: null, message: "No." },
        { param: "a.0", message: "", more: 1 },
      ],
    ],
    refused: [["a"], [{ param: "a" }], [{ param: 1, message: "No." }], [null], {}, undefined],
    reason: "expected a list of objects with param and message",
  },
  nonnegative_number: {
    fits: [0, 1.5],
    refused: [-1, Number.NaN, Number.POSITIVE_INFINITY, "1", null, undefined],
    reason: "expected a number that is not negative",
  },
};

describe.each(Object.entries(KINDS))("%s", (kind, { fits, refused, reason }) => {
  const shape = { field: kind } as DetailFields;

  test.each(fits.map((field) => ({ field })))("accepts: $field", ({ field }) => {
    const detail = { field, more: "is open" };
    expect(checkShape(shape, detail)).toEqual({ detail });
  });

  test.each(refused.map((field) => ({ field })))("refuses: $field", ({ field }) => {
    expect(checkShape(shape, { field })).toEqual({ misfit: { at: "field", field: "field", reason } });
  });

  test("may be missing if it is optional", () => {
    const optional = { field: `${kind}?` } as unknown as DetailFields;
    expect(checkShape(optional, {})).toEqual({ detail: {} });
    expect(checkShape(optional, { field: Symbol("none") })).toEqual({
      misfit: { at: "field", field: "field", reason },
    });
  });
});

test.each([{ detail: null }, { detail: "text" }, { detail: ["a"] }])(
  "$detail is no detail, whatever fields the code has",
  ({ detail }) => {
    expect(checkShape({ field: "string?" }, detail)).toEqual({
      misfit: { at: "", field: undefined, reason: "expected an object" },
    });
  },
);

test("inherited fields do not count", () => {
  expect(checkShape({ toString: "string?" } as unknown as DetailFields, {})).toEqual({ detail: {} });
  expect(checkShape({ field: "string" }, Object.create({ field: "inherited" }))).toHaveProperty("misfit.at", "field");
});

test("declared fields come first, and a key that would set a prototype is left out", () => {
  const given = JSON.parse('{"more":1,"__proto__":{"isAdmin":true},"field":"a"}');
  const { detail } = checkShape({ field: "string" }, given);
  expect(JSON.stringify(detail)).toBe('{"field":"a","more":1}');
  expect(Object.assign({}, detail)).not.toHaveProperty("isAdmin");
});

test("a list with a hole or with its own methods is judged by its items", () => {
  const sparse = Array(2);
  const lying = Object.assign([1], { every: () => true });
  for (const field of [sparse, lying]) {
    expect(checkShape({ field: "string_list" }, { field })).toHaveProperty("misfit.at", "field");
  }
});

test("a vendor's schema is called through its own method", () => {
  const shape = z.object({ eta: z.int(), nested: z.object({ list: z.array(z.string()) }) });
  const detail = { eta: 1, nested: { list: ["a"] } };
  expect(checkShape(shape, { ...detail, more: "is stripped" })).toEqual({ detail });
  expect(checkShape(shape, { ...detail, nested: { list: ["a", 1] } })).toMatchObject({
    misfit: { at: "nested.list.1" },
  });
});

test("the contract's field definitions are frozen", () => {
  expect(Object.isFrozen(CODES.file_too_large.detail)).toBe(true);
  expect(Object.isFrozen(CODES.memory_unavailable.status)).toBe(true);
});

test("each kind has a type", () => {
  const fields = { name: "string", limit: "positive_integer", supported: "string_list?" } as const;
  expectTypeOf<DetailValue<typeof fields, "output">>().toEqualTypeOf<{
    [name: string]: unknown;
    name: string;
    limit: number;
    supported?: string[] | undefined;
  }>();
});
