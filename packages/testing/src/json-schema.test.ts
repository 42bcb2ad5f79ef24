import type { DetailSchema } from "@uhp-errors/core/codes";
import { expect, test } from "vitest";
import { sampleOf } from "./json-schema.ts";

/** A schema that describes itself by a function. */
function describing(input?: (options: object) => unknown): DetailSchema {
  const standard = { version: 1, vendor: "own", validate: (value: unknown) => ({ value }) };
  return { "~standard": { ...standard, ...(input && { jsonSchema: { input } }) } } as unknown as DetailSchema;
}

const sample = (schema: unknown) => sampleOf(describing(() => schema));

/** The innermost object of a tree, and how many fields are around it. */
function depthOf(value: unknown): number {
  const next = (value as { readonly next?: unknown } | null)?.next;
  return next === undefined ? 0 : 1 + depthOf(next);
}

test.each<readonly [what: string, schema: object, value: unknown]>([
  ["a constant", { const: null, default: 1, type: "string" }, null],
  ["a default", { default: 7, enum: [8], type: "string" }, 7],
  ["a choice", { enum: ["x", "y"], examples: ["z"] }, "x"],
  ["an example", { examples: ["z"], type: "integer" }, "z"],
  ["no choice", { enum: [], type: "boolean" }, true],
  ["the first of some schemas", { anyOf: [true, { type: "integer" }, { type: "string" }] }, 1],
  ["one of some schemas", { oneOf: [{ type: "integer" }] }, 1],
  ["what all of a union share", { minimum: 5, anyOf: [{ type: "integer" }] }, 5],
  [
    "all schemas at once",
    {
      allOf: [
        { type: "object", properties: { a: { type: "integer" } } },
        false,
        { type: "object", properties: { b: { type: "boolean" } } },
      ],
    },
    { a: 1, b: true },
  ],
  ["a schema elsewhere", { $ref: "#/$defs/n", $defs: { n: { type: "integer" } } }, 1],
  ["a schema that is missing", { $ref: "#/$defs/n", type: "boolean" }, true],
  [
    "a schema of another document",
    { $ref: "other.json#/$defs/n", type: "boolean", $defs: { n: { type: "integer" } } },
    true,
  ],
  ["a schema that is inherited", { $ref: "#/constructor", type: "boolean" }, true],
  ["nothing", { type: "null" }, null],
  ["a text or nothing", { type: ["null", "string"] }, "sample"],
  ["a boolean", { type: "boolean" }, true],
  ["a value of no type", {}, "sample"],
  ["an object without fields", { type: "object" }, {}],
  ["an object with a field of any value", { type: "object", properties: { a: true } }, { a: null }],
  ["a list of any values", { type: "array" }, []],
  ["a list", { type: "array", items: { type: "integer" } }, [1]],
  ["a list of no minimum", { type: "array", items: { type: "integer" }, minItems: 0 }, [1]],
  ["a list of two", { type: "array", items: { type: "integer" }, minItems: 2 }, [1, 1]],
  ["a long list", { type: "array", items: { const: 0 }, minItems: 1_000 }, Array(100).fill(0)],
  ["a tuple", { type: "array", prefixItems: [{ type: "integer" }, true, { type: "boolean" }] }, [1, true]],
  ["an integer", { type: "integer" }, 1],
  ["a number", { type: "number" }, 1],
  ["a number from a minimum", { type: "number", minimum: 5 }, 5],
  ["a number above another", { type: "number", exclusiveMinimum: 5 }, 6],
  ["a number between two", { type: "number", minimum: -10, maximum: -3 }, -3],
  ["a number between two others", { type: "number", exclusiveMinimum: -10, exclusiveMaximum: -3 }, -4],
  ["any safe integer", { type: "integer", minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }, 1],
  ["a number with room below", { type: "number", maximum: 9 }, 1],
  ["a number below zero", { type: "number", maximum: -3 }, -3],
  ["a multiple", { type: "number", multipleOf: 7 }, 7],
  ["a multiple from a minimum", { type: "number", multipleOf: 7, minimum: 8 }, 14],
  ["a multiple above another", { type: "number", multipleOf: 7, exclusiveMinimum: 7 }, 14],
  ["a number between what is no number", { type: "number", minimum: "5", maximum: Number.NaN }, 1],
  ["a short text", { type: "string", maxLength: 3 }, "sam"],
  ["a long text", { type: "string", minLength: 8 }, "samplexx"],
  ["a text of one length", { type: "string", minLength: 8, maxLength: 8 }, "samplexx"],
  ["a text of a length that cannot be", { type: "string", minLength: 4, maxLength: 2 }, "samp"],
  ["a very long text", { type: "string", minLength: 20_000 }, `sample${"x".repeat(9_994)}`],
  ["a time", { type: "string", format: "date-time" }, "2026-10-04T12:00:00Z"],
  ["a date", { type: "string", format: "date" }, "2026-10-04"],
  ["a time of day", { type: "string", format: "time" }, "12:00:00Z"],
  ["a duration", { type: "string", format: "duration" }, "PT1M"],
  ["a mail address", { type: "string", format: "email" }, "user@example.com"],
  ["a URI", { type: "string", format: "uri" }, "https://example.com/sample"],
  ["a URL", { type: "string", format: "url" }, "https://example.com/sample"],
  ["a UUID", { type: "string", format: "uuid" }, "3f0a8a5e-6c1b-4c7e-9d2f-1b2c3d4e5f60"],
  ["an address of version 4", { type: "string", format: "ipv4" }, "192.0.2.1"],
  ["an address of version 6", { type: "string", format: "ipv6" }, "2001:db8::1"],
  ["a host", { type: "string", format: "hostname" }, "example.com"],
  ["an unknown format", { type: "string", format: "color" }, "sample"],
  ["a format that is none", { type: "string", format: 7 }, "sample"],
])("a sample of %s", (_what, schema, value) => {
  expect(sample(schema)).toEqual(value);
});

const tree = (required: readonly string[]) => ({
  type: "object",
  properties: { next: { $ref: "#" } },
  required,
});

test("a schema that refers to itself is followed so far that its field may be left out", () => {
  expect(depthOf(sample(tree([])))).toBe(2);
  expect(depthOf(sample(tree(["next"])))).toBe(4);
});

test.each<readonly [what: string, schema: DetailSchema, value: unknown]>([
  ["it cannot", describing(), {}],
  [
    "it throws",
    describing(() => {
      throw new Error("x");
    }),
    {},
  ],
  ["it returns a list", describing(() => [{ type: "integer" }]), {}],
  ["it returns nothing", describing(() => null), {}],
  [
    "it knows only the older version",
    describing((options) => {
      if ((options as { readonly target: string }).target !== "draft-07") throw new Error("x");
      return { type: "integer" };
    }),
    1,
  ],
  [
    "it knows the newer version too",
    describing((options) => ({ const: (options as { readonly target: string }).target })),
    "draft-2020-12",
  ],
])("a schema describes itself, if %s", (_what, schema, value) => {
  expect(sampleOf(schema)).toEqual(value);
});
