import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { DetailShape } from "../codes/detail.ts";
import type { DetailSchema } from "../codes/index.ts";
import { checkDetail, sameFields } from "./detail-check.ts";

const check = (shape: DetailShape | undefined, detail: unknown) => {
  const { given: _given, ...checked } = checkDetail("acme_x", shape === undefined ? {} : { detail: shape }, detail);
  return checked;
};

const seats = z.object({ seats: z.int(), note: z.string().optional() });

/** A schema that only validates, as the Standard Schema describes it. */
function schema(validate: (value: unknown) => unknown, vendor = "own"): DetailSchema {
  return { "~standard": { version: 1, vendor, validate } } as unknown as DetailSchema;
}

/** A schema of one field, of which it makes another value. */
const making = (made: () => unknown) => z.object({ a: z.any().transform(made) });

const NEW_YEAR = "2026-01-01T00:00:00.000Z";

describe("a detail that fits", () => {
  test.each<readonly [what: string, shape: DetailShape | undefined, detail: unknown, sent: unknown]>([
    ["no shape", undefined, { a: 1 }, { a: 1 }],
    ["no shape and no detail", undefined, undefined, null],
    ["null", undefined, null, null],
    ["a schema", seats, { seats: 4 }, { seats: 4 }],
    ["a schema with an optional field", seats, { seats: 4, note: "x" }, { seats: 4, note: "x" }],
    ["a schema that requires nothing, and no detail", seats.partial(), undefined, null],
    ["a schema that strips a field", z.object({ seats: z.int() }), { seats: 4, other: 1 }, { seats: 4 }],
    ["a schema with a default", z.object({ seats: z.int().default(2) }), {}, { seats: 2 }],
    ["a schema that makes dates", z.object({ at: z.coerce.date() }), { at: NEW_YEAR }, { at: NEW_YEAR }],
    ["a schema that makes a number of an object", making(() => 7), { a: { b: 1 } }, { a: 7 }],
    ["a schema that makes an object of a list", making(() => ({})), { a: [] }, { a: {} }],
    ["a schema that makes a list of an object", making(() => []), { a: {} }, { a: [] }],
    [
      "a schema that makes another second field",
      making(() => ({ b: 1, c: 3 })),
      { a: { b: 1, c: 2 } },
      { a: { b: 1, c: 3 } },
    ],
    [
      "lists and objects in it",
      z.object({ a: z.array(z.object({ b: z.int() })) }),
      { a: [{ b: 1 }, { b: 2 }] },
      { a: [{ b: 1 }, { b: 2 }] },
    ],
  ])("with %s is sent", (_what, shape, detail, sent) => {
    expect(check(shape, detail)).toEqual({ detail: sent, misuse: undefined });
  });

  test("is what the schema makes of it", () => {
    const trimmed = z.object({ name: z.string().trim() });
    expect(check(trimmed, { name: " a " })).toEqual({ detail: { name: "a" }, misuse: undefined });
    const sorted = schema((value) => ({ value: { b: (value as { b: number }).b, a: 1 } }));
    expect(Object.keys(check(sorted, { a: 1, b: 2 }).detail ?? {})).toEqual(["b", "a"]);
  });

  test("cannot be changed by its schema", () => {
    const detail = { list: [1, 2], more: { a: 1 } };
    const changing = schema((value) => {
      (value as typeof detail).list.push(3);
      return { value: { list: [1, 2], more: { a: 1 } } };
    });
    expect(check(changing, detail)).toEqual({ detail: { list: [1, 2], more: { a: 1 } }, misuse: undefined });
    expect(detail.list).toEqual([1, 2]);
  });
});

describe("a detail that does not fit", () => {
  test.each<readonly [what: string, shape: DetailShape, detail: unknown, rest: unknown, at: string]>([
    ["keeps its other fields", seats, { seats: 4, note: 7 }, { seats: 4 }, "note"],
    ["is null without a required field", seats, { note: "x" }, null, "seats"],
    ["is null with a wrong required field", seats, { seats: "4", note: "x" }, null, "seats"],
    ["is null if nothing is left", seats.partial(), { note: 7 }, null, "note"],
    [
      "loses several fields",
      z.object({ a: z.int().optional(), b: z.int().optional(), c: z.int() }),
      { a: "x", b: "y", c: 1 },
      { c: 1 },
      "a",
    ],
    ["is missing", seats, undefined, null, "seats"],
  ])("%s", (_what, shape, detail, rest, at) => {
    const checked = check(shape, detail);
    expect(checked.detail).toEqual(rest);
    expect(checked.misuse).toContain(`detail of "acme_x" does not fit its schema at "${at}": `);
  });

  test("loses at most 16 fields", () => {
    const names = Array.from({ length: 18 }, (_, index) => `f${index}`);
    const shape = z.object({ good: z.int(), ...Object.fromEntries(names.map((name) => [name, z.int().optional()])) });
    const wrong = (count: number) => ({
      good: 1,
      ...Object.fromEntries(names.slice(0, count).map((name) => [name, "x"])),
    });
    expect(check(shape, wrong(16)).detail).toEqual({ good: 1 });
    expect(check(shape, wrong(17)).detail).toBe(null);
  });

  test.each<readonly [what: string, made: (value: object) => unknown]>([
    ["makes no object of the rest", () => ({ value: [1] })],
    ["does not accept what it makes of the rest", (value) => ({ value: { n: Object.entries(value).flat() } })],
  ])("is null if the schema %s", (_what, made) => {
    const shape = schema((value) =>
      "a" in (value as object) ? { issues: [{ message: "no", path: ["a"] }] } : made(value as object),
    );
    const misuse = 'detail of "acme_x" does not fit its schema at "a": no';
    expect(check(shape, { a: 1, b: 2 })).toEqual({ detail: null, misuse });
  });

  test.each<readonly [what: string, a: unknown, reason: string, said: string]>([
    ["a text", "hunter2", "not hunter2", ""],
    ["a short one, which is part of many sentences", "not", "not so", ": not so"],
    ["one of four characters", "pass", "no pass", ""],
    ["a number", 83_746, "not 83746", ""],
    ["a text in lists and objects", [{ b: "hunter2" }], "not hunter2", ""],
    ["a truth", true, "not true", ": not true"],
    ["null", null, "not null", ": not null"],
    ["nothing", "hunter2", "no", ": no"],
  ])("is described without a reason that quotes its value: %s", (_what, a, reason, said) => {
    const shape = schema(() => ({ issues: [{ message: reason, path: ["a"] }] }));
    expect(check(shape, { a }).misuse).toBe(`detail of "acme_x" does not fit its schema at "a"${said}`);
  });

  test("is null if the schema names no field", () => {
    const whole = schema(() => ({ issues: [{ message: "no" }] }));
    expect(check(whole, { a: 1 })).toMatchObject({ detail: null });
    const other = schema(() => ({ issues: [{ message: "no", path: ["b"] }] }));
    expect(check(other, { a: 1 })).toMatchObject({ detail: null });
  });

  test.each([["a text"], [7], [[1, 2]], [new Error("x")], [() => {}]])("is refused: %o", (detail) => {
    expect(check(seats, detail)).toEqual({
      detail: null,
      misuse: 'detail of "acme_x" must be an object, no list and no error, or null',
    });
  });
});

describe("a schema that cannot be used", () => {
  const THROWS = 'the detail schema of "acme_x" gave no result; it must be synchronous and accept JSON';

  const UNSTABLE =
    'the detail schema of "acme_x" does not accept what it makes; whoever reads the error checks it again';
  test.each<readonly [what: string, schema: DetailSchema, misuse: string]>([
    ["throws", schema(() => Number.NaN.toFixed(101)), THROWS],
    ["is asynchronous", schema(() => Promise.resolve({ value: {} })), THROWS],
    ["makes no object", schema(() => ({ value: [1] })), 'the detail schema of "acme_x" makes no object of it'],
    [
      "does not accept what it makes",
      schema((value) => ({ value: { n: ((value as { n?: number }).n ?? 0) + 1 } })),
      UNSTABLE,
    ],
    [
      "adds to a list each time",
      schema((value) => ({ value: { n: [...((value as { n?: number[] }).n ?? []), 1] } })),
      UNSTABLE,
    ],
  ])("is one that %s", (_what, shape, misuse) => {
    expect(check(shape, { n: undefined })).toEqual({ detail: null, misuse });
  });
});

describe("two shapes name the same fields", () => {
  const table = { a: "string", b: "integer" } as unknown as DetailShape;
  const opaque = (library: string) => schema(() => ({ value: {} }), library);

  test.each<readonly [what: string, one: DetailShape | undefined, other: DetailShape | undefined, same: boolean]>([
    ["none and none", undefined, undefined, true],
    ["none and one", undefined, seats, false],
    ["one and none", seats, undefined, false],
    ["none and a table", undefined, table, false],
    ["a table and none", table, undefined, false],
    ["none and an empty table", undefined, {}, false],
    ["an empty table and none", {}, undefined, false],
    ["one schema", seats, seats, true],
    ["equal schemas", seats, z.object({ note: z.string().optional(), seats: z.int() }), true],
    ["an integer and a number", z.object({ a: z.int() }), z.object({ a: z.number() }), true],
    ["a number and a string", z.object({ a: z.int() }), z.object({ a: z.string() }), false],
    ["a required field and an optional one", z.object({ a: z.int() }), z.object({ a: z.int().optional() }), false],
    ["other names", z.object({ a: z.int() }), z.object({ b: z.int() }), false],
    ["more names", z.object({ a: z.int() }), z.object({ a: z.int(), b: z.int() }), false],
    ["a schema and a table", seats, table, false],
    ["a table and a schema", table, seats, false],
    ["one table", table, { ...(table as object) } as DetailShape, true],
    ["a table with an optional field", table, { a: "string?", b: "integer" } as unknown as DetailShape, false],
    ["a table with another kind", table, { a: "string", b: "string" } as unknown as DetailShape, false],
    ["a schema and one that cannot be rendered", z.object({ a: z.int() }), z.object({ b: z.date() }), true],
    ["one that cannot be rendered and a schema", z.object({ b: z.date() }), z.object({ a: z.int() }), true],
    ["schemas of one library that cannot be rendered", opaque("a"), opaque("a"), true],
    ["schemas of two libraries that cannot be rendered", opaque("a"), opaque("b"), false],
  ])("%s: %#", (_what, one, other, same) => expect(sameFields(one, other)).toBe(same));
});
