import { type AnyCatalog, defineCatalog } from "@uhp-errors/core";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { toJson } from "../json/catalog-json.ts";
import { compare } from "./compare.ts";

const define = defineCatalog as unknown as (options: object) => AnyCatalog;
const of = (detail: object, more: object = {}) =>
  define({ vendor: "acme", codes: { acme_x: { status: 503, message: "Cold.", detail, ...more } } });

/** A schema that describes itself in exactly these words. */
const stating = (schema: object) => {
  const described = () => ({ type: "object", ...schema });
  const validate = (value: unknown) => ({ value });
  return { "~standard": { version: 1, vendor: "own", validate, jsonSchema: { input: described, output: described } } };
};
const field = (schema: object) => stating({ properties: { a: schema }, required: ["a"] });

describe("a detail", () => {
  test.each<[kind: string, before: object, after: object, changes: readonly string[]]>([
    [
      "a field that has no default any more, so that each error must have it",
      z.object({ a: z.int().default(1) }),
      z.object({ a: z.int() }),
      ["major detail.a.default"],
    ],
    [
      "a field without a default that may be missing now",
      z.object({ a: z.int().default(1) }),
      z.object({ a: z.int().optional() }),
      ["major detail.a", "minor detail.a.default"],
    ],
    [
      "a second value beside a single one",
      z.object({ a: z.literal("x") }),
      z.object({ a: z.enum(["x", "y"]) }),
      ["minor detail.a.enum"],
    ],
    ["a list of one for a single value", z.object({ a: z.literal("x") }), z.object({ a: z.enum(["x"]) }), []],
    ["another single value", z.object({ a: z.literal("x") }), z.object({ a: z.literal("y") }), ["major detail.a.enum"]],
    [
      "a map that became an object",
      z.record(z.string(), z.int()),
      z.object({ a: z.int().optional() }),
      ["major detail.additionalProperties", "minor detail.a", "minor detail.propertyNames"],
    ],
    [
      "a new field that is not as further fields had to be",
      z.object({ a: z.int() }).catchall(z.string()),
      z.object({ a: z.int(), b: z.int().optional() }).catchall(z.string()),
      ["major detail.b"],
    ],
  ])("%s", (_kind, before, after, changes) => {
    const found = compare(toJson(of(before)), of(after)).map(({ level, what }) => `${level} ${what}`);
    expect(found.sort()).toEqual([...changes]);
  });
});

test("a field that a schema allows or forbids whole is compared whole", () => {
  const [any, none] = [true, false].map((a) => of(stating({ properties: { a } }))) as [AnyCatalog, AnyCatalog];
  expect(compare(toJson(any), any)).toEqual([]);
  expect(compare(toJson(any), none)).toMatchObject([
    {
      level: "major",
      what: "detail.a",
      sentence: 'In the detail of "acme_x", detail.a differs, and nobody can tell how.',
    },
  ]);
});

test("a sentence is one line that hides nothing", () => {
  const name = "\n::error::x\u001b[2J\u202e";
  const [change] = compare(toJson(of(field({}))), of(stating({ properties: { a: {}, [name]: {} }, required: ["a"] })));
  expect(change?.what).toBe(`detail.${name}`);
  expect(change?.sentence).toBe('In the detail of "acme_x", the field \\u000a::error::x\\u001b[2J\\u202e is new.');
});
