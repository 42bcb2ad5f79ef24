import { CODES, createContract, defineCatalog, ERROR_TYPES, joinCatalogs } from "@uhp-errors/core";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createAdapterContract } from "../support/adapter-contract.ts";
import { acme, untypedError } from "../support/catalog.ts";
import { PUBLIC_VERSIONS, REQUEST_CODES, TASK_CODES } from "../support/expected-codes.ts";
import { proves } from "../support/proves.ts";

const EXPECTED = [...REQUEST_CODES, ...TASK_CODES];

/** `defineCatalog` without its types, as plain JavaScript calls it. */
const define = defineCatalog as unknown as (definition: unknown) => typeof acme;

describe("the registry", () => {
  proves(["COD-1"], "holds exactly the contract's codes", () => {
    expect(Object.keys(CODES).sort()).toEqual(EXPECTED.map(({ code }) => code).sort());
    expect(Object.keys(CODES)).toHaveLength(EXPECTED.length);
  });

  proves(["TYP-1"], "knows six types with their statuses", () => {
    expect(ERROR_TYPES).toEqual({
      invalid_request_error: { statuses: [400, 404, 409, 413, 422] },
      authentication_error: { statuses: [401] },
      permission_error: { statuses: [403] },
      rate_limit_error: { statuses: [429] },
      harness_error: { statuses: [200] },
      server_error: { statuses: [500, 502, 503, 504] },
    });
  });

  for (const { code, status, type, since } of EXPECTED) {
    proves(["COD-1", "VER-5"], `gives ${code} the facts of the contract`, () => {
      const row = acme.definition(code);
      expect(row?.type).toBe(type);
      expect([row?.status].flat()[0]).toBe(status);
      expect(row?.since).toBe(since);
    });

    proves(["COD-6"], `says when to use ${code}`, () => {
      const row = acme.definition(code);
      expect(row?.when).toMatch(/^.{20,}\.$/);
      expect(row?.message).toMatch(/^[A-Z][^.]{10,90}\.$/);
    });
  }

  test.each(PUBLIC_VERSIONS)("has as many codes since %s as the protocol", (version) => {
    expect(Object.values(CODES).filter(({ since }) => since === version)).toHaveLength(
      EXPECTED.filter(({ since }) => since === version).length,
    );
  });

  test("is frozen", () => {
    expect(Object.isFrozen(CODES)).toBe(true);
    expect(Object.values(CODES).every((row) => Object.isFrozen(row))).toBe(true);
  });

  const retry = {
    backoff: ["environment_unavailable", "harness_unavailable", "memory_unavailable", "preview_failed"],
    retry_after: ["rate_limited"],
    session_terminal: ["session_busy"],
    client_judgement: ["cancelled", "harness_error", "provider_error", "timeout"],
  };
  test.each(Object.entries(retry))("retries by %s are %j", (rule, codes) => {
    const found = Object.entries(CODES).filter(([, row]) => row.retry === rule);
    expect(found.map(([code]) => code).sort()).toEqual(codes);
  });
});

for (const [vendor, rule] of [
  ["Acme", /"Acme".*lower-case letters and digits/],
  ["session", /"session": this word begins a code/],
] as const) {
  proves(["VEN-2"], `the vendor prefix ${vendor} is refused at start-up`, () => {
    expect(() => define({ vendor })).toThrow(TypeError);
    expect(() => define({ vendor })).toThrow(rule);
  });
}

describe("a vendor row", () => {
  const row = { status: 503, message: "Cold." };
  const refused: readonly (readonly [code: string, row: unknown, rule: RegExp])[] = [
    ["globex_cold", row, /"globex_cold".*must begin with "acme_"/],
    ["__proto__", row, /must begin with "acme_"/],
    ["session_busy", row, /"session_busy".*code of the contract/],
    ["acme_environment_busy", row, /"acme_environment_busy".*older clients/],
    ["acme_cold", { ...row, status: 200 }, /"acme_cold".*4xx or 5xx/],
    ["acme_cold", { ...row, type: "cold_error" }, /remove type/],
    ["acme_cold", { ...row, message: "Two lines.\nOf text." }, /one sentence/],
    ["acme_cold", { ...row, message: "See /srv/app/run.js" }, /without a credential, host or path/],
  ];
  for (const [code, candidate, rule] of refused) {
    proves(["VEN-3", "VEN-2"], `${code} ${JSON.stringify(candidate)} is refused at start-up`, () => {
      // Built from entries, since a literal cannot have "__proto__" as a key.
      const codes = Object.fromEntries([[code, candidate]]);
      const start = () => createContract(define({ vendor: "acme", codes }));
      expect(start).toThrow(TypeError);
      expect(start).toThrow(rule);
    });
  }

  const types = [
    [401, "authentication_error"],
    [418, "invalid_request_error"],
    [599, "server_error"],
  ] as const;
  for (const [status, type] of types) {
    proves(["VEN-3"], `with ${status} is a ${type}`, () => {
      const catalog = define({ vendor: "acme", codes: { acme_x: { status, message: "X." } } });
      expect(catalog.definition("acme_x")).toMatchObject({ type, status });
    });
  }
});

proves(["COD-3"], "an unknown code makes an error that says what to fix, and does not throw", () => {
  const unprintable = Object.create(null);
  for (const code of ["nope", "__proto__", null, undefined, 7, Symbol("x"), {}, unprintable]) {
    const error = untypedError(code);
    expect(error).toMatchObject({ code: "acme_internal_error", status: 500 });
    expect((error as unknown as { misuse: string }).misuse).toMatch(
      /neither a code of the contract nor of this catalog/,
    );
  }
});

describe("two catalogs", () => {
  const make = (vendor: string, codes: Record<string, unknown> = {}) => define({ vendor, codes });

  proves(["VEN-4"], "of two vendors can be joined, and the first one's prefix is for generated codes", () => {
    const joined = joinCatalogs(
      acme,
      defineCatalog({ vendor: "globex", codes: { globex_x: { status: 409, message: "X." } } }),
    );
    expect(joined.vendor).toBe("acme");
    expect(joined.error("globex_x")).toMatchObject({ code: "globex_x", status: 409 });
    expect(joined.error("acme_teapot")).toMatchObject({ code: "acme_teapot", status: 418 });
    const context = { method: "GET", path: "/", header: () => undefined };
    const contract = createAdapterContract(joined);
    expect(contract.respond(joined.error("globex_x"), context)).toMatchObject({ status: 409 });
    expect(contract.notFound(context).body).toContain("acme_route_not_found");
  });

  const plain = { status: 409, message: "X." };
  const disagreements: readonly (readonly [fact: string, one: object, other: object])[] = [
    ["status", plain, { ...plain, status: 410 }],
    ["retry", { ...plain, status: 503 }, { ...plain, status: 503, retry: "never" }],
    ["where", plain, { task: true, message: "X." }],
    ["detail", plain, { ...plain, detail: z.object({ eta: z.int() }) }],
  ];
  for (const [fact, one, other] of disagreements) {
    proves(["VEN-2", "VEN-4"], `that disagree about a ${fact} cannot be joined`, () => {
      const join = () => joinCatalogs(make("acme", { acme_x: one }), make("acme", { acme_x: other }));
      expect(join).toThrow(TypeError);
      expect(join).toThrow(new RegExp(`"acme_x".*disagree about its ${fact}`));
    });
  }

  const worded = (message: string, when: string) => make("acme", { acme_x: { ...plain, message, when } });
  test("that differ only in messages: an error of the second keeps its message", () => {
    const second = worded("Another.", "When another.");
    const contract = createContract(joinCatalogs(worded("One.", "When one."), second), { onError() {} });
    const thrown = (second.error as (code: string) => Error)("acme_x");
    const body = contract.respond(thrown, { method: "GET", path: "/", header: () => undefined })?.body ?? "";
    expect(JSON.parse(body).error).toMatchObject({ code: "acme_x", message: "Another." });
  });
});

describe("an error", () => {
  test("records a stack for server faults only, unless told otherwise", () => {
    expect(acme.error("harness_not_found").stack).not.toMatch(/\n\s+at /);
    expect(acme.error("preview_failed").stack).toMatch(/catalog\.test\.ts/);
    expect(untypedError("nope").stack).toMatch(/catalog\.test\.ts/);
    const all = defineCatalog({ vendor: "acme", captureStackTraces: "all" });
    expect(all.error("harness_not_found").stack).toMatch(/catalog\.test\.ts/);
    expect(() => define({ vendor: "acme", captureStackTraces: "some" })).toThrow(/server_errors.*all/);
    expect(new Error("after").stack).toMatch(/catalog\.test\.ts/);
  });

  test("as JSON has the five fields, and neither stack nor cause", () => {
    const error = acme.error("preview_failed", {
      message: "Failed in /srv/app/x.js",
      cause: new Error("hunter2"),
      detail: { page: 3 },
    });
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      type: "server_error",
      code: "preview_failed",
      message: "Failed in [path]",
      param: null,
      detail: { page: 3 },
    });
  });

  test("as JSON survives being wrapped", () => {
    const error = acme.error("preview_failed");
    for (const wrapped of [new Proxy(error, {}), Object.create(error)]) {
      expect(JSON.parse(JSON.stringify(wrapped))).toMatchObject({ code: "preview_failed" });
    }
  });
});
