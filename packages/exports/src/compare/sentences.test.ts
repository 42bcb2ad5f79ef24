import { type AnyCatalog, defineCatalog } from "@uhp-errors/core";
import { expect, test } from "vitest";
import * as z from "zod";
import { type CatalogJson, type CodeJson, toJson } from "../json/catalog-json.ts";
import type { Json, JsonObject } from "../json/plain.ts";
import type { ChangeLevel, DetailChange } from "./change.ts";
import { compare } from "./compare.ts";
import { detailChanges } from "./detail.ts";
import { codeChanges } from "./facts.ts";

const define = defineCatalog as unknown as (options: object) => AnyCatalog;
const of = (definition: object) => define({ vendor: "acme", codes: { acme_x: { status: 503, ...definition } } });

const COLD = { message: "Cold." };
const object = (shape: Parameters<typeof z.object>[0]) => ({ ...COLD, detail: z.object(shape) });

const A = object({ a: z.int() });
const MAYBE_A = object({ a: z.int().optional() });
const ofLength = (most: number) => object({ a: z.string().max(most) });
const IN_DETAIL = 'In the detail of "acme_x",';

test.each<readonly [what: string, before: object, after: object, sentence: string]>([
  [
    "a `when`",
    { ...COLD, when: "A." },
    { ...COLD, when: "B." },
    'The `when` of "acme_x" was "A." and is "B.": only a text is another.',
  ],
  [
    "a retry rule",
    COLD,
    { ...COLD, retry: "never" },
    'The retry rule of "acme_x" was "backoff" and is "never": clients send requests again by this rule.',
  ],
  ["a field that is gone", A, object({}), `${IN_DETAIL} the field a is gone: what reads it breaks.`],
  [
    "a new field of every error",
    A,
    object({ a: z.int(), b: z.int() }),
    `${IN_DETAIL} the field b is new and every error must have it: what makes errors without it breaks.`,
  ],
  ["a field that may be missing", A, MAYBE_A, `${IN_DETAIL} the field a may be missing now: what reads it breaks.`],
  [
    "a field that must be there",
    MAYBE_A,
    A,
    `${IN_DETAIL} every error must have the field a now: what makes errors without it breaks.`,
  ],
  [
    "a narrower rule",
    ofLength(9),
    ofLength(8),
    `${IN_DETAIL} detail.a.maxLength was 9 and is 8: what fitted may not fit any more, or nobody can tell.`,
  ],
  [
    "a wider rule",
    ofLength(9),
    object({ a: z.string() }),
    `${IN_DETAIL} detail.a.maxLength was 9 and is not stated: what fitted still fits.`,
  ],
])("%s is explained", (_what, before, after, sentence) => {
  expect(compare(toJson(of(before)), of(after)).map((change) => change.sentence)).toEqual([sentence]);
});

test.each<readonly [fact: string, before: unknown, sentence: string]>([
  [
    "type",
    "permission_error",
    'The type of "acme_x" was "permission_error" and is "server_error": a client that does not know the code goes by its type.',
  ],
  ["status", [500], 'The status of "acme_x" was 500 and is 503: clients and proxies act on the status.'],
  [
    "places",
    ["failed_task", "stream"],
    'The place of "acme_x" was failed_task or stream and is request: clients look for it where it was.',
  ],
  [
    "since",
    "2026-10-04",
    'The first version of "acme_x" was "2026-10-04" and is "2026-08-11": clients of a version before it see the code under another name.',
  ],
  [
    "docs_url",
    "https://acme.example/x",
    'The page of "acme_x" was "https://acme.example/x" and is null: only a link is another.',
  ],
])("another %s of a stored code is explained", (fact, before, sentence) => {
  const json = JSON.parse(JSON.stringify(toJson(of(COLD))));
  json.codes.find(({ code }: { code: string }) => code === "acme_x")[fact] = before;
  expect(compare(json, of(COLD)).map((change) => change.sentence)).toEqual([sentence]);
});

/** Two schemas of a detail, and all changes between them. */
type DetailRow = readonly [what: string, before: JsonObject, after: JsonObject, changes: readonly DetailChange[]];

const NARROWER = "what fitted may not fit any more, or nobody can tell";
const change = (level: ChangeLevel, what: string, before: Json, after: Json, sentence: string): DetailChange => ({
  level,
  what,
  before,
  after,
  sentence,
});

test.each<DetailRow>([
  ["the type of an object, where none was said", {}, { type: "object" }, []],
  ["no type of an object, where one was said", { type: "object" }, {}, []],
  [
    "another type of the whole",
    { type: "object" },
    { type: ["object", "null"] },
    [
      change(
        "major",
        "detail.type",
        "object",
        ["object", "null"],
        `detail.type was "object" and is ["object","null"]: ${NARROWER}`,
      ),
    ],
  ],
  [
    "a type of a field, where none was said",
    { properties: { a: {} } },
    { properties: { a: { type: "string" } } },
    [change("major", "detail.a.type", null, "string", `detail.a.type was not stated and is "string": ${NARROWER}`)],
  ],
  ["the types in another order", { type: ["object", "null"] }, { type: ["null", "object"] }, []],
  [
    "one of two types",
    { type: ["object", "null"] },
    { type: ["object", "array"] },
    [
      change(
        "major",
        "detail.type",
        ["object", "null"],
        ["object", "array"],
        `detail.type was ["object","null"] and is ["object","array"]: ${NARROWER}`,
      ),
    ],
  ],
  [
    "a single value beside a list",
    { const: 1, enum: [1] },
    { const: 2, enum: [1] },
    [change("major", "detail.const", 1, 2, `detail.const was 1 and is 2: ${NARROWER}`)],
  ],
  [
    "further fields of another type",
    { additionalProperties: { type: "string" } },
    { additionalProperties: { type: "integer" } },
    [
      change(
        "major",
        "detail.additionalProperties.type",
        "string",
        "integer",
        `detail.additionalProperties.type was "string" and is "integer": ${NARROWER}`,
      ),
    ],
  ],
  [
    "further fields that are forbidden",
    { additionalProperties: { type: "string" } },
    { additionalProperties: false },
    [
      change(
        "major",
        "detail.additionalProperties",
        { type: "string" },
        false,
        `detail.additionalProperties was {"type":"string"} and is false: ${NARROWER}`,
      ),
    ],
  ],
  [
    "another schema that is not looked into",
    { not: { type: "string" } },
    { not: { type: "integer" } },
    [
      change(
        "major",
        "detail.not",
        { type: "string" },
        { type: "integer" },
        `detail.not was {"type":"string"} and is {"type":"integer"}: ${NARROWER}`,
      ),
    ],
  ],
  [
    "items that became a list of schemas",
    { items: {} },
    { items: [{}] },
    [change("major", "detail.items", {}, [{}], `detail.items was {} and is [{}]: ${NARROWER}`)],
  ],
  [
    "a field that anything fits now",
    { properties: { a: {} } },
    { properties: { a: true } },
    [change("major", "detail.a", {}, true, "detail.a differs, and nobody can tell how")],
  ],
  [
    "a first field",
    { properties: 5 },
    { properties: { a: {} } },
    [change("minor", "detail.a", null, {}, "the field a is new")],
  ],
  [
    "a new field among any further ones",
    { additionalProperties: {} },
    { additionalProperties: {}, properties: { a: { type: "string" } } },
    [change("minor", "detail.a", null, { type: "string" }, "the field a is new")],
  ],
  [
    "a new field where no further one was taken",
    { additionalProperties: false },
    { additionalProperties: false, properties: { a: {} } },
    [
      change(
        "major",
        "detail.a",
        null,
        {},
        "the field a is new where no further field was taken: what checks the old shape breaks",
      ),
    ],
  ],
  [
    "a new field that is not as further ones are",
    { additionalProperties: { type: "string" } },
    { additionalProperties: { type: "string" }, properties: { a: {} } },
    [
      change(
        "major",
        "detail.a",
        { type: "string" },
        {},
        "the field a had to be as any further field was, and has a rule of its own: what checks the old shape breaks",
      ),
    ],
  ],
  [
    "no default of a field that every error has",
    { properties: { a: { default: 1 } }, required: ["a"] },
    { properties: { a: {} }, required: ["a"] },
    [
      change(
        "major",
        "detail.a.default",
        1,
        null,
        "detail.a.default is gone, so that every error must have the field: what makes errors without it breaks",
      ),
    ],
  ],
  [
    "fields that are required, or no more, or by a default",
    { properties: { a: {}, b: {}, c: { default: 1 } }, required: ["a"] },
    { properties: { a: {}, b: {}, c: { default: 1 } }, required: ["b", "c"] },
    [
      change("major", "detail.a", "required", "optional", "the field a may be missing now: what reads it breaks"),
      change(
        "major",
        "detail.b",
        "optional",
        "required",
        "every error must have the field b now: what makes errors without it breaks",
      ),
      change("minor", "detail.c", "optional", "required", "the field c is always there now, since it has a default"),
    ],
  ],
])("in a detail, %s is explained in full", (_what, before, after, changes) => {
  expect(detailChanges(before, after)).toEqual(changes);
});

const catalogOf = (...codes: readonly object[]) => ({ ...toJson(of(COLD)), codes }) as unknown as CatalogJson;
const [code = {}] = toJson(of(COLD)).codes.filter(({ code: name }) => name === "acme_x");

test("each change of a whole catalog is explained", () => {
  const after = toJson(of(COLD));
  const others = after.codes.filter(({ code: name }) => name !== "acme_x");
  const stored = { ...catalogOf(...others, { ...code, code: "acme_y" }), vendor: "globex", versions: ["2026-01-01"] };
  const { versions } = after;
  expect(compare(stored, of(COLD))).toEqual([
    {
      level: "major",
      code: null,
      what: "vendor",
      before: "globex",
      after: "acme",
      sentence: 'The vendor was "globex" and is "acme": the codes that every service makes up have another prefix.',
    },
    {
      level: "major",
      code: null,
      what: "versions",
      before: "2026-01-01",
      after: null,
      sentence: "Version 2026-01-01 of the protocol is gone: clients that ask for it are refused.",
    },
    {
      level: "major",
      code: "acme_y",
      what: "code",
      before: "acme_y",
      after: null,
      sentence: 'The code "acme_y" is gone: code that throws it or checks for it breaks.',
    },
    ...versions.map((version) => ({
      level: "minor",
      code: null,
      what: "versions",
      before: null,
      after: version,
      sentence: `Version ${version} of the protocol is new.`,
    })),
    {
      level: "minor",
      code: "acme_x",
      what: "code",
      before: null,
      after: "acme_x",
      sentence: 'The code "acme_x" is new: a client that does not know it goes by its type.',
    },
  ]);
});

test.each<[what: string, before: object, after: object, change: object]>([
  [
    "is described now",
    { detail: { type: "object" }, detail_described: false },
    {},
    {
      level: "minor",
      what: "detail",
      before: { type: "object" },
      after: null,
      sentence: 'The detail of "acme_x" is described now, and was not: compare it by hand once.',
    },
  ],
  [
    "is not described any more",
    {},
    { detail: { type: "object" }, detail_described: false },
    {
      level: "major",
      what: "detail",
      before: null,
      after: { type: "object" },
      sentence: 'The detail of "acme_x" is not described any more: nobody can tell whether it is still the same.',
    },
  ],
  [
    "must be there now",
    {},
    { detail_required: true },
    {
      level: "major",
      what: "detail_required",
      before: false,
      after: true,
      sentence: 'An error of "acme_x" must have a detail now: code that throws it without one breaks.',
    },
  ],
  [
    "may be missing now",
    { detail_required: true },
    {},
    {
      level: "major",
      what: "detail_required",
      before: true,
      after: false,
      sentence: 'An error of "acme_x" may have no detail now: code that reads one breaks.',
    },
  ],
])("a detail that %s is explained", (_what, before, after, found) => {
  const [was, is] = [before, after].map((more) => ({ ...code, ...more }) as CodeJson) as [CodeJson, CodeJson];
  expect(codeChanges(was, is, [])).toEqual([{ code: "acme_x", ...found }]);
});

test.each<[since: string, versions: readonly string[], isSeen: boolean]>([
  ["2026-09-12", ["2026-10-04"], false],
  ["2026-09-12", ["2026-09-12"], false],
  ["2026-09-12", ["2026-08-11", "2026-10-04"], true],
  ["2026-09-12", [], false],
])("a first version of %s is another only for clients of a version between: %j", (since, versions, isSeen) => {
  const found = codeChanges({ ...code, since } as CodeJson, code as CodeJson, versions);
  expect(found.map(({ what }) => what)).toEqual(isSeen ? ["since"] : []);
});

test("a `when` that takes the place of the message is a change", () => {
  const found = codeChanges({ ...code, when: "Cold." } as CodeJson, { ...code, when: "It is." } as CodeJson, []);
  expect(found.map(({ what, before, after }) => [what, before, after])).toEqual([["when", "Cold.", "It is."]]);
});
