import { defineCatalog } from "@uhp-errors/core";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import * as z from "zod";
import type { Json, JsonObject } from "../json/plain.ts";
import { exampleDetail, exampleInput } from "./example.ts";
import { rowsIn } from "./rows.ts";

/** What is shown of the field `a` of a detail, and whether the whole fits its schema. */
function shownOf(a: z.ZodType) {
  const catalog = defineCatalog({
    vendor: "acme",
    codes: { acme_x: { status: 409, message: "X.", detail: z.object({ a }) } },
  });
  const row = rowsIn(catalog, "2026-10-04").find(({ code }) => code === "acme_x");
  if (row?.detail == null) throw new Error("the code has no detail");
  const example = exampleDetail(row) as JsonObject;
  const fits = new Ajv2020({ strict: false }).compile(row.detail);
  return [example["a"], fits(example)];
}

test("a detail that may be left out and has no fields is null", () => {
  const detail = { type: "object" };
  const [row] = rowsIn(defineCatalog({ vendor: "acme" }), "2026-10-04");
  if (row === undefined) throw new Error("the catalog has no code");
  expect(exampleDetail({ ...row, detail, detail_required: false })).toBeNull();
  expect(exampleDetail({ ...row, detail, detail_required: true })).toEqual({});
});

test.each<[what: string, schema: z.ZodType, shown: unknown]>([
  ["a tuple", z.tuple([z.string(), z.int()]), ["a", 1]],
  ["a map with given keys", z.record(z.enum(["x", "y"]), z.int()), { x: 1, y: 1 }],
  ["a number between narrow bounds", z.number().gt(0.5).lt(0.75), 0.625],
  ["a number from a bound that is no integer", z.number().min(1.25).max(1.75), 1.5],
  ["a number above a bound", z.number().gt(7), 8],
  ["a number below zero", z.number().lt(-3), -4],
  ["a union with bounds of its own", z.union([z.int().min(5), z.string()]), 5],
  ["an intersection", z.intersection(z.object({ x: z.string() }), z.object({ y: z.int() })), { x: "x", y: 1 }],
  ["a number of steps", z.number().multipleOf(5).min(7), 10],
])("%s", (_what, schema, shown) => {
  expect(shownOf(schema)).toEqual([shown, true]);
});

/** The detail that is shown for a JSON Schema. */
function shownFor(detail: JsonObject) {
  const [row] = rowsIn(defineCatalog({ vendor: "acme" }), "2026-10-04");
  if (row === undefined) throw new Error("the catalog has no code");
  return exampleDetail({ ...row, detail, detail_required: true });
}

test.each<[what: string, a: JsonObject, shown: Json]>([
  ["a text", { type: "string" }, "a"],
  ["no type", {}, "a"],
  ["a longer text", { type: "string", minLength: 3 }, "axx"],
  ["a text of no length", { type: "string", maxLength: 0 }, ""],
  ["bounds of a text that are none", { type: "string", minLength: "3", maxLength: "0" }, "a"],
  ["a text that is too long to show", { type: "string", minLength: 2_000 }, `a${"x".repeat(999)}`],
  ["a format", { type: "string", format: "uuid", maxLength: 2 }, "becf513e-67a6-415e-8929-9dd0148992ec"],
  ["an unknown format", { type: "string", format: "phone" }, "a"],
  ["a boolean", { type: "boolean" }, true],
  ["null", { type: "null" }, null],
  ["the first of its types", { type: ["integer", "null"] }, 1],
  ["an example before all else", { examples: [1, 2], const: 3, default: 4, enum: [5] }, 1],
  ["a constant before a default", { const: 3, default: 4, enum: [5] }, 3],
  ["a default before a value", { default: 4, enum: [5] }, 4],
  ["a value of a list", { type: "string", enum: ["x", "y"] }, "x"],
  ["examples that are no list", { type: "string", examples: "x", enum: {} }, "a"],
  ["an integer", { type: "integer" }, 1],
  ["an integer from a bound on", { type: "integer", minimum: 5 }, 5],
  ["an integer up to a bound", { type: "integer", maximum: -5 }, -5],
  ["an integer that zero bounds", { type: "integer", minimum: 0, maximum: 0 }, 0],
  ["a number above another", { type: "number", exclusiveMinimum: 5 }, 6],
  ["a number below another", { type: "number", exclusiveMaximum: 1 }, 0],
  ["a step", { type: "integer", multipleOf: 4, exclusiveMinimum: 4 }, 8],
  ["a step that is none", { type: "integer", multipleOf: 0, minimum: 2 }, 2],
  ["bounds that are texts", { type: "integer", minimum: "5", multipleOf: "2" }, 1],
  ["a number between two that it is not", { type: "number", exclusiveMinimum: 1, exclusiveMaximum: 2 }, 1.5],
  ["a list", { type: "array", items: { type: "integer" } }, [1]],
  ["a list of anything", { type: "array" }, ["a"]],
  ["a list of two", { type: "array", items: { type: "integer" }, minItems: 2 }, [1, 1]],
  ["a list of many", { type: "array", items: { type: "null" }, minItems: 99 }, Array.from({ length: 10 }, () => null)],
  ["a list of none", { type: "array", maxItems: 0 }, []],
  ["a tuple", { type: "array", prefixItems: [{ type: "null" }, { type: "integer" }] }, [null, 1]],
  ["an object", { type: "object" }, {}],
  ["fields without a type", { properties: { b: { type: "integer" }, c: {} } }, { b: 1, c: "c" }],
  ["a field that anything fits", { properties: { b: true } }, { b: "b" }],
  [
    "a required field that is not described",
    { type: "object", properties: { b: {} }, required: ["b", "c", 5], additionalProperties: { type: "integer" } },
    { b: "b", c: 1 },
  ],
  ["a required field of no description at all", { type: "object", required: ["c"] }, { c: "c" }],
  ["the first of several options", { title: "A.", anyOf: [true, { type: "integer" }, { type: "null" }] }, 1],
  ["one of several", { oneOf: [{ type: "boolean" }, { type: "integer" }] }, true],
  [
    "the fields of all parts",
    {
      properties: { b: {} },
      allOf: [{ type: "object", properties: { c: {} } }, { $ref: "#/$defs/d" }, true],
    },
    { b: "b", c: "c", d: 1 },
  ],
  ["parts without fields", { allOf: [{ type: "integer" }, { minimum: 5 }] }, 5],
  ["what a reference leads to", { $ref: "#/$defs/d" }, { d: 1 }],
  ["an escaped reference", { $ref: "#/$defs/e~1~0f" }, null],
  ["a reference to nothing", { type: "integer", $ref: "#/$defs/g" }, 1],
  ["a reference to a part of a text", { type: "integer", $ref: "#/title/0" }, 1],
  ["a reference to another document", { type: "integer", $ref: "other.json#/$defs/d" }, 1],
  ["a reference to what every object inherits", { type: "integer", $ref: "#/constructor" }, 1],
])("of a field, %s is shown", (_what, a, shown) => {
  const $defs = { d: { properties: { d: { type: "integer" } } }, "e/~f": { type: "null" } };
  expect(shownFor({ type: "object", title: "A.", properties: { a }, $defs })).toEqual({ a: shown });
});

test("a schema that refers to itself is shown to a depth, and its optional fields less deep", () => {
  const inner = { $ref: "#" };
  const required = { type: "object", properties: { inner }, required: ["inner"] };
  const depthOf = (shown: Json): Json[] => {
    const next = typeof shown === "object" && shown !== null && !Array.isArray(shown) ? shown : undefined;
    return next === undefined
      ? [shown]
      : Object.values(next as JsonObject).flatMap((one) => ["inner", ...depthOf(one)]);
  };
  expect(depthOf(shownFor(required))).toEqual([...Array.from({ length: 9 }, () => "inner"), null]);
  expect(shownFor({ type: "object", properties: { inner } })).toEqual({ inner: { inner: { inner: {} } } });
  const list = { type: "object", properties: { list: { type: "array", items: { $ref: "#" } } } };
  expect(shownFor(list)).toEqual({ list: [{ list: [] }] });
});

test("a detail is made up from a definition, without the help of a catalog", () => {
  expect(exampleInput(z.object({ a: z.string().transform(Number), b: z.int() }))).toEqual({ a: "a", b: 1 });
  expect(exampleInput({ max_bytes: "positive_integer" })).toEqual({ max_bytes: 1_048_576 });
  const silent = { "~standard": { version: 1, vendor: "own", validate: (value: unknown) => ({ value }) } } as const;
  expect(exampleInput(silent)).toEqual({});
});
