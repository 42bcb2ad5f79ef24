import { parseError } from "@uhp-errors/client";
import { createContract, defineCatalog } from "@uhp-errors/core";
import { type } from "arktype";
import { Type } from "typebox";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { createAdapterContract } from "../support/adapter-contract.ts";
import { standardOf } from "../support/typebox.ts";

const context = () => ({ method: "GET", path: "/", header: () => undefined });

/** The rows of a catalog whose one code has this detail. */
const cold = <Detail>(detail: Detail) => ({ acme_cold: { status: 503, message: "Cold.", detail } }) as const;

/** One shape in each library's own words: an integer, and a string that may be missing. */
const zod = cold(z.object({ eta: z.int(), zone: z.string().optional() }));
const valibot = cold(v.object({ eta: v.pipe(v.number(), v.integer()), zone: v.optional(v.string()) }));
const arktype = cold(type({ eta: "number.integer", "zone?": "string" }));
const typebox = cold(standardOf(Type.Object({ eta: Type.Integer(), zone: Type.Optional(Type.String()) })));
const catalogs = {
  zod: defineCatalog({ vendor: "acme", codes: zod }),
  valibot: defineCatalog({ vendor: "acme", codes: valibot }),
  arktype: defineCatalog({ vendor: "acme", codes: arktype }),
  typebox: defineCatalog({ vendor: "acme", codes: typebox }),
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
    const contract = createAdapterContract(catalog, { onError() {} });
    const relayed = (detail: object) => {
      const written = { type: "server_error", code: "acme_cold", message: "Cold.", param: null, detail };
      const body = JSON.stringify({ error: written });
      const answer = contract.replace({ status: 503, body, header: () => undefined }, context());
      return JSON.parse(answer?.body ?? "").error;
    };
    expect(relayed({ eta: 3, secret: "hunter2" })).toMatchObject({ code: "acme_cold", detail: { eta: 3 } });
    expect(JSON.stringify(relayed({ eta: 3, secret: "hunter2", n: [1] }))).not.toContain("secret");
    expect(relayed({ eta: "3", secret: "hunter2" })).not.toHaveProperty("detail.eta");
  });

  test("a client reads it with the same catalog, and keeps what a newer server adds", async () => {
    const read = async (detail: unknown) => {
      const fields = { type: "server_error", code: "acme_cold", message: "Cold.", param: null, detail };
      const response = new Response(JSON.stringify({ error: fields }), { status: 503 });
      return parseError(response, { catalog: catalog as typeof catalogs.zod });
    };
    expect(await read({ eta: 3, more: 1 })).toMatchObject({ code: "acme_cold", detail: { eta: 3, more: 1 } });
    expect(await read({ eta: "3" })).toMatchObject({ code: "acme_cold", detail: {} });
  });
});

/** A catalog whose one code has this schema, whatever it is. */
function catalogOf(detail: unknown) {
  const define = defineCatalog as (options: unknown) => { readonly error: unknown };
  return define({ vendor: "acme", codes: { acme_x: { status: 409, message: "X.", detail } } });
}

const schemaOf = (validate: (value: unknown) => unknown) => ({
  "~standard": { version: 1, vendor: "own", validate },
});

test("a value that JSON writes as another is what JSON makes of it", () => {
  const schema = schemaOf((value) => ({ value: { at: new Date((value as { at: string }).at) } }));
  const { detail } = untyped(catalogOf(schema))("acme_x", { detail: { at: "2026-10-04" } });
  expect(detail).toEqual({ at: "2026-10-04T00:00:00.000Z" });
});

describe("what cannot be the schema of a detail is refused at start-up", () => {
  const OBJECT = /its detail must be a Standard Schema of an object/;
  const JSONS = /its detail must be the schema of an object of plain JSON/;
  const WAITS = /its detail has an asynchronous schema/;
  test.each<[what: string, schema: unknown, rule: RegExp]>([
    ["null", null, OBJECT],
    ["a mark that throws", Object.defineProperty({}, "~standard", { get: () => expect.fail() }), OBJECT],
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
  ])("%s", (_what, schema, rule) => {
    expect(() => catalogOf(schema)).toThrow(TypeError);
    expect(() => catalogOf(schema)).toThrow(rule);
  });
});

describe("a schema that misbehaves makes a misuse, and nothing worse", () => {
  const fail = () => {
    throw new Error("hunter2");
  };
  const getter = (name: string) => Object.defineProperty({}, name, { get: fail, enumerable: true });
  const GAVE_NONE = /^the detail schema of "acme_x" gave no result; it must be synchronous and accept JSON$/;
  const NO_OBJECT = /^the detail schema of "acme_x" makes no object of it$/;
  const MISFIT = /^detail of "acme_x" does not fit its schema at "": $/;
  test.each<[what: string, schema: unknown, misuse: RegExp]>([
    [
      "that rejects for some values",
      schemaOf((value) => ("a" in (value as object) ? Promise.reject(fail) : { value })),
      GAVE_NONE,
    ],
    ["that gives nothing", schemaOf(() => undefined), GAVE_NONE],
    ["that gives a text as value", schemaOf(() => ({ value: "text" })), NO_OBJECT],
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
    expect(await parseError(response, { catalog: catalog as typeof catalogs.zod })).toHaveProperty("detail", {});
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
});
