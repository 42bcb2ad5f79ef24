import { defineCatalog } from "@uhp-errors/core";
import { sampleDetail } from "@uhp-errors/testing";
import { type } from "arktype";
import * as v from "valibot";
import { describe, expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { REQUEST_CODES, TASK_CODES } from "../support/expected-codes.ts";

const catalog = defineCatalog({ vendor: "acme" });

/** A catalog with one code, whose detail a schema describes. */
const withDetail = (detail: unknown) => {
  const row = { status: 503, message: "It is cold.", detail: detail as z.ZodObject } as const;
  return defineCatalog({ vendor: "acme", codes: { acme_cold: row } });
};

test.each([...REQUEST_CODES, ...TASK_CODES])("a detail of $code has every named field", ({ code, detail }) => {
  const sample = sampleDetail(catalog, code as "file_too_large");
  expect(Object.keys(sample ?? {})).toEqual(expect.arrayContaining(Object.keys(detail ?? {})));
  const make = code in Object.fromEntries(TASK_CODES.map((row) => [row.code, row])) ? catalog.taskError : catalog.error;
  expect((make as typeof catalog.error)(code as "file_too_large", { detail: sample }).misuse).toBeUndefined();
});

test("a code whose definition names no detail has none", () => {
  expect(sampleDetail(catalog, "harness_not_found")).toBeNull();
  expect(sampleDetail(catalog, "timeout")).toBeNull();
});

test("a sample has the type that an error is made with", () => {
  const acme = withDetail(z.object({ eta_seconds: z.int() }));
  expectTypeOf(sampleDetail(catalog, "file_too_large").max_bytes).toEqualTypeOf<number>();
  expectTypeOf(sampleDetail(catalog, "timeout")).toEqualTypeOf<null>();
  catalog.error("plugin_conflict", { detail: sampleDetail(catalog, "plugin_conflict") });
  expect(() => sampleDetail(acme, "acme_cool" as "acme_cold")).toThrow('"acme_cool" is no code of the catalog');
});

const TREE: z.ZodType = z.object({
  name: z.string(),
  get children() {
    return z.array(TREE).optional();
  },
});

/** Schemas of several libraries. Those of zod and ArkType describe themselves, those of Valibot do not. */
const SCHEMAS: readonly (readonly [what: string, schema: unknown, names?: readonly string[]])[] = [
  [
    "numbers within bounds",
    z.object({ a: z.int().min(5).max(9), b: z.number().gt(0).lt(1), c: z.int().multipleOf(7) }),
  ],
  ["formats", z.object({ a: z.iso.datetime(), b: z.uuid(), c: z.email(), d: z.url(), e: z.ipv4(), f: z.iso.date() })],
  ["choices", z.object({ a: z.enum(["x", "y"]), b: z.literal(7), c: z.union([z.string(), z.int()]), d: z.boolean() })],
  ["optional fields", z.object({ a: z.string().optional(), b: z.int().nullable() }), ["a", "b"]],
  [
    "tuples, maps and anything",
    z.object({ a: z.tuple([z.int(), z.string()]), b: z.record(z.string(), z.int()), c: z.unknown() }),
  ],
  [
    "a discriminated union",
    z.object({ a: z.discriminatedUnion("kind", [z.object({ kind: z.literal("x"), n: z.int() })]) }),
  ],
  ["a tree", TREE],
  ["a pattern that a known text fits", z.object({ a: z.string().regex(/^[A-Z]+-\d$/) })],
  ["defaults", z.object({ a: z.string().default("warm") }), ["a"]],
  ["an intersection", z.intersection(z.object({ a: z.string() }), z.object({ b: z.int() }))],
  ["ArkType", type({ a: "number > 4", b: "'cold' | 'warm'", "c?": "string.email" })],
  ["Valibot", v.object({ a: v.pipe(v.number(), v.integer(), v.minValue(5)), b: v.picklist(["cold", "warm"]) })],
  ["Valibot, nested", v.object({ a: v.object({ b: v.array(v.string()) }), c: v.pipe(v.string(), v.isoTimestamp()) })],
];

describe("a vendor's own schema", () => {
  test.each(SCHEMAS.map(([what, schema, names = []]) => ({ what, schema, names })))("$what", ({ schema, names }) => {
    const acme = withDetail(schema);
    const detail = sampleDetail(acme, "acme_cold") as object;
    expect(acme.error("acme_cold", { detail }).misuse).toBeUndefined();
    expect(Object.keys(detail)).toEqual(expect.arrayContaining([...names]));
  });

  test("that accepts nothing is reported", () => {
    const odd = z.object({ a: z.string().refine((text) => text === "what nobody would guess") });
    expect(() => sampleDetail(withDetail(odd), "acme_cold")).toThrow(
      'no detail was found that fits the schema of "acme_cold"; write one',
    );
  });
});
