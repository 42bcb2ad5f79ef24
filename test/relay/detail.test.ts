import { ApiError } from "@uhp-errors/client";
import { type DetailSchema, defineCatalog } from "@uhp-errors/core";
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
  ["a list's", z.object({ jobs: z.array(id) }), { jobs: [{ id: "1", host: HOST }] }, { jobs: [{ id: "1" }] }],
  ["a tuple's", z.object({ jobs: z.tuple([id]) }), { jobs: [{ id: "1", host: HOST }] }, { jobs: [{ id: "1" }] }],
  ["one that may be null", z.object({ job: id.nullable() }), { job: { id: "1", host: HOST } }, { job: { id: "1" } }],
  [
    "a union's",
    z.object({ job: z.union([id, z.looseObject({ no: z.int() })]) }),
    { job: { id: "1", no: 2, host: HOST } },
    { job: { id: "1", no: 2 } },
  ],
  [
    "an object's in an object",
    z.looseObject({ a: z.looseObject({ b: id }) }),
    { a: { b: { id: "1", host: HOST }, host: HOST } },
    { a: { b: { id: "1" } } },
  ],
])("only listed fields within the detail pass: %s", (_whose, schema, given, left) => {
  expect(relayed(schema, given)).toEqual(left);
});

test.each<[string, DetailSchema, given: object]>([
  ["any value", z.object({ job: z.unknown() }), { job: { a: [1, { b: 2 }] } }],
  ["a map", z.object({ jobs: z.record(z.string(), z.int()) }), { jobs: { a: 1, b: 2 } }],
  ["a list of texts", z.object({ jobs: z.array(z.string()) }), { jobs: ["a", "b"] }],
  ["a list of lists", z.object({ at: z.array(z.array(z.int())) }), { at: [[1], [2, 3]] }],
  ["a date as text", z.object({ at: z.iso.datetime(), job: id }), { at: "2026-11-22T08:00:00Z", job: { id: "1" } }],
  ["null", z.object({ job: id.nullable() }), { job: null }],
  ["a key of every object", z.object({ job: z.object({ constructor: z.string() }) }), { job: { constructor: "x" } }],
])("what the schema accepts as a whole passes as a whole: %s", (_what, schema, given) => {
  expect(relayed(schema, given)).toEqual(given);
});

test("a field that no schema lists is not confused with an inherited one", () => {
  const given = JSON.parse('{"job":{"id":"1","__proto__":{"a":1},"constructor":"x"}}');
  expect(JSON.stringify(relayed(z.object({ job: id }), given))).toBe('{"job":{"id":"1"}}');
});
