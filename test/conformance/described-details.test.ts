import { defineCatalog } from "@uhp-errors/core";
import { toJson } from "@uhp-errors/exports";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import { Type } from "typebox";
import * as v from "valibot";
import { expect, test } from "vitest";
import * as z from "zod";
import * as mini from "zod/mini";
import { standardOf } from "../support/typebox.ts";

const valibot = v.object({ eta: v.pipe(v.number(), v.integer()), zone: v.optional(v.string()) });

/** One shape in each library's own words. Some cannot express it as JSON Schema, or need a function for that. */
test.each<readonly [library: string, isDescribed: boolean, schema: unknown]>([
  ["zod", true, z.object({ eta: z.int(), zone: z.string().optional() })],
  ["arktype", true, type({ eta: "number.integer", "zone?": "string" })],
  ["valibot", true, toStandardJsonSchema(valibot)],
  ["valibot alone", false, valibot],
  ["zod/mini", false, mini.object({ eta: mini.int() })],
  ["typebox", false, standardOf(Type.Object({ eta: Type.Integer() }))],
])("the detail of %s is described: %s", (_library, isDescribed, schema) => {
  const detail = schema as z.ZodObject;
  const acme = defineCatalog({ vendor: "acme", codes: { acme_x: { status: 409, message: "X.", detail } } });
  const found = toJson(acme).codes.find(({ code }) => code === "acme_x");
  expect(found).toMatchObject({ detail_described: isDescribed, detail_required: true });
  const fields = { properties: { eta: { type: "integer" }, zone: { type: "string" } }, required: ["eta"] };
  if (isDescribed) expect(found?.detail).toMatchObject(fields);
  else for (const name of Object.keys(fields)) expect(found?.detail).not.toHaveProperty(name);
});
