import { readFileSync } from "node:fs";
import { type AnyCatalog, defineCatalog, joinCatalogs } from "@uhp-errors/core";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { toJson } from "./catalog-json.ts";
import { CATALOG_SCHEMA } from "./catalog-schema.ts";
import { misfit } from "./check.ts";

/** A schema that cannot be told as JSON Schema. */
const own = {
  "~standard": {
    version: 1,
    vendor: "own",
    validate: (value: unknown) => ({ value }),
    types: undefined as { readonly input: object; readonly output: object } | undefined,
  },
} as const;

const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_gpu_cold: {
      status: 503,
      message: "The accelerator is warming up.",
      when: "A GPU was idle for long.",
      detail: z.object({ eta_seconds: z.int().min(0).max(600), zone: z.enum(["eu", "us"]).default("eu") }),
    },
    acme_exact: { status: 409, message: "Exact.", detail: z.strictObject({ note: z.string().optional() }) },
    acme_agent_crashed: { task: true, message: "The agent process ended before the task did." },
    acme_own: {
      status: 418,
      message: "Own.",
      detail: own,
    },
  },
});
const globex = defineCatalog({
  vendor: "globex",
  codes: { globex_x: { status: 429, message: "X.", retry: "retry_after" } },
});

const of = (catalog: AnyCatalog, code: string) => toJson(catalog).codes.find((one) => one.code === code);

const accepts = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(CATALOG_SCHEMA);

describe("a code is described with every fact", () => {
  test.each<[code: string, facts: object]>([
    [
      "acme_gpu_cold",
      {
        code: "acme_gpu_cold",
        vendor: "acme",
        origin: "vendor",
        places: ["request"],
        type: "server_error",
        status: [503],
        since: "2026-08-11",
        retry: { rule: "backoff", automatic: true, waits_for: "backoff" },
        message: "The accelerator is warming up.",
        when: "A GPU was idle for long.",
        param: "optional",
        detail: {
          type: "object",
          properties: {
            eta_seconds: { type: "integer", minimum: 0, maximum: 600 },
            zone: { type: "string", enum: ["eu", "us"], default: "eu" },
          },
          required: ["eta_seconds", "zone"],
        },
        detail_described: true,
        detail_required: true,
      },
    ],
    ["acme_exact", { detail: { additionalProperties: false }, detail_required: false }],
    ["acme_own", { detail: { type: "object" }, detail_described: false, detail_required: false }],
    ["acme_agent_crashed", { places: ["failed_task", "stream"], type: "harness_error", status: [200], detail: null }],
    ["cancelled", { places: ["cancelled_task", "stream"], origin: "specification", vendor: null }],
    ["memory_unavailable", { status: [502, 503], since: "2026-10-04" }],
    ["acme_internal_error", { origin: "built_in", vendor: "acme", detail: { required: ["correlation_id"] } }],
    ["session_busy", { retry: { rule: "session_terminal", automatic: true, waits_for: "session" } }],
  ])("%s", (code, facts) => {
    expect(of(acme, code)).toMatchObject(facts);
  });

  test.each<[code: string, field: string, schema: object]>([
    [
      "unsupported_protocol_version",
      "supported",
      {
        type: "array",
        items: { type: "string" },
        minItems: 1,
        examples: [["1.0"]],
        description: "a list of at least one string",
      },
    ],
    [
      "invalid_input",
      "issues",
      {
        type: "array",
        items: {
          type: "object",
          properties: { param: { type: ["string", "null"] }, message: { type: "string" } },
          required: ["param", "message"],
        },
        examples: [[{ param: "input.0.type", message: "Expected a string." }]],
        description: "a list of objects with param and message",
      },
    ],
    ["unsupported_base", "supported", { type: "array", items: { type: "string" }, description: "a list of strings" }],
    [
      "session_busy",
      "retry_after_ms",
      { type: "number", minimum: 0, examples: [1_500], description: "a number that is not negative" },
    ],
    [
      "file_too_large",
      "max_bytes",
      {
        type: "integer",
        minimum: 1,
        maximum: 9_007_199_254_740_991,
        examples: [1_048_576],
        description: "a positive integer",
      },
    ],
    ["plugin_conflict", "name", { type: "string", description: "a string" }],
    [
      "plugin_invalid",
      "path",
      {
        type: "string",
        pattern: "^(?![\\\\/~]|[A-Za-z]:|file:)[\\s\\S]",
        examples: ["skills/summary.md"],
        description: "a path relative to the package root",
      },
    ],
    [
      "acme_internal_error",
      "correlation_id",
      {
        type: "string",
        description: "The id under which the operator finds the cause.",
        examples: ["becf513e-67a6-415e-8929-9dd0148992ec"],
      },
    ],
  ])("the detail of %s has the field %s", (code, field, schema) => {
    expect(of(acme, code)?.detail?.["properties"]).toMatchObject({ [field]: schema });
  });

  test("a joined catalog names the vendor of each code", () => {
    const joined = joinCatalogs(acme, globex);
    expect(of(joined, "globex_x")).toMatchObject({ vendor: "globex", origin: "vendor" });
    expect(of(joined, "globex_gone")).toMatchObject({ vendor: "globex", origin: "built_in" });
    expect(toJson(joined).vendor).toBe("acme");
  });
});

test("the description is plain JSON", () => {
  expect(JSON.parse(JSON.stringify(toJson(acme)))).toEqual(toJson(acme));
});

test.each([
  ["nothing", undefined],
  ["null", null],
  ["an object", {}],
])("%s is no catalog", (_what, given) => {
  expect(() => toJson(given as unknown as AnyCatalog)).toThrow(/^catalog: expected what defineCatalog/);
});

describe("its schema", () => {
  test("is shipped as a file", () => {
    const file = new URL("../../catalog.schema.json", import.meta.url);
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(CATALOG_SCHEMA);
  });

  test.each<[which: string, catalog: AnyCatalog]>([
    ["a vendor's", acme],
    ["a joined", joinCatalogs(acme, globex)],
    ["an empty", defineCatalog({ vendor: "acme" })],
  ])("accepts %s catalog", (_which, catalog) => {
    expect([accepts(toJson(catalog)), accepts.errors]).toEqual([true, null]);
    expect(misfit(CATALOG_SCHEMA, toJson(catalog))).toBeUndefined();
  });

  // Every field, everywhere, taken away and replaced by a value of each kind: two readers of one schema must agree.
  const { codes, ...rest } = toJson(acme);
  const whole = { ...rest, codes: codes.filter(({ code }) => code === "acme_gpu_cold") };
  const values = [
    undefined,
    null,
    true,
    -1,
    1,
    1.5,
    404,
    "",
    "x",
    "2026-10-04",
    [],
    [1],
    ["stream"],
    {},
    { type: "x" },
  ];
  const paths = (value: unknown, at: readonly string[]): (readonly string[])[] =>
    typeof value !== "object" || value === null || at.at(-1) === "detail"
      ? [at]
      : [at, ...Object.entries(value).flatMap(([key, inner]) => paths(inner, [...at, key]))];
  test.each(
    paths(whole, [])
      .slice(1)
      .map((path) => [path.join("."), path] as const),
  )("judges %s as another validator does", (_name, path) => {
    for (const value of values) {
      const mutant = JSON.parse(JSON.stringify(whole));
      const parent = path.slice(0, -1).reduce((object, key) => object[key], mutant);
      const key = path.at(-1) ?? "";
      if (value === undefined && !Array.isArray(parent)) delete parent[key];
      else parent[key] = value ?? null;
      expect([value, misfit(CATALOG_SCHEMA, mutant) === undefined]).toEqual([value, accepts(mutant)]);
    }
  });
});
