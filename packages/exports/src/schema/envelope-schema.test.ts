import { type AnyCatalog, defineCatalog, VERSIONS, type Version } from "@uhp-errors/core";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { exampleEnvelope } from "../codes/example.ts";
import { answersRequests, rowsIn } from "../codes/rows.ts";
import type { JsonObject } from "../json/plain.ts";
import { toJsonSchema } from "./envelope-schema.ts";

interface Tree {
  name: string;
  children: Tree[];
}
const tree: z.ZodType<Tree> = z.object({ name: z.string(), children: z.array(z.lazy(() => tree)) });

const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_gpu_cold: { status: 503, message: "Cold.", detail: z.object({ eta_seconds: z.int().nonnegative() }) },
    acme_maybe: { status: 409, message: "Maybe.", detail: z.object({ note: z.string().optional() }) },
    acme_tree: { status: 422, message: "Tree.", detail: z.object({ root: tree }) },
    acme_kinds: {
      status: 422,
      message: "Kinds.",
      detail: z.object({
        at: z.iso.datetime(),
        id: z.uuid(),
        mail: z.email(),
        link: z.url(),
        kind: z.enum(["a", "b"]),
        one: z.literal("one"),
        long: z.string().min(40),
        short: z.string().max(2),
        even: z.int().multipleOf(2).min(3),
        above: z.number().gt(5).lt(7),
        below: z.number().max(-3),
        flag: z.boolean(),
        none: z.null(),
        either: z.union([z.object({ x: z.string() }), z.int()]),
        list: z.array(z.object({ y: z.string() })).min(2),
        map: z.record(z.string(), z.int()),
      }),
    },
    acme_agent_crashed: { task: true, message: "Crashed.", detail: z.object({ exit: z.int() }) },
  },
});

const FIELDS = ["type", "code", "message", "param", "detail"];

const ajv = () => new Ajv2020({ strict: true, allowUnionTypes: true, strictTypes: false, formats: FORMATS });
const FORMATS = Object.fromEntries(["date-time", "uuid", "email", "uri"].map((name) => [name, true as const]));

const examples = (catalog: AnyCatalog, version: Version, of = answersRequests) =>
  rowsIn(catalog, version).filter(of).map(exampleEnvelope);

const VARIANTS = VERSIONS.flatMap((version) => [false, true].map((strict) => ({ version, strict })));

describe.each(VARIANTS)("of $version, strict: $strict", ({ version, strict }) => {
  const validate = ajv().compile(toJsonSchema(acme, { version, strict }));

  test.each(examples(acme, version).map((example) => [(example["error"] as JsonObject)["code"], example]))(
    "accepts the example of %s",
    (_code, example) => {
      expect([validate(example), validate.errors]).toEqual([true, null]);
    },
  );

  test("accepts the deprecated string beside the error", () => {
    expect(validate({ ...examples(acme, version)[0], detail: "Text." })).toBe(true);
  });

  test("includes the errors of tasks", () => {
    const schema = { $ref: "#/$defs/task_error", $defs: toJsonSchema(acme, { version, strict })["$defs"] };
    const inTask = ajv().compile(schema);
    for (const { error } of examples(acme, version, (row) => !answersRequests(row))) expect(inTask(error)).toBe(true);
    expect(inTask(examples(acme, version)[0]?.["error"])).toBe(!strict);
  });
});

test.each(rowsIn(acme, "2026-10-04").map((row) => [row.code, row] as const))(
  "the example of %s can be made",
  (code, row) => {
    const { detail } = exampleEnvelope(row)["error"] as JsonObject;
    const make = (answersRequests(row) ? acme.error : acme.taskError) as (code: string, init: object) => object;
    const made = make(code, { detail }) as { readonly misuse?: string };
    // What the library adds by itself is not for a caller to give.
    if (row.origin !== "built_in") expect(made).toMatchObject({ code, detail });
    expect(made.misuse).toBeUndefined();
  },
);

describe("a reader", () => {
  const validate = ajv().compile(toJsonSchema(acme, { version: "2026-10-04" }));
  const [example = {}] = examples(acme, "2026-10-04");
  const error = example["error"] as JsonObject;
  test.each<[what: string, envelope: object]>([
    ["a code that is new", { error: { ...error, code: "acme_of_tomorrow" } }],
    ["a type that is new", { error: { ...error, type: "error_of_tomorrow" } }],
    ["a field that is new", { error: { ...error, link: "x" }, more: 1 }],
    ["a detail that is new", { error: { ...error, detail: { more: 1 } } }],
    ["a status without a code", { error: { ...error, code: "acme_http_418" } }],
  ])("accepts %s", (_what, envelope) => {
    expect(validate(envelope)).toBe(true);
  });
});

describe("the whole schema", () => {
  const small = defineCatalog({
    vendor: "acme",
    contractCodes: [],
    codes: {
      acme_tree: { status: 422, message: "Tree.", detail: z.object({ root: tree }) },
      acme_crashed: { task: true, message: "Crashed.", detail: z.object({ exit: z.int().min(0).max(9) }) },
      acme_lost: { task: true, message: "Lost.", detail: z.object({ note: z.string().optional() }) },
      acme_own: { task: true, message: "Own." },
    },
  });
  const names = Object.keys(small.codes);
  const envelope = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "An error of acme, UHP 2026-10-04",
    type: "object",
    required: ["error"],
    properties: {
      error: { $ref: "#/$defs/error" },
      detail: { type: "string", deprecated: true, description: "Equal to `error.message`. Read that." },
    },
  };

  test("of a reader names the five fields, with what there is as examples", () => {
    const errorOf = (types: readonly string[], codes: readonly string[]) => ({
      type: "object",
      description: "What went wrong.",
      required: FIELDS,
      properties: {
        type: {
          type: "string",
          description: "The broad class of the error. Go by it when you do not know the code.",
          examples: types,
        },
        code: {
          type: "string",
          description: "The exact reason. There may be new ones at any time.",
          examples: codes,
        },
        message: { type: "string", description: "One sentence that may be shown to a user." },
        param: { type: ["string", "null"], description: "The field at fault as a dotted path, or null." },
        detail: { type: ["object", "null"], description: "What a program needs to act on the code, or null." },
      },
    });
    const types = [
      "invalid_request_error",
      "authentication_error",
      "permission_error",
      "rate_limit_error",
      "server_error",
    ];
    expect(toJsonSchema(small, { version: "2026-10-04" })).toEqual({
      ...envelope,
      $defs: {
        error: errorOf(types, names.slice(0, -3)),
        task_error: errorOf(["harness_error"], names.slice(-3)),
      },
    });
  });

  test("of a writer has a rule for each code", () => {
    const errorOf = (codes: readonly object[], rules: unknown) => ({
      type: "object",
      required: FIELDS,
      additionalProperties: false,
      properties: {
        type: { type: "string" },
        code: { type: "string", anyOf: codes },
        message: { type: "string", minLength: 1, maxLength: 500, pattern: "^[^\\r\\n]*$" },
        param: { type: ["string", "null"], pattern: "^[^.[\\]/\\s]+(?:\\.[^.[\\]/\\s]+)*$" },
        detail: { type: ["object", "null"] },
      },
      allOf: rules,
    });
    const rule = (code: object, properties: object) => ({
      if: { properties: { code } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { properties },
    });
    const clients = ["invalid_request_error", "authentication_error", "permission_error", "rate_limit_error"];
    const exit = { type: "integer", minimum: 0, maximum: 9 };
    const note = { type: "object", properties: { note: { type: "string" } } };
    const type = { const: "harness_error" };
    expect(toJsonSchema(small, { version: "2026-10-04", strict: true })).toEqual({
      ...envelope,
      additionalProperties: false,
      $defs: {
        error: errorOf(
          [{ enum: names.slice(0, -3) }, { pattern: "^acme_http_4[0-9]{2}$" }, { pattern: "^acme_http_5[0-9]{2}$" }],
          expect.arrayContaining([
            rule({ const: "acme_gone" }, { type: { const: "invalid_request_error" } }),
            rule(
              { const: "acme_tree" },
              {
                type: { const: "invalid_request_error" },
                detail: expect.objectContaining({ $id: "urn:uhp-errors:detail:2026-10-04:acme_tree", type: "object" }),
              },
            ),
            rule({ pattern: "^acme_http_4" }, { type: { enum: clients } }),
            rule({ pattern: "^acme_http_5" }, { type: { enum: ["server_error"] } }),
          ]),
        ),
        task_error: errorOf(
          [{ enum: names.slice(-3) }],
          [
            rule(
              { const: "acme_crashed" },
              { type, detail: { type: "object", properties: { exit }, required: ["exit"] } },
            ),
            rule({ const: "acme_lost" }, { type, detail: { anyOf: [{ type: "null" }, note] } }),
            rule({ const: "acme_own" }, { type }),
          ],
        ),
      },
    });
  });
});

/** The names of codes that a client of the old version never sees, and the other way round. */
test("codes are named as the version names them", () => {
  const named = (version: Version) => rowsIn(acme, version).map(({ name }) => name);
  expect(named("2026-10-04")).toContain("environment_busy");
  expect(named("2026-09-12")).toContain("acme_environment_busy");
  expect(named("2026-09-12")).not.toContain("environment_busy");
});

test("an unknown version is refused", () => {
  expect(() => toJsonSchema(acme, { version: "2026-01-01" as Version })).toThrow(
    /^version: expected one of 2026-08-11, 2026-09-12, 2026-09-28, 2026-10-04/,
  );
});

/** Envelopes with one fault each. */
const envelope = (code: string) =>
  exampleEnvelope(rowsIn(acme, "2026-10-04").find((row) => row.code === code) as never) as { error: JsonObject };
const withField = (code: string, field: string, value: unknown) => ({
  error: { ...envelope(code).error, [field]: value },
});
const without = (code: string, field: string) => ({
  error: Object.fromEntries(Object.entries(envelope(code).error).filter(([name]) => name !== field)),
});
const MUTANTS: readonly (readonly [fault: string, mutant: unknown])[] = [
  ...[null, 7, "x", [], {}].map((body) => [`the body ${JSON.stringify(body)}`, body] as const),
  ...[null, 7, "x", [], {}].map((error) => [`the error ${JSON.stringify(error)}`, { error }] as const),
  ...FIELDS.map((field) => [`no ${field}`, without("session_busy", field)] as const),
  ...FIELDS.map((field) => [`${field} is a number`, withField("session_busy", field, 7)] as const),
  ...FIELDS.map((field) => [`${field} is a list`, withField("session_busy", field, [])] as const),
  ...["type", "code", "message"].map((field) => [`${field} is null`, withField("session_busy", field, null)] as const),
  ...["type", "code", "message", "param"].map(
    (field) => [`${field} is empty`, withField("session_busy", field, "")] as const,
  ),
  ["detail is a text", withField("session_busy", "detail", "x")],
  ["a sixth field", withField("session_busy", "status", 409)],
  ["a stack", withField("session_busy", "stack", "at x")],
  ["something beside the error", { ...envelope("session_busy"), ok: false }],
  ["a detail beside it that is no text", { ...envelope("session_busy"), detail: {} }],
  ["a type that is none", withField("session_busy", "type", "conflict_error")],
  ["another code's type", withField("session_busy", "type", "server_error")],
  ["a type of another case", withField("session_busy", "type", "Invalid_Request_Error")],
  ["a code that is none", withField("session_busy", "code", "session_bussy")],
  ["a code of nobody's", withField("session_busy", "code", "globex_x")],
  ["a code of tasks", withField("session_busy", "code", "timeout")],
  ["a status that is none", withField("session_busy", "code", "acme_http_200")],
  ["a status of another type", withField("session_busy", "code", "acme_http_500")],
  ["a status with more behind it", withField("session_busy", "code", "acme_http_4180")],
  ["the name for older clients", withField("session_busy", "code", "acme_environment_busy")],
  ["a message of two lines", withField("session_busy", "message", "One.\nat two")],
  ["a message without end", withField("session_busy", "message", "x".repeat(501))],
  ["a path with brackets", withField("session_busy", "param", "input[0]")],
  ["a path with a leading dot", withField("session_busy", "param", ".input")],
  ["a pointer", withField("session_busy", "param", "/input/0")],
  ["no limit", withField("file_too_large", "detail", {})],
  ["null for a detail that must be there", withField("file_too_large", "detail", null)],
  ["a limit that is a text", withField("file_too_large", "detail", { max_bytes: "7" })],
  ["a limit of zero", withField("file_too_large", "detail", { max_bytes: 0 })],
  ["a limit of a half", withField("file_too_large", "detail", { max_bytes: 0.5 })],
  ["an absolute path", withField("plugin_invalid", "detail", { path: "/srv/x", reason: "x" })],
  ["no versions", withField("unsupported_protocol_version", "detail", { supported: [] })],
  ["versions that are numbers", withField("unsupported_protocol_version", "detail", { supported: [1] })],
  ["a conflict between nobody", withField("plugin_conflict", "detail", { component: "x", name: "y" })],
  ["no correlation id", withField("acme_internal_error", "detail", null)],
  ["a correlation id that is a number", withField("acme_internal_error", "detail", { correlation_id: 7 })],
  ["a vendor's detail that lacks a field", withField("acme_gpu_cold", "detail", {})],
  ["a vendor's detail out of bounds", withField("acme_gpu_cold", "detail", { eta_seconds: -1 })],
  ["a vendor's detail of another type", withField("acme_maybe", "detail", { note: 7 })],
  [
    "a fault deep in a tree",
    withField("acme_tree", "detail", { root: { name: "x", children: [{ name: 7, children: [] }] } }),
  ],
];

describe(`the strict schema refuses ${MUTANTS.length} mutants`, () => {
  const validate = ajv().compile(toJsonSchema(acme, { version: "2026-10-04", strict: true }));
  test("more than fifty, all of them different", () => {
    expect(new Set(MUTANTS.map(([, mutant]) => JSON.stringify(mutant))).size).toBe(MUTANTS.length);
    expect(MUTANTS.length).toBeGreaterThanOrEqual(50);
  });
  test("and none of the envelopes they were made from", () => {
    for (const code of ["session_busy", "file_too_large", "plugin_invalid", "acme_gpu_cold", "acme_tree"]) {
      expect([code, validate(envelope(code))]).toEqual([code, true]);
    }
  });
  test.each(MUTANTS)("%s", (_fault, mutant) => {
    expect(validate(mutant)).toBe(false);
  });
});
