import { defineCatalog } from "@uhp-errors/core";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import * as z from "zod";
import type { JsonObject } from "../json/plain.ts";
import { exampleDetail } from "./example.ts";
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
