import { ApiError } from "@uhp-errors/client";
import { defineCatalog } from "@uhp-errors/core";
import type { DetailSchema } from "@uhp-errors/core/codes";
import { type } from "arktype";
import { expect, test } from "vitest";
import { z } from "zod";

const HOST = "db-1.internal";

/** What remains of another service's detail when a code with a schema is relayed. */
function relayed(detail: DetailSchema, given: object) {
  const acme = defineCatalog({
    vendor: "acme",
    codes: { acme_paused: { status: 409, message: "Printing is paused.", detail: detail as z.ZodObject } },
  });
  const thrown = new ApiError({
    type: "invalid_request_error",
    code: "acme_paused",
    message: "The other service's own words.",
    param: null,
    detail: given,
    status: 409,
    retryAfter: undefined,
    requestId: undefined,
    version: undefined,
  });
  return acme.relay(thrown, { pass: ["acme_paused"] }).detail;
}

const id = z.looseObject({ id: z.string() });

test.each<[string, DetailSchema, given: object, left: object]>([
  ["ArkType's", type({ job: { id: "string" } }), { job: { id: "1", host: HOST } }, { job: { id: "1" } }],
  ["a loose object's", z.object({ job: id }), { job: { id: "1", host: HOST } }, { job: { id: "1" } }],
  ["one that may be null", z.object({ job: id.nullable() }), { job: { id: "1", host: HOST } }, { job: { id: "1" } }],
  ["a tuple's", z.object({ jobs: z.tuple([id]) }), { jobs: [{ id: "1", host: HOST }] }, { jobs: [{ id: "1" }] }],
])("only listed fields within the detail pass: %s", (_whose, schema, given, left) => {
  expect(relayed(schema, given)).toEqual(left);
});

test("what the schema accepts as a whole passes as a whole", () => {
  const given = { jobs: { a: 1, b: 2 }, at: "2026-11-22T08:00:00Z", by: { constructor: "x" } };
  const by = z.object({ constructor: z.string() });
  const schema = z.object({ jobs: z.record(z.string(), z.int()), at: z.iso.datetime(), by });
  expect(relayed(schema, given)).toEqual(given);
});

test("a field that no schema lists is not confused with an inherited one", () => {
  const given = JSON.parse('{"job":{"id":"1","__proto__":{"a":1},"constructor":"x"}}');
  expect(JSON.stringify(relayed(z.object({ job: id }), given))).toBe('{"job":{"id":"1"}}');
});
