import { expect, test } from "vitest";
import type { Json, JsonObject } from "./json.ts";
import { issuesOf } from "./schema.ts";

const object = (properties: JsonObject, rest: JsonObject = {}): JsonObject => ({ type: "object", properties, ...rest });

/** A schema, a value, and the fields that are wrong. */
const CASES: readonly (readonly [name: string, schema: JsonObject, value: Json, ...fields: string[]])[] = [
  ["a value that fits", object({ n: { type: "integer", minimum: 0 } }), { n: 0 }],
  ["a required field that is missing", object({ n: { type: "integer" } }, { required: ["n"] }), {}, "n"],
  ["an optional field that is missing", object({ n: { type: "integer" } }), {}],
  ["a number below its minimum", object({ n: { minimum: 1 } }), { n: 0 }, "n"],
  ["a number at its exclusive minimum", object({ n: { exclusiveMinimum: 1 } }), { n: 1 }, "n"],
  ["a fraction for an integer", object({ n: { type: "integer" } }), { n: 1.5 }, "n"],
  ["a string that is too long", object({ s: { maxLength: 2 } }), { s: "abc" }, "s"],
  ["a string that does not match its pattern", object({ s: { pattern: "^a" } }), { s: "b" }, "s"],
  ["a value that is not listed", object({ s: { enum: ["a"] } }), { s: "b" }, "s"],
  ["an item of a list", object({ l: { type: "array", items: { type: "string" } } }), { l: ["a", 1] }, "l[1]"],
  ["a list that is too short", object({ l: { minItems: 1 } }), { l: [] }, "l"],
  ["a field of a field", object({ o: object({ n: { type: "null" } }) }), { o: { n: 1 } }, "o.n"],
  ["a field that is not known", object({}, { additionalProperties: false }), { x: 1 }, "x"],
  ["a reference", { ...object({ n: { $ref: "#/$defs/n" } }), $defs: { n: { type: "string" } } }, { n: 1 }, "n"],
  ["one of several forms", object({ n: { anyOf: [{ type: "string" }, { type: "null" }] } }), { n: null }],
  ["none of several forms", object({ n: { anyOf: [{ type: "string" }, { type: "null" }] } }), { n: 1 }, "n"],
];

test.for(CASES)("%s", ([, schema, value, ...fields]) => {
  expect(issuesOf(schema, value).map(({ field }) => field)).toEqual(fields);
});

test.each([
  ["a path relative to the package root", "Expected a path relative to the package root."],
  [undefined, "Expected a string that matches ^a."],
])("a pattern with the description %s", (description, says) => {
  const schema = object({ s: { pattern: "^a", ...(description === undefined ? {} : { description }) } });
  expect(issuesOf(schema, { s: "b" })).toEqual([{ field: "s", says }]);
});
