import {
  BUILT_IN_CODES,
  CODES,
  createContract,
  defineCatalog,
  ERROR_TYPES,
  isContractError,
  joinCatalogs,
} from "@uhp-errors/core";
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

describe("a vendor prefix", () => {
  const refused: readonly (readonly [vendor: unknown, rule: RegExp])[] = [
    [undefined, /lower-case letters and digits/],
    [null, /lower-case letters and digits/],
    ["", /"".*lower-case letters and digits/],
    ["Acme", /"Acme".*lower-case letters and digits/],
    ["acme_corp", /"acme_corp".*lower-case/],
    ["acme-corp", /lower-case/],
    ["2acme", /begins with a letter/],
    ["acme\n", /lower-case/],
    ["å", /lower-case/],
    ...[
      "session",
      "harness",
      "invalid",
      "memory",
      "memories",
      "rate",
      "plugin",
      "unsupported",
      "timeout",
      "cancelled",
    ].map((word) => [word, new RegExp(`"${word}": this word begins a code`)] as const),
    ...["not", "internal", "server", "route", "error", "upstream", "http"].map(
      (word) => [word, new RegExp(`"${word}": this word begins a code`)] as const,
    ),
  ];
  for (const [vendor, rule] of refused) {
    proves(["VEN-2"], `${JSON.stringify(vendor)} is refused at start-up`, () => {
      expect(() => define({ vendor })).toThrow(TypeError);
      expect(() => define({ vendor })).toThrow(rule);
    });
  }

  test.each(["acme", "a", "acme2", "uhpgo", "sessions"])("%s is accepted", (vendor) => {
    expect(define({ vendor }).vendor).toBe(vendor);
  });
});

describe("a vendor row", () => {
  const row = { status: 503, message: "Cold." };
  const refused: readonly (readonly [code: string, row: unknown, rule: RegExp])[] = [
    ["cold", row, /"cold".*must begin with "acme_"/],
    ["globex_cold", row, /"globex_cold".*must begin with "acme_"/],
    ["acmecold", row, /must begin with "acme_"/],
    ["__proto__", row, /must begin with "acme_"/],
    ["session_busy", row, /"session_busy".*code of the contract/],
    ["acme_", row, /lower-case words/],
    ["acme_Cold", row, /lower-case words/],
    ["acme__cold", row, /lower-case words/],
    ["acme_cold ", row, /lower-case words/],
    ["acme_environment_busy", row, /"acme_environment_busy".*older clients/],
    ["acme_http_418", row, /http_<status>/],
    ["acme_internal_error", row, /built in.*remove status/],
    ["acme_cold", { ...row, status: 200 }, /"acme_cold".*4xx or 5xx/],
    ["acme_cold", { ...row, status: 302 }, /4xx or 5xx/],
    ["acme_cold", { ...row, status: 600 }, /4xx or 5xx/],
    ["acme_cold", { ...row, status: "503" }, /4xx or 5xx/],
    ["acme_cold", { message: "Cold." }, /4xx or 5xx/],
    ["acme_cold", { ...row, type: "cold_error" }, /remove type/],
    ["acme_cold", { ...row, retryable: true }, /has no retryable/],
    ["acme_cold", { ...row, retry: "sometimes" }, /retry can be: never, backoff, retry_after/],
    ["acme_cold", { status: 404, message: "No.", retry: "backoff" }, /invalid_request_error.*retry can be: never/],
    ["acme_cold", { status: 503 }, /needs a message/],
    ["acme_cold", { ...row, message: " " }, /needs a message/],
    ["acme_cold", { ...row, detail: { eta: 1 } }, /a Standard Schema of an object/],
    ["acme_cold", { ...row, detail: z.object({ at: z.date() }) }, /no dates/],
    ["acme_cold", { ...row, detail: z.string() }, /the schema of an object of plain JSON/],
    ["acme_cold", { ...row, message: "Two lines.\nOf text." }, /one sentence/],
    ["acme_cold", { ...row, message: "See /srv/app/run.js" }, /without a credential, host or path/],
    ["acme_cold", { task: false, message: "Cold." }, /task can only be true/],
    ["acme_cold", { task: true, status: 500, message: "Cold." }, /has no status/],
    ["acme_cold", null, /must be an object/],
    ["acme_cold", { ...row, when: 5 }, /when is a text/],
  ];
  for (const [code, candidate, rule] of refused) {
    proves(["VEN-3", "VEN-2"], `${code} ${JSON.stringify(candidate)} is refused at start-up`, () => {
      // Built from entries, since a literal cannot have "__proto__" as a key.
      const codes = Object.fromEntries([[code, candidate]]);
      expect(() => define({ vendor: "acme", codes })).toThrow(TypeError);
      expect(() => define({ vendor: "acme", codes })).toThrow(rule);
    });
  }

  const types = [
    [400, "invalid_request_error"],
    [401, "authentication_error"],
    [403, "permission_error"],
    [418, "invalid_request_error"],
    [429, "rate_limit_error"],
    [500, "server_error"],
    [599, "server_error"],
  ] as const;
  for (const [status, type] of types) {
    proves(["VEN-3"], `with ${status} is a ${type}`, () => {
      const catalog = define({ vendor: "acme", codes: { acme_x: { status, message: "X." } } });
      expect(catalog.definition("acme_x")).toMatchObject({ type, status });
    });
  }

  test("may give a built-in code another message and nothing else", () => {
    const catalog = defineCatalog({
      vendor: "acme",
      codes: { acme_internal_error: { message: "Our robots are on it." } },
    });
    expect(catalog.definition("acme_internal_error")).toMatchObject({ status: 500, message: "Our robots are on it." });
  });

  test("comes with every built-in code under its prefix", () => {
    for (const [name, { status }] of Object.entries(BUILT_IN_CODES)) {
      expect(acme.definition(`acme_${name}`)).toMatchObject({ status });
    }
  });
});

test.each([undefined, null, "acme", { vendor: "acme", codes: null }, { vendor: "acme", codes: [] }])(
  "%j is not a definition",
  (definition) => {
    expect(() => define(definition)).toThrow(/expected/);
  },
);

test("only catalogs can be joined", () => {
  const join = joinCatalogs as unknown as (first: unknown, second: unknown) => unknown;
  expect(() => join(acme, undefined)).toThrow(/^catalog: expected what defineCatalog/);
  expect(() => join({}, acme)).toThrow(/^catalog: expected what defineCatalog/);
});

test("a definition with an unknown key is refused", () => {
  expect(() => define({ vendor: "acme", code: {} })).toThrow(/unknown code; a catalog is defined by vendor, codes/);
});

describe("looking up", () => {
  test.each([
    "__proto__",
    "constructor",
    "toString",
    "valueOf",
    "hasOwnProperty",
    "",
    "acme_",
    "acme_http_4180",
    "acme_http_200",
  ])("%j finds nothing", (code) => {
    expect(acme.definition(code)).toBeUndefined();
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
});

describe("two catalogs", () => {
  const detail = () => z.object({ eta: z.int() });
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

  proves(["VEN-4"], "that are two copies of one can be joined", () => {
    const codes = () => ({ acme_x: { status: 409, message: "X.", detail: detail() } });
    expect(joinCatalogs(make("acme", codes()), make("acme", codes())).definition("acme_x")).toMatchObject({
      status: 409,
    });
  });

  const plain = { status: 409, message: "X." };
  const disagreements: readonly (readonly [fact: string, one: object, other: object])[] = [
    ["status", plain, { ...plain, status: 410 }],
    ["retry", { ...plain, status: 503 }, { ...plain, status: 503, retry: "never" }],
    ["where", plain, { task: true, message: "X." }],
    ["detail", plain, { ...plain, detail: detail() }],
    ["detail", { ...plain, detail: detail() }, { ...plain, detail: z.object({ eta: z.string() }) }],
    ["detail", { ...plain, detail: detail() }, { ...plain, detail: z.object({ eta: z.int().optional() }) }],
    ["detail", { ...plain, detail: detail() }, { ...plain, detail: z.object({ wait: z.int() }) }],
  ];
  for (const [index, [fact, one, other]] of disagreements.entries()) {
    proves(["VEN-2", "VEN-4"], `that disagree about a ${fact} cannot be joined (${index})`, () => {
      const join = () => joinCatalogs(make("acme", { acme_x: one }), make("acme", { acme_x: other }));
      expect(join).toThrow(TypeError);
      expect(join).toThrow(new RegExp(`"acme_x".*disagree about its ${fact}`));
    });
  }

  const worded = (message: string, when: string) =>
    make("acme", {
      acme_x: { ...plain, message, when },
      acme_gone: { message },
      acme_y: { task: true, message, when },
    });
  test("that differ only in messages can be joined, and the first one's messages are kept", () => {
    const [one, other] = [worded("One.", "When one."), worded("Another.", "When another.")];
    for (const [joined, message, when] of [
      [joinCatalogs(one, other), "One.", "When one."],
      [joinCatalogs(other, one), "Another.", "When another."],
    ] as const) {
      expect(joined.definition("acme_x")).toMatchObject({ status: 409, message, when });
      expect(joined.definition("acme_y")).toMatchObject({ where: "failed_task", message, when });
      expect(joined.definition("acme_gone")).toMatchObject({ status: 410, message });
    }
  });

  test("that differ only in messages: an error of the second keeps its message", () => {
    const second = worded("Another.", "When another.");
    const contract = createContract(joinCatalogs(worded("One.", "When one."), second), { onError() {} });
    const thrown = (second.error as (code: string) => Error)("acme_x");
    const body = contract.respond(thrown, { method: "GET", path: "/", header: () => undefined })?.body ?? "";
    expect(JSON.parse(body).error).toMatchObject({ code: "acme_x", message: "Another." });
  });

  test("of one vendor keep a custom message of a built-in code, whichever comes first", () => {
    const texts = make("acme", { acme_internal_error: { message: "Our robots are on it." } });
    for (const joined of [joinCatalogs(texts, make("acme")), joinCatalogs(make("acme"), texts)]) {
      expect(joined.definition("acme_internal_error")?.message).toBe("Our robots are on it.");
    }
  });
});

describe("an error", () => {
  test("is known by its brand, and by nothing else", () => {
    expect(isContractError(acme.error("harness_not_found"))).toBe(true);
    for (const value of [
      null,
      undefined,
      "x",
      3,
      {},
      new Error("x"),
      { code: "harness_not_found", name: "ContractError" },
    ]) {
      expect(isContractError(value)).toBe(false);
    }
    const hostile = new Proxy(
      {},
      {
        get: () => {
          throw new Error("no");
        },
      },
    );
    expect(isContractError(hostile)).toBe(false);
  });

  test("records a stack for server faults only, unless told otherwise", () => {
    expect(acme.error("harness_not_found").stack).not.toMatch(/\n\s+at /);
    expect(acme.error("preview_failed").stack).toMatch(/catalog\.test\.ts/);
    expect(untypedError("nope").stack).toMatch(/catalog\.test\.ts/);
    const all = defineCatalog({ vendor: "acme", captureStackTraces: "all" });
    expect(all.error("harness_not_found").stack).toMatch(/catalog\.test\.ts/);
    expect(() => define({ vendor: "acme", captureStackTraces: "some" })).toThrow(/server_errors.*all/);
    expect(new Error("after").stack).toMatch(/catalog\.test\.ts/);
  });

  test.each(["stackTraceLimit", "captureStackTrace"])("is made even if `Error.%s` throws", (name) => {
    const own = Object.getOwnPropertyDescriptor(Error, name) as PropertyDescriptor;
    const refuse = () => {
      throw new TypeError("refused");
    };
    const broken = name === "captureStackTrace" ? { value: refuse } : { get: refuse, set: refuse };
    Object.defineProperty(Error, name, { configurable: true, ...broken });
    let codes: readonly string[];
    try {
      codes = [acme.error("harness_not_found").code, acme.error("preview_failed").code];
    } finally {
      Object.defineProperty(Error, name, own);
    }
    expect(codes).toEqual(["harness_not_found", "preview_failed"]);
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

  test("that breaks a rule keeps its cause below the mistake", () => {
    const cause = new Error("disk");
    const error = untypedError("no_such_code", { cause });
    expect(error.cause).toMatchObject({ name: "TypeError", message: expect.stringContaining("no_such_code"), cause });
  });

  test("as JSON survives being wrapped", () => {
    const error = acme.error("preview_failed");
    for (const wrapped of [new Proxy(error, {}), Object.create(error)]) {
      expect(JSON.parse(JSON.stringify(wrapped))).toMatchObject({ code: "preview_failed" });
    }
  });

  test("keeps its cause for the operator", () => {
    const cause = new Error("disk");
    expect(acme.error("preview_failed", { cause }).cause).toBe(cause);
    expect("cause" in acme.error("preview_failed")).toBe(false);
  });
});
