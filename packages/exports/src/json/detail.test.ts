import type { CodeDefinition } from "@uhp-errors/core";
import { expect, test } from "vitest";
import * as z from "zod";
import { describeDetail, describeInput } from "./detail.ts";
import type { JsonObject } from "./plain.ts";

type Detail = NonNullable<CodeDefinition["detail"]>;

/** A schema of another library, which describes itself by a function. */
const schemaOf = (describe: unknown, validate: (value: unknown) => object = (value) => ({ value })) =>
  ({
    "~standard": { version: 1, vendor: "own", validate, jsonSchema: { input: describe, output: describe } },
  }) as unknown as Detail;

const count = { type: "integer", minimum: 1, maximum: 9 };

test.each<
  [what: string, detail: Detail | undefined, described: JsonObject | null, isWhole: boolean, required: boolean]
>([
  ["nothing", undefined, null, true, false],
  [
    "fields",
    { name: "string", hint: "string_list?" } as Detail,
    {
      type: "object",
      properties: {
        name: { type: "string", description: "a string" },
        hint: { type: "array", items: { type: "string" }, description: "a list of strings" },
      },
      required: ["name"],
    },
    true,
    true,
  ],
  [
    "optional fields",
    { hint: "string?" } as Detail,
    { type: "object", properties: { hint: { type: "string", description: "a string" } }, required: [] },
    true,
    false,
  ],
  [
    "a schema that is open to further fields, everywhere",
    z.object({
      a: z.object({ b: z.int().min(1).max(9) }),
      list: z.array(z.union([z.object({ c: z.int().min(1).max(9) }), z.null()])),
    }),
    {
      type: "object",
      properties: {
        a: { type: "object", properties: { b: count }, required: ["b"] },
        list: {
          type: "array",
          items: { anyOf: [{ type: "object", properties: { c: count }, required: ["c"] }, { type: "null" }] },
        },
      },
      required: ["a", "list"],
    },
    true,
    true,
  ],
  [
    "a schema that is closed where its input is",
    z.object({ a: z.strictObject({ b: z.int().min(1).max(9).optional() }).optional() }),
    { type: "object", properties: { a: { type: "object", properties: { b: count }, additionalProperties: false } } },
    true,
    false,
  ],
  ["a schema that says nothing", schemaOf(undefined), { type: "object" }, false, false],
  ["a schema that says what is no object", schemaOf(() => "x"), { type: "object" }, false, false],
  [
    "a schema that cannot say what it is",
    schemaOf(() => {
      throw new Error("x");
    }),
    { type: "object" },
    false,
    false,
  ],
  [
    "a schema that knows the older draft alone",
    schemaOf(({ target }: { target: string }) =>
      target === "draft-07" ? { $schema: "x", type: "object", title: "Old." } : undefined,
    ),
    { type: "object", title: "Old." },
    true,
    false,
  ],
  [
    "a schema whose check throws",
    schemaOf(
      () => ({ type: "object" }),
      () => {
        throw new Error("x");
      },
    ),
    { type: "object" },
    true,
    true,
  ],
])("the detail of a code with %s is described", (_what, detail, described, isWhole, required) => {
  expect(describeDetail({ detail } as CodeDefinition)).toEqual({
    detail: described,
    detail_described: isWhole,
    detail_required: required,
  });
});

test("what a detail is made from is described, not what is sent", () => {
  const given = { type: "object", properties: { a: { type: "string" } }, required: ["a"] };
  expect(describeInput(z.object({ a: z.string().transform(Number) }))).toEqual(given);
  expect(describeInput({ a: "string" } as Detail)).toEqual({
    ...given,
    properties: { a: { type: "string", description: "a string" } },
  });
  expect(describeInput(schemaOf(undefined))).toBeUndefined();
});
