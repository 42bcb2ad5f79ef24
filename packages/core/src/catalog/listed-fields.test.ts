import { expect, test } from "vitest";
import type { Json } from "../errors/detail.ts";
import { listedFields } from "./listed-fields.ts";

const listing = (...names: readonly string[]) => ({
  type: "object",
  properties: Object.fromEntries(names.map((name) => [name, {}])),
});

/** Puts a schema into a number of unions. */
const nested = (schema: object, levels: number): object =>
  levels === 0 ? schema : { anyOf: [nested(schema, levels - 1)] };

const AB = { a: 1, b: 2 };

test.each<[what: string, value: Json, schemas: readonly unknown[], kept: Json]>([
  ["what one schema lists", AB, [listing("a")], { a: 1 }],
  ["what any of several lists", { ...AB, c: 3 }, [listing("a"), listing("b")], AB],
  ["nothing that is not listed", AB, [listing("c")], {}],
  ["all without a schema", AB, [], AB],
  ["all if one schema lists nothing", AB, [listing("a"), { type: "object" }], AB],
  ["all if the fields are no object", AB, [{ type: "object", properties: ["a"] }], AB],
  ["what a schema without a type lists", AB, [{ properties: { a: {} } }], { a: 1 }],
  ["what a schema of several types lists", AB, [{ type: ["null", "object"], properties: { a: {} } }], { a: 1 }],
  ["all if the schema is of another type", AB, [{ type: "string", properties: { a: {} } }], AB],
  ["what is listed beside another type", AB, [listing("a"), { type: "null" }], { a: 1 }],
  ["what members of a union list: anyOf", AB, [{ anyOf: [listing("a"), { type: "null" }] }], { a: 1 }],
  ["what members of a union list: oneOf", AB, [{ oneOf: [listing("b")] }], { b: 2 }],
  ["what members of a union list: allOf", AB, [{ allOf: [listing("a"), listing("b")] }], AB],
  ["what a schema lists beside its members", { ...AB, c: 3 }, [{ ...listing("a"), allOf: [listing("b")] }], AB],
  ["what unions in unions list, to the fifth", AB, [nested(listing("a"), 5)], { a: 1 }],
  ["all, deeper than that", AB, [nested(listing("a"), 6)], AB],
  ["the fields of elements", [AB, AB], [{ items: listing("a") }], [{ a: 1 }, { a: 1 }]],
  [
    "the fields of a tuple's elements, and of those after it",
    [AB, AB, AB],
    [{ prefixItems: [listing("a"), listing("b")], items: listing("a") }],
    [{ a: 1 }, { b: 2 }, { a: 1 }],
  ],
  ["the fields of an older tuple", [AB, AB], [{ items: [listing("a"), listing("b")] }], [{ a: 1 }, { b: 2 }]],
  ["the fields of elements beside another type", [AB], [{ items: listing("a") }, { type: "null" }], [{ a: 1 }]],
  ["all of elements without a schema", [AB], [{ type: "array" }], [AB]],
  ["the fields of a member, by its own schema", { a: AB }, [{ properties: { a: listing("b") } }], { a: { b: 2 } }],
  ["no name of every object", { toString: 1 }, [listing("a")], {}],
  ["a string", "x", [listing("a")], "x"],
  ["null", null, [listing("a")], null],
])("keeps %s", (_what, value, schemas, kept) => expect(listedFields(value, schemas)).toEqual(kept));
