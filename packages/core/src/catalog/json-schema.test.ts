import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { DetailSchema } from "../codes/index.ts";
import { describedBy, jsonSchemaOf } from "./json-schema.ts";

/** A schema that describes itself by a function of the target. */
const describing = (input: unknown): DetailSchema =>
  ({ "~standard": { version: 1, vendor: "own", validate: () => ({ value: {} }), jsonSchema: { input } } }) as never;

describe("what a schema says about itself", () => {
  test.each<[what: string, schema: DetailSchema, described: object]>([
    [
      "an object",
      z.object({ a: z.string(), b: z.string().optional() }),
      { type: "object", properties: { a: { type: "string" }, b: { type: "string" } }, required: ["a"], isMap: false },
    ],
    ["nothing", describing(() => ({})), { type: undefined, properties: undefined, required: [], isMap: false }],
    [
      "fields that are no object",
      describing(() => ({ type: "object", properties: [], required: "a" })),
      { type: "object", properties: undefined, required: [], isMap: false },
    ],
    [
      "a rule for names",
      describing(() => ({ type: "object", propertyNames: { pattern: "^a" } })),
      { type: "object", properties: undefined, required: [], isMap: true },
    ],
    [
      "a rule for other fields",
      describing(() => ({ type: "object", additionalProperties: { type: "string" } })),
      { type: "object", properties: undefined, required: [], isMap: true },
    ],
    [
      "no other fields",
      describing(() => ({ type: "object", additionalProperties: false })),
      { type: "object", properties: undefined, required: [], isMap: false },
    ],
  ])("is read: %s", (_what, schema, described) => expect(describedBy(schema)).toEqual(described));

  test("is asked in the newest version first, then in an older one", () => {
    const asked: unknown[] = [];
    const old = describing(({ target }: { readonly target: unknown }) => {
      asked.push(target);
      if (target !== "draft-07") throw new Error(`no ${String(target)}`);
      return { type: "object" };
    });
    expect(describedBy(old)?.type).toBe("object");
    expect(asked).toEqual(["draft-2020-12", "draft-07"]);
  });

  test("is asked for once", () => {
    let times = 0;
    const schema = describing(() => {
      times += 1;
      return { type: "object" };
    });
    expect([jsonSchemaOf(schema)?.type, jsonSchemaOf(schema)?.type, times]).toEqual(["object", "object", 1]);
  });

  test("may be missing", () => {
    expect(jsonSchemaOf(describing(undefined))).toBe(undefined);
    expect(jsonSchemaOf(describing({}))).toBe(undefined);
  });

  test("may be refused with an error, which names the older version", () => {
    const refusing = describing(({ target }: { readonly target: unknown }) => {
      throw new Error(`no ${String(target)}`);
    });
    expect(() => describedBy(refusing)).toThrow("no draft-07");
    expect(jsonSchemaOf(refusing)).toBe(undefined);
  });
});
