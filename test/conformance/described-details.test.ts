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
const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_zod: { status: 409, message: "X.", detail: z.object({ eta: z.int(), zone: z.string().optional() }) },
    acme_arktype: { status: 409, message: "X.", detail: type({ eta: "number.integer", "zone?": "string" }) },
    acme_valibot: { status: 409, message: "X.", detail: toStandardJsonSchema(valibot) },
    acme_valibot_alone: { status: 409, message: "X.", detail: valibot },
    acme_mini: { status: 409, message: "X.", detail: mini.object({ eta: mini.int() }) },
    acme_typebox: { status: 409, message: "X.", detail: standardOf(Type.Object({ eta: Type.Integer() })) },
  },
});

test.each([
  ["acme_zod", true],
  ["acme_arktype", true],
  ["acme_valibot", true],
  ["acme_valibot_alone", false],
  ["acme_mini", false],
  ["acme_typebox", false],
])("the detail of %s is described: %s", (code, isDescribed) => {
  const found = toJson(acme).codes.find((one) => one.code === code);
  expect(found).toMatchObject({ detail_described: isDescribed, detail_required: true });
  const { properties, required } = (found?.detail ?? {}) as {
    properties?: Record<string, { type: string }>;
    required?: string[];
  };
  expect([properties?.["eta"]?.type, properties?.["zone"]?.type, required]).toEqual(
    isDescribed ? ["integer", "string", ["eta"]] : [undefined, undefined, undefined],
  );
});
