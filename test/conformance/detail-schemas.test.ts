import { parseError } from "@uhp-errors/client";
import { createContract, defineCatalog, type ErrorReport, joinCatalogs } from "@uhp-errors/core";
import { type } from "arktype";
import { Type } from "typebox";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { createAdapterContract } from "../support/adapter-contract.ts";
import { standardOf } from "../support/typebox.ts";

const context = () => ({ method: "GET", path: "/", header: () => undefined });

const BOX = Type.Object({ eta: Type.Integer(), zone: Type.Optional(Type.String()) });

/** One shape in each library's own words: an integer, and a string that may be missing. */
const catalogs = {
  zod: defineCatalog({
    vendor: "acme",
    codes: {
      acme_cold: { status: 503, message: "Cold.", detail: z.object({ eta: z.int(), zone: z.string().optional() }) },
    },
  }),
  valibot: defineCatalog({
    vendor: "acme",
    codes: {
      acme_cold: {
        status: 503,
        message: "Cold.",
        detail: v.object({ eta: v.pipe(v.number(), v.integer()), zone: v.optional(v.string()) }),
      },
    },
  }),
  arktype: defineCatalog({
    vendor: "acme",
    codes: { acme_cold: { status: 503, message: "Cold.", detail: type({ eta: "number.integer", "zone?": "string" }) } },
  }),
  typebox: defineCatalog({
    vendor: "acme",
    codes: { acme_cold: { status: 503, message: "Cold.", detail: standardOf(BOX) } },
  }),
};

type Untyped = (code: string, init?: unknown) => Error & { readonly detail: unknown; readonly misuse?: string };
const untyped = (catalog: { readonly error: unknown }) => catalog.error as Untyped;

test("a detail's type is what its schema accepts, whichever library made it", () => {
  for (const made of [
    catalogs.zod.error("acme_cold", { detail: { eta: 3 } }),
    catalogs.valibot.error("acme_cold", { detail: { eta: 3 } }),
    catalogs.arktype.error("acme_cold", { detail: { eta: 3 } }),
    catalogs.typebox.error("acme_cold", { detail: { eta: 3 } }),
    // @ts-expect-error a number
    catalogs.zod.error("acme_cold", { detail: { eta: "3" } }),
    // @ts-expect-error a number
    catalogs.valibot.error("acme_cold", { detail: { eta: "3" } }),
    // @ts-expect-error a number
    catalogs.arktype.error("acme_cold", { detail: { eta: "3" } }),
    // @ts-expect-error a number
    catalogs.typebox.error("acme_cold", { detail: { eta: "3" } }),
    // @ts-expect-error demanded
    catalogs.zod.error("acme_cold"),
    // @ts-expect-error demanded
    catalogs.valibot.error("acme_cold"),
    // @ts-expect-error demanded
    catalogs.arktype.error("acme_cold"),
    // @ts-expect-error demanded
    catalogs.typebox.error("acme_cold"),
  ]) {
    expect(made.code).toMatch(/^acme_/);
  }
});

describe.each(Object.entries(catalogs))("%s", (name, catalog) => {
  const error = untyped(catalog);
  const respond = (thrown: unknown) =>
    JSON.parse(createContract(catalog, { onError() {} }).respond(thrown, context())?.body ?? "");

  test("a fitting detail is sent", () => {
    const detail = { eta: 3, zone: "eu" };
    expect(error("acme_cold", { detail }).misuse).toBeUndefined();
    expect(respond(error("acme_cold", { detail })).error.detail).toEqual(detail);
  });

  test.each([{ eta: "3" }, { eta: 1.5 }, {}, { eta: 3, zone: 7 }, undefined])(
    "%j is a misuse that names the field",
    (detail) => {
      const made = error("acme_cold", { detail });
      expect(made).toMatchObject({ code: "acme_cold", detail: detail?.zone === undefined ? null : { eta: 3 } });
      expect(respond(made).error).toMatchObject({ code: "acme_cold", detail: made.detail });
      expect(made.misuse).toMatch(/^detail of "acme_cold" does not fit its schema at "(?:eta|zone|)": ./);
    },
  );

  test("an unknown key is left out or sent, as the schema says", () => {
    const { detail } = error("acme_cold", { detail: { eta: 3, more: "x" } });
    expect(detail).toEqual(name === "zod" || name === "valibot" ? { eta: 3 } : { eta: 3, more: "x" });
  });

  test("no undeclared key of an envelope that something else wrote is sent", () => {
    const reports: ErrorReport[] = [];
    const contract = createAdapterContract(catalog, { onError: (report) => reports.push(report) });
    const relayed = (detail: object) => {
      const written = { type: "server_error", code: "acme_cold", message: "Cold.", param: null, detail };
      const body = JSON.stringify({ error: written });
      const answer = contract.replace({ status: 503, body, header: () => undefined }, context());
      return JSON.parse(answer?.body ?? "").error;
    };
    expect(relayed({ eta: 3, secret: "hunter2" })).toMatchObject({ code: "acme_cold", detail: { eta: 3 } });
    expect(JSON.stringify(relayed({ eta: 3, secret: "hunter2", n: [1] }))).not.toContain("secret");
    expect(relayed({ eta: "3", secret: "hunter2" })).not.toHaveProperty("detail.eta");
    expect(relayed({ eta: 3 })).toMatchObject({ code: "acme_cold", detail: { eta: 3 } });
  });

  test("a client reads it with the same catalog, and keeps what a newer server adds", async () => {
    const read = async (detail: unknown) => {
      const fields = { type: "server_error", code: "acme_cold", message: "Cold.", param: null, detail };
      const response = new Response(JSON.stringify({ error: fields }), { status: 503 });
      return parseError(response, { catalog: catalog as typeof catalogs.zod });
    };
    expect(await read({ eta: 3, more: 1 })).toMatchObject({ code: "acme_cold", detail: { eta: 3, more: 1 } });
    expect(await read({ eta: "3" })).toMatchObject({ code: "acme_cold", detail: null });
  });

  test("it can be joined with another copy of itself", () => {
    expect(
      untyped(joinCatalogs(catalog as never, catalog as never))("acme_cold", { detail: { eta: 3 } }).misuse,
    ).toBeUndefined();
  });
});

/** A catalog whose one code has this schema, whatever it is. */
function catalogOf(detail: unknown) {
  const define = defineCatalog as (options: unknown) => { readonly error: unknown };
  return define({ vendor: "acme", codes: { acme_x: { status: 409, message: "X.", detail } } });
}

const schemaOf = (validate: (value: unknown) => unknown, more: object = {}) => ({
  "~standard": { version: 1, vendor: "own", validate, ...more },
});

describe("the output of a schema is sent", () => {
  const trimmed = (made: unknown) => ({ made });
  test.each<[library: string, schema: unknown]>([
    ["zod", z.object({ made: z.string().trim().default("none") })],
    ["valibot", v.object({ made: v.optional(v.pipe(v.string(), v.trim()), "none") })],
    ["arktype", type({ made: type("string.trim").default("none") })],
    ["typebox", standardOf(Type.Object({ made: Type.String() }))],
  ])("by %s", (library, schema) => {
    const { detail, misuse } = untyped(catalogOf(schema))("acme_x", { detail: { made: " a " } });
    expect([detail, misuse]).toEqual([trimmed(library === "typebox" ? " a " : "a"), undefined]);
    if (library !== "typebox") {
      expect(untyped(catalogOf(schema))("acme_x", { detail: {} }).detail).toEqual(trimmed("none"));
    }
  });

  test.each<[library: string, schema: unknown]>([
    ["zod", z.object({ made: z.string().transform((text) => text.length) })],
    [
      "valibot",
      v.object({
        made: v.pipe(
          v.string(),
          v.transform((text) => text.length),
        ),
      }),
    ],
    ["arktype", type({ made: type("string").pipe((text) => text.length) })],
    ["another", schemaOf((value) => ({ value: { made: [value] } }))],
  ])("by %s, unless the schema refuses its own output, which readers check again", (_library, schema) => {
    const { code, misuse } = untyped(catalogOf(schema))("acme_x", { detail: { made: "abc" } }) as Error & {
      readonly code?: string;
      readonly misuse?: string;
    };
    expect([code, misuse]).toEqual(["acme_x", expect.stringContaining("does not accept what it makes")]);
  });

  test("a value that JSON writes as another is what JSON makes of it", () => {
    const schema = schemaOf((value) => ({ value: { at: new Date((value as { at: string }).at) } }));
    const { detail } = untyped(catalogOf(schema))("acme_x", { detail: { at: "2026-10-04" } });
    expect(detail).toEqual({ at: "2026-10-04T00:00:00.000Z" });
  });
});

describe("what cannot be the schema of a detail is refused at start-up", () => {
  const OBJECT = /its detail must be a Standard Schema of an object/;
  const JSONS = /its detail must be the schema of an object of plain JSON/;
  const WAITS = /its detail has an asynchronous schema/;
  test.each<[what: string, schema: unknown, rule: RegExp]>([
    ["a text", "string", OBJECT],
    ["null", null, OBJECT],
    ["an object", { eta: "string" }, OBJECT],
    ["a JSON Schema", Type.Object({}), OBJECT],
    ["another version of the standard", { "~standard": { version: 2, vendor: "own", validate: () => ({}) } }, OBJECT],
    ["a mark that throws", Object.defineProperty({}, "~standard", { get: () => expect.fail() }), OBJECT],
    ["zod's text", z.string(), JSONS],
    ["zod's list", z.array(z.string()), JSONS],
    ["zod's date", z.object({ at: z.date() }), JSONS],
    ["arktype's text", type("string"), JSONS],
    [
      "valibot's promise",
      v.objectAsync({
        a: v.pipeAsync(
          v.string(),
          v.checkAsync(async () => true),
        ),
      }),
      WAITS,
    ],
    ["a promise", schemaOf(async (value) => ({ value })), WAITS],
    ["a promise that rejects", schemaOf(() => Promise.reject(new Error("x"))), WAITS],
  ])("%s", (_what, schema, rule) => {
    expect(() => catalogOf(schema)).toThrow(TypeError);
    expect(() => catalogOf(schema)).toThrow(rule);
  });
});

describe("a value that JSON lacks is a misuse when the error is made, if the schema cannot tell before", () => {
  test.each<[what: string, schema: unknown, detail: object]>([
    ["arktype's date", type({ at: "Date" }), { at: new Date(0) }],
    ["arktype's big integer", type({ at: "bigint" }), { at: 1n }],
    ["valibot's date", v.object({ at: v.date() }), { at: new Date(0) }],
    ["valibot's big integer", v.object({ at: v.bigint() }), { at: 1n }],
  ])("%s", (_what, schema, detail) => {
    const made = untyped(catalogOf(schema))("acme_x", { detail });
    expect(made).toMatchObject({ code: "acme_x", detail: null });
    expect(made.misuse).toMatch(/^detail of "acme_x" does not fit its schema at "at": ./);
  });
  test("arktype's date string is sent", () => {
    const { detail, misuse } = untyped(catalogOf(type({ at: "string.date.iso" })))("acme_x", {
      detail: { at: new Date(0) },
    });
    expect([detail, misuse]).toEqual([{ at: "1970-01-01T00:00:00.000Z" }, undefined]);
  });
});

test.each<[library: string, schema: unknown]>([
  ["zod", z.object({ made: z.string().default("none") })],
  ["valibot", v.object({ made: v.optional(v.string(), "none") })],
  ["arktype", type({ made: type("string").default("none") })],
])("an omitted detail is null, even if %s has a default for each field", (_library, schema) => {
  for (const init of [undefined, {}, { detail: null }]) {
    const { detail, misuse } = untyped(catalogOf(schema))("acme_x", init);
    expect([detail, misuse]).toEqual([null, undefined]);
  }
});

describe("a schema that misbehaves makes a misuse, and nothing worse", () => {
  const fail = () => {
    throw new Error("hunter2");
  };
  const getter = (name: string) => Object.defineProperty({}, name, { get: fail, enumerable: true });
  const zodOfPromise = z.object({ a: z.string().refine(async () => true) });
  const GAVE_NONE = /^the detail schema of "acme_x" gave no result; it must be synchronous and accept JSON$/;
  const NO_OBJECT = /^the detail schema of "acme_x" makes no object of it$/;
  const MISFIT = /^detail of "acme_x" does not fit its schema at "": $/;
  test.each<[what: string, schema: unknown, misuse: RegExp]>([
    ["that waits for some values only", zodOfPromise, GAVE_NONE],
    [
      "that rejects for some values",
      schemaOf((value) => ("a" in (value as object) ? Promise.reject(fail) : { value })),
      GAVE_NONE,
    ],
    ["that throws", schemaOf(fail), GAVE_NONE],
    ["that gives nothing", schemaOf(() => undefined), GAVE_NONE],
    ["that gives a text", schemaOf(() => "value"), GAVE_NONE],
    ["that gives neither", schemaOf(() => ({})), NO_OBJECT],
    ["that gives a text as value", schemaOf(() => ({ value: "text" })), NO_OBJECT],
    ["that gives a list as value", schemaOf(() => ({ value: [1] })), NO_OBJECT],
    ["with a getter for its value", schemaOf(() => getter("value")), NO_OBJECT],
    ["with issues that are none", schemaOf(() => ({ issues: true })), MISFIT],
    ["with issues that throw", schemaOf(() => ({ issues: [getter("message")] })), MISFIT],
    [
      "with a path that throws",
      schemaOf(() => ({ issues: [{ message: "", path: [{ key: getter("toString") }] }] })),
      GAVE_NONE,
    ],
  ])("%s", async (_what, schema, misuse) => {
    const catalog = catalogOf(schema);
    const made = untyped(catalog)("acme_x", { detail: { a: "b" } });
    expect(made.misuse).toMatch(misuse);
    const answer = createContract(catalog as typeof catalogs.zod, { onError() {} }).respond(made, context());
    expect(answer?.status).toBe(409);
    expect(JSON.parse(answer?.body ?? "").error).toMatchObject({ code: "acme_x", detail: null });
    expect(answer?.body).not.toContain("hunter2");
    const fields = { type: "invalid_request_error", code: "acme_x", message: "X.", param: null, detail: { a: "b" } };
    const response = new Response(JSON.stringify({ error: fields }), { status: 409 });
    expect(await parseError(response, { catalog: catalog as typeof catalogs.zod })).toMatchObject({ detail: null });
  });

  test("a value with a getter is sent without the getter's field", () => {
    const schema = schemaOf(() => ({ value: getter("a") }));
    const made = untyped(catalogOf(schema))("acme_x", { detail: { a: "b" } });
    expect(JSON.stringify(made)).not.toContain("hunter2");
  });
});

describe("a schema without JSON Schema decides by its output about an envelope that something else wrote", () => {
  const relayed = (schema: unknown, detail: object) => {
    const contract = createAdapterContract(catalogOf(schema) as typeof catalogs.zod, { onError() {} });
    const fields = { type: "invalid_request_error", code: "acme_x", message: "X.", param: null, detail };
    const body = JSON.stringify({ error: fields });
    return JSON.parse(contract.replace({ status: 409, body, header: () => undefined }, context())?.body ?? "").error
      .detail;
  };
  const given = { a: "b", n: 1, extra: "secret" };
  test.each<[what: string, schema: unknown, sent: object | null]>([
    ["leaves out what it does not know", v.object({ a: v.string(), n: v.optional(v.number()) }), { a: "b", n: 1 }],
    ["refuses what it does not know", v.strictObject({ a: v.string(), n: v.number() }), { a: "b", n: 1 }],
    ["takes anything", v.looseObject({ a: v.string(), n: v.number() }), { a: "b", n: 1 }],
    ["takes anything, and demands nothing", v.looseObject({}), null],
    ["takes any other text", v.objectWithRest({ a: v.string(), n: v.number() }, v.string()), { a: "b", n: 1 }],
  ])("%s", (_what, schema, sent) => {
    expect(relayed(schema, given)).toEqual(sent);
  });
  test.each<[what: string, schema: unknown]>([
    ["how long they are", z.record(z.string().max(20), z.string())],
    ["which letters they have", z.record(z.string().regex(/^[a-z_]+$/), z.string())],
    ["how long they are, in another library's words", v.record(v.pipe(v.string(), v.maxLength(20)), v.string())],
    ["which letters they have, there", v.record(v.pipe(v.string(), v.regex(/^[a-z_]+$/)), v.string())],
  ])("a map that says %s of its names declares none", (_what, schema) => {
    expect(relayed(schema, { a: "1", internal_note: "row 5" })).toBeNull();
  });

  test("and keeps everything that a strict one knows", () => {
    expect(relayed(v.strictObject({ a: v.string(), n: v.optional(v.number()) }), { a: "b", n: 1 })).toEqual({
      a: "b",
      n: 1,
    });
  });
});
