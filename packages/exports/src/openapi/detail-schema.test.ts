import { describe, expect, test } from "vitest";
import * as z from "zod";
import type { JsonObject } from "../json/plain.ts";
import { detailInOpenApi } from "./detail-schema.ts";

const jsonOf = (schema: z.ZodType) => z.toJSONSchema(schema) as JsonObject;
const in31 = (detail: JsonObject) => detailInOpenApi(detail, "D", "3.1");
const in30 = (detail: JsonObject) => detailInOpenApi(detail, "D", "3.0");

const tree: z.ZodType = z.object({ name: z.string(), children: z.array(z.lazy(() => tree)) });
const node: z.ZodType = z.object({ next: z.lazy(() => node).optional() }).meta({ id: "Node" });

describe("references", () => {
  test("to the whole make the detail a component", () => {
    expect(in31(jsonOf(tree))).toMatchObject({
      schema: { $ref: "#/components/schemas/D" },
      components: [["D", { properties: { children: { items: { $ref: "#/components/schemas/D" } } } }]],
    });
  });

  test("to a definition make it a component, and those that it refers to", () => {
    const detail = {
      $defs: { "a/b c": { $ref: "#/$defs/other" }, other: { type: "string" }, unused: {} },
      properties: { a: { $ref: "#/$defs/a~1b c" } },
    };
    expect(in31(detail)).toEqual({
      schema: { properties: { a: { $ref: "#/components/schemas/D_a_b_c" } } },
      components: [
        ["D_a_b_c", { $ref: "#/components/schemas/D_other" }],
        ["D_other", { type: "string" }],
      ],
    });
    expect(in31(jsonOf(z.object({ node })))?.components.map(([name]) => name)).toEqual(["D_Node"]);
  });

  test.each<[what: string, names: readonly string[], components: readonly string[]]>([
    ["by punctuation", ["a.b/c", "a.b c", "a.b_c"], ["D_a.b_c", "D_a.b_c_2", "D_a.b_c_3"]],
    ["by case", ["Node", "node", "NODE_2"], ["D_Node", "D_node_2", "D_NODE_2_2"]],
  ])("to definitions whose names differ only %s lead to components of their own", (_what, names, components) => {
    const escaped = names.map((name) => name.replaceAll("/", "~1"));
    const detail = {
      $defs: Object.fromEntries(names.map((name, index) => [name, { const: index }])),
      anyOf: escaped.map((name) => ({ $ref: `#/$defs/${name}` })),
    };
    expect(in31(detail)).toEqual({
      schema: { anyOf: components.map((name) => ({ $ref: `#/components/schemas/${name}` })) },
      components: components.map((name, index) => [name, { const: index }]),
    });
  });

  test.each<[what: string, reference: string, component: string]>([
    ["a definition of a definition", "#/$defs/a/$defs/b", "D_a_b"],
    ["a definition of a field", "#/properties/x/definitions/b", "D_properties_x_b"],
    ["an item of a tuple of draft 7", "#/properties/y/items/0", "D_properties_y_items_0"],
    ["a field", "#/properties/z", "D_properties_z"],
  ])("to %s lead to a component", (_what, reference, component) => {
    const there = { type: "string" };
    const detail = {
      $defs: { a: { $defs: { b: there } } },
      properties: { x: { definitions: { b: there } }, y: { items: [there] }, z: there, to: { $ref: reference } },
    };
    for (const made of [in31(detail), in30(detail)]) {
      expect(made?.schema).toMatchObject({ properties: { to: { $ref: `#/components/schemas/${component}` } } });
      expect(made?.components).toEqual([[component, there]]);
    }
  });

  test.each<[what: string, detail: JsonObject]>([
    ["to another document", { $ref: "https://acme.example/x.json" }],
    ["to a definition that is missing", { $ref: "#/$defs/lost" }],
    ["to what every object inherits", { $ref: "#/toString" }],
    ["to a part of a text", { title: "abc", $ref: "#/title/0" }],
    ["by an anchor", { properties: { a: { $ref: "#here" } } }],
    ...["$dynamicRef", "$dynamicAnchor", "$recursiveRef", "$recursiveAnchor"].map((name): [string, JsonObject] => [
      `that are dynamic, by ${name},`,
      { [name]: "#here" },
    ]),
  ])("%s cannot be followed", (_what, detail) => {
    expect(in31(detail)).toBeUndefined();
  });

  test.each([
    [true, {}],
    [false, { not: {} }],
  ])("to a field that is %s lead to a component", (field, component) => {
    const detail = { properties: { a: field, b: { $ref: "#/properties/a" } } };
    expect(in31(detail)?.components).toEqual([["D_properties_a", component]]);
  });

  test("in examples are values", () => {
    const detail = { properties: { a: { examples: [{ $ref: "https://acme.example" }], enum: [{ $ref: "x" }] } } };
    expect(in31(detail)?.schema).toEqual(detail);
  });
});

test("an object without known fields may have any", () => {
  expect(in31({ type: "object" })?.schema).toEqual({ type: "object", additionalProperties: true });
  expect(in31({ type: "object", additionalProperties: false })?.schema).toEqual({
    type: "object",
    additionalProperties: false,
  });
});

test.each(["properties", "additionalProperties", "patternProperties", "allOf", "anyOf", "oneOf"])(
  "an object that names its fields by %s has no others added",
  (keyword) => {
    const detail = { type: "object", [keyword]: keyword.endsWith("Of") ? [{ required: ["a"] }] : { a: {} } };
    expect(in31(detail)?.schema).toEqual(detail);
  },
);

test("what means nothing within another document is left out", () => {
  const around = { $defs: {}, definitions: {}, $schema: "a", $id: "b", $anchor: "c", $comment: "d", id: "e" };
  expect(in31({ ...around, type: "string" })?.schema).toEqual({ type: "string" });
});

describe("OpenAPI 3.0", () => {
  test.each<[what: string, detail: JsonObject, schema: JsonObject]>([
    ["one value", { const: "x" }, { enum: ["x"] }],
    ["a type or null", { type: ["string", "null"] }, { type: "string", nullable: true }],
    ["two types", { type: ["string", "integer"] }, { anyOf: [{ type: "string" }, { type: "integer" }] }],
    [
      "two types and a choice",
      { type: ["string", "integer"], anyOf: [{ minLength: 1 }] },
      { anyOf: [{ minLength: 1 }] },
    ],
    ["null among values", { enum: ["x", null] }, { enum: ["x", null], nullable: true }],
    ["only null", { type: "null" }, { nullable: true, enum: [null] }],
    [
      "a schema or null",
      { anyOf: [{ type: "object", properties: {} }, { type: "null" }], description: "X." },
      { type: "object", properties: {}, description: "X.", nullable: true },
    ],
    [
      "a choice or null",
      { oneOf: [{ type: "string" }, { type: "integer" }, { type: "null" }] },
      { oneOf: [{ type: "string" }, { type: "integer" }], nullable: true },
    ],
    ["an exclusive bound", { exclusiveMinimum: 0, maximum: 9 }, { minimum: 0, exclusiveMinimum: true, maximum: 9 }],
    ["an exclusive bound that another includes", { exclusiveMaximum: 9, maximum: 8 }, { maximum: 8 }],
    ["an exclusive lower bound that another includes", { exclusiveMinimum: 0, minimum: 1 }, { minimum: 1 }],
    [
      "an exclusive lower bound that includes another",
      { exclusiveMinimum: 1, minimum: 0 },
      { minimum: 1, exclusiveMinimum: true },
    ],
    ["a bound that is exclusive, too", { exclusiveMaximum: 9, maximum: 9 }, { maximum: 9, exclusiveMaximum: true }],
    ["examples", { type: "string", examples: ["x", "y"] }, { type: "string", example: "x" }],
    [
      "a tuple",
      { type: "array", prefixItems: [{ type: "string" }, true] },
      { type: "array", items: { anyOf: [{ type: "string" }, {}] } },
    ],
    ["a list of anything", { type: "array" }, { type: "array", items: {} }],
    [
      "fields by pattern",
      { type: "object", patternProperties: { "^x": {} }, additionalProperties: false },
      { type: "object", additionalProperties: true },
    ],
    ["no required field", { type: "object", properties: {}, required: [] }, { type: "object", properties: {} }],
    [
      "a required field",
      { type: "object", properties: { a: {} }, required: ["a"] },
      { type: "object", properties: { a: {} }, required: ["a"] },
    ],
    [
      "required fields that are no list",
      { type: "object", properties: {}, required: true },
      { type: "object", properties: {} },
    ],
    ["items of any kind", { type: "array", items: true }, { type: "array", items: {} }],
    ["items of no kind", { type: "array", items: false }, { type: "array", items: { not: {} } }],
    ["an unknown keyword", { type: "string", contentEncoding: "base64", $comment: "x" }, { type: "string" }],
    ["nothing", { properties: { a: false } }, { properties: { a: { not: {} } } }],
  ])("says %s in its own way", (_what, detail, schema) => {
    expect(in30(detail)?.schema).toEqual(schema);
  });

  test("has no example of a list without one", () => {
    expect(in30({ examples: [] })?.schema).toStrictEqual({});
  });

  test("keeps nothing beside a reference", () => {
    const detail = { $defs: { a: {} }, properties: { a: { $ref: "#/$defs/a", description: "A." } } };
    expect(in30(detail)?.schema).toEqual({ properties: { a: { $ref: "#/components/schemas/D_a" } } });
  });

  test("keeps a nullable reference", () => {
    expect(
      in30({ $defs: { a: {} }, properties: { a: { anyOf: [{ $ref: "#/$defs/a" }, { type: "null" }] } } })?.schema,
    ).toEqual({
      properties: { a: { allOf: [{ $ref: "#/components/schemas/D_a" }], nullable: true } },
    });
  });
});
