import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { DetailShape } from "../codes/detail.ts";
import { CODES, type DetailSchema } from "../codes/index.ts";
import type { JsonObject } from "../errors/detail.ts";
import { declaredDetail } from "./declared-detail.ts";

const issue = { param: "a", message: "No." };

test.each([
  ["issues, without what else they hold", { issues: [{ ...issue, received: "hunter2" }] }, { issues: [issue] }],
  ["no field that the row does not name", { issues: [issue], query: "select" }, { issues: [issue] }],
  ["nothing of a detail without issues", { query: "select" }, null],
])("a foreign invalid_input keeps %s", (_, detail, expected) => {
  expect(declaredDetail(CODES.invalid_input.detail, detail)).toEqual(expected);
});

describe("a foreign detail of a code with a schema", () => {
  /** A schema that only validates, without a JSON Schema. */
  const validating = (validate: (value: Readonly<Record<string, unknown>>) => unknown): DetailSchema =>
    ({ "~standard": { version: 1, vendor: "own", validate } }) as unknown as DetailSchema;

  test.each<
    readonly [what: string, shape: DetailShape | undefined, detail: JsonObject | null, kept: JsonObject | null]
  >([
    ["nothing without a schema", undefined, { a: 1 }, null],
    ["nothing of null", z.object({ a: z.int() }), null, null],
    ["the fields that are listed", z.object({ a: z.int(), b: z.int() }), { a: 1, secret: 2 }, { a: 1 }],
    ["nothing if none is listed", z.object({ a: z.int() }), { secret: 2 }, null],
    ["nothing of a map, which lists none", z.record(z.string(), z.int()), { secret: 2 }, null],
    ["nothing of a map, whatever its names", z.record(z.enum(["left"]), z.int()), { left: 2 }, null],
    [
      "the fields that are listed in it",
      z.object({ a: z.object({ b: z.int() }) }),
      { a: { b: 1, secret: 2 } },
      { a: { b: 1 } },
    ],
    ["all of any value", z.object({ a: z.unknown() }), { a: { b: [1, { c: 2 }] } }, { a: { b: [1, { c: 2 }] } }],
    [
      "each element of a list",
      z.object({ a: z.array(z.object({ b: z.int() })) }),
      { a: [{ b: 1, secret: 2 }, "x", { secret: 3 }] },
      { a: [{ b: 1 }, "x", {}] },
    ],
    ["values that are no objects", z.object({ a: z.object({ b: z.int() }) }), { a: "x" }, { a: "x" }],
  ])("keeps %s", (_what, shape, detail, kept) => expect(declaredDetail(shape, detail)).toEqual(kept));

  test("keeps what a schema that strips keeps", () => {
    const stripping = validating(({ a }) => ({ value: { a } }));
    expect(declaredDetail(stripping, { a: 1, secret: 2 })).toEqual({ a: 1 });
  });

  test("keeps what a strict schema takes under no other name", () => {
    const strict = validating((value) =>
      Object.keys(value).every((key) => key === "left" || key === "note") ? { value } : { issues: [{ message: "no" }] },
    );
    expect(declaredDetail(strict, { left: 1, note: 2 })).toEqual({ left: 1, note: 2 });
    const map = validating((value) =>
      Object.keys(value).every((key) => /^[a-z0-9_]+$/.test(key)) ? { value } : { issues: [{ message: "no" }] },
    );
    expect(declaredDetail(map, { anything1: 1 })).toBe(null);
  });

  test("keeps at most 16 fields of a strict schema, whatever their letters", () => {
    const names = [..."abcdefghijklmnopqr"].map((letter) => `LEFT1${letter}`);
    const strict = validating((value) =>
      Object.keys(value).every((key) => names.includes(key)) ? { value } : { issues: [{ message: "no" }] },
    );
    const kept = declaredDetail(strict, Object.fromEntries(names.map((name) => [name, 1])));
    expect(Object.keys(kept ?? {})).toEqual(names.slice(0, 16));
    const upper = validating((value) =>
      Object.keys(value).every((key) => key === "LEFT1") ? { value } : { issues: [{ message: "no" }] },
    );
    expect(declaredDetail(upper, { LEFT1: 1 })).toEqual({ LEFT1: 1 });
  });

  test("keeps no field of a map that has a rule for names", () => {
    const map = validating((value) =>
      Object.keys(value).every((key) => /^[A-Z]+\d$/.test(key)) ? { value } : { issues: [{ message: "no" }] },
    );
    expect([declaredDetail(map, { LEFT1: 1 }), declaredDetail(map, { ABC0: 1 })]).toEqual([null, null]);
  });

  test("keeps only the field that a map demands", () => {
    const map = validating((value) => ("id" in value ? { value } : { issues: [{ message: "no" }] }));
    expect(declaredDetail(map, { id: 1, secret: 2 })).toEqual({ id: 1 });
  });

  test("keeps nothing of a schema that throws", () => {
    expect(
      declaredDetail(
        validating(() => Number.NaN.toFixed(101)),
        { a: 1 },
      ),
    ).toBe(null);
  });

  test("is empty if the schema's description cannot be read", () => {
    const a = { properties: Object.defineProperty({}, "b", { get: () => Number.NaN.toFixed(101) }) };
    const described = { type: "object", properties: { a } };
    const unreadable = {
      "~standard": {
        version: 1,
        vendor: "own",
        validate: () => ({ value: {} }),
        jsonSchema: { input: () => described },
      },
    } as unknown as DetailSchema;
    expect(declaredDetail(unreadable, { a: { b: 1 } })).toEqual({});
  });
});
