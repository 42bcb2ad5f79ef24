import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createContract, defineCatalog, type ErrorReport, joinCatalogs, serializeReport } from "../index.ts";
import { createSanitizer } from "../sanitizer/index.ts";

const SECRET = "hunter2-planted";
const CONTEXT = Symbol.for("@uhp-errors/core/context");

const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_cold: {
      status: 503,
      message: "Cold.",
      context: z.object({ shard: z.string().trim(), tries: z.int().optional() }),
    },
    acme_closed: { status: 409, message: "Closed." },
  },
});
const error = acme.error as unknown as (code: unknown, init?: unknown) => ReturnType<typeof acme.error>;

function reported(thrown: unknown, options = {}) {
  const reports: ErrorReport[] = [];
  const contract = createContract(acme, { onError: (report) => reports.push(report), ...options });
  const response = contract.respond(thrown, { method: "GET", path: "/", header: () => undefined });
  const { thrown: shown, causes, fix } = serializeReport(reports[0] as ErrorReport);
  return { response, context: shown?.context, causes, fix, level: reports[0]?.level };
}

describe("the context of an error", () => {
  test.each<readonly [what: string, given: unknown, kept: unknown]>([
    ["what the schema makes of it", { shard: " a ", other: 1 }, { shard: "a" }],
    ["nothing if there is none", undefined, undefined],
    ["the fields that fit", { shard: "a", tries: "x" }, { shard: "a" }],
    ["nothing if a required field is missing", { tries: 1 }, undefined],
    ["nothing for a list", ["a"], undefined],
    ["nothing for an error", new Error(SECRET), undefined],
  ])("is %s", (_what, given, kept) => {
    const made = error("acme_cold", { context: given });
    expect([made.code, made.context]).toEqual(["acme_cold", kept]);
  });

  test.each([undefined, null])("may be left out: %s", (context) => {
    expect(error("acme_cold", { context })).toMatchObject({ context: undefined, misuse: undefined });
  });

  test.each([
    [{ shard: 7 }, 'context of "acme_cold" does not fit its schema'],
    [["a"], 'context of "acme_cold" must be an object, no list and no error, or null'],
  ])("that does not fit is a mistake, and changes no response", (given, misuse) => {
    const made = error("acme_cold", { context: given });
    expect(made.misuse).toContain(misuse);
    const { response, fix, level } = reported(made);
    expect([response?.status, level]).toEqual([503, "error"]);
    expect(fix).toContain(misuse);
    expect(response?.body).toBe(reported(error("acme_cold")).response?.body);
    const cleaned = reported(error("acme_cold", { context: given, detail: { password: SECRET } }));
    expect(cleaned.fix).toContain(misuse);
  });

  test("quotes nothing in its mistake, which copies of the error have", () => {
    const byUser = z.object({
      byUser: z.record(
        z.string(),
        z.string().refine(() => false, { error: ({ input }) => `no: ${`${input}`.slice(0, 9)}` }),
      ),
    });
    const { error: strict } = defineCatalog({
      vendor: "acme",
      codes: { acme_strict: { status: 503, message: "No.", context: byUser } },
    });
    const made = strict("acme_strict", { context: { byUser: { [SECRET]: `card ${SECRET}` } } });
    expect(made.misuse).toBe('context of "acme_strict" does not fit its schema');
    expect(JSON.stringify({ ...made })).not.toMatch(/hunter|card/);
  });

  test("obeys its schema where a code is used in the wrong place", () => {
    const catalog = defineCatalog({
      vendor: "acme",
      codes: { acme_task: { task: true, message: "No.", context: z.object({ shard: z.string() }) } },
    });
    const made = (catalog.error as typeof error)("acme_task", { context: { shard: "a", pan: SECRET } });
    expect([made.code, made.context]).toEqual(["acme_internal_error", { shard: "a" }]);
    expect(reported(made).context).toEqual({ shard: "a" });
  });

  test("that is left out is no mistake", () => expect(error("acme_cold").misuse).toBe(undefined));

  test("is kept where the code does not exist", () => {
    const made = error("acme_nope", { context: { shard: "a" } });
    expect([made.code, made.context]).toEqual(["acme_internal_error", { shard: "a" }]);
    expect(error(Symbol("x"), { context: [1] }).context).toBe(undefined);
  });

  test("stays typed in a joined catalog, and is no fact on which catalogs must agree", () => {
    const plain = defineCatalog({ vendor: "acme", codes: { acme_cold: { status: 503, message: "Cold." } } });
    expect(joinCatalogs(acme, plain).codes.acme_cold).toHaveProperty("context");
  });
});

describe("the context in a report", () => {
  const hostile = () => {
    const ring: Record<string, unknown> = { shard: "a" };
    ring["ring"] = ring;
    Object.defineProperty(ring, "trap", { enumerable: true, get: () => Number.NaN.toFixed(101) });
    return ring;
  };

  test.each<readonly [what: string, given: unknown, shown: unknown]>([
    [
      "has no credential",
      { url: `postgres://u:${SECRET}@db.internal/x` },
      { url: "postgres://[credential]@db.internal/x" },
    ],
    [
      "has no value under the name of a secret",
      { password: SECRET, pin: 83_746_152 },
      { password: "[credential]", pin: "[credential]" },
    ],
    ["keeps paths and frames", { at: "at run (/srv/a.js:1:2)" }, { at: "at run (/srv/a.js:1:2)" }],
    ["has no control characters", { "a\u001b": 1, note: "\u001b[31mx\u202e" }, { note: "x" }],
    ["survives cycles and getters that throw", hostile(), { shard: "a", ring: "[circular]", trap: "[unreadable]" }],
    ["writes a BigInt and a date", { n: 7n, at: new Date(0) }, { n: "7", at: "1970-01-01T00:00:00.000Z" }],
    ["has no contents of an error", { inner: new Error(SECRET) }, { inner: "[unreadable]" }],
    ["keeps a key called __proto__", JSON.parse('{"__proto__":{"a":1}}'), JSON.parse('{"__proto__":{"a":1}}')],
  ])("%s", (_what, given, shown) => {
    const { context } = reported(error("acme_closed", { context: given }));
    expect(JSON.stringify(context)).not.toContain(SECRET);
    expect(context).toEqual(shown);
  });

  test("is cleaned before its schema cuts or encodes a secret", () => {
    const cut = z.object({ dsn: z.string().transform((text) => text.slice(0, 26)) });
    const { error: cutting } = defineCatalog({
      vendor: "acme",
      codes: { acme_cut: { status: 503, message: "Cut.", context: cut, detail: cut.partial() } },
    });
    const dsn = `postgres://u:${SECRET}@db.internal/x`;
    const { context } = reported(cutting("acme_cut", { context: { dsn } }));
    expect(context).toEqual({ dsn: "postgres://[credential]@d" + "b" });
  });

  test("has no value of a request under a key either", () => {
    const { context } = reported(error("acme_closed", { context: { [`https://h.example/cb?q=${SECRET}`]: 1 } }));
    expect(JSON.stringify(context)).not.toContain(SECRET);
  });

  test("survives a proxy that throws", () => {
    const trap = () => Number.NaN.toFixed(101);
    const proxy = new Proxy({}, { get: trap, ownKeys: trap, getPrototypeOf: trap } as never);
    const { response } = reported(error("acme_closed", { context: proxy }));
    expect(response?.status).toBe(409);
    const { proxy: revoked, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(reported(error("acme_closed", { context: revoked })).response?.status).toBe(409);
  });

  test("is bounded", () => {
    const big = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`k${index}`, "word ".repeat(2_000)]));
    const { context = {} } = reported(error("acme_closed", { context: big }));
    expect(JSON.stringify(context).length).toBeLessThan(25_000);
    for (const value of Object.values(context)) expect(String(value).length).toBeLessThanOrEqual(1_000);
  });

  test("is that of an error of another copy, also of a hostile one", () => {
    const made = error("acme_closed");
    Object.defineProperty(made, CONTEXT, { value: { password: SECRET, shard: "a" } });
    expect(reported(made).context).toEqual({ password: "[credential]", shard: "a" });
    const odd = error("acme_closed");
    Object.defineProperty(odd, CONTEXT, { get: () => Number.NaN.toFixed(101) });
    expect(reported(odd)).toMatchObject({ context: undefined, response: { status: 409 } });
  });

  test("is cleaned by the contract's own sanitizer", () => {
    const rule = {
      id: "ticket",
      kind: "credential",
      pattern: /T-\d{6}/g,
      redacts: ["T-123456"],
      keeps: ["T"],
    } as const;
    const sanitizer = createSanitizer({ rules: [rule] });
    const { context } = reported(error("acme_closed", { context: { note: "see T-123456 now" } }), { sanitizer });
    expect(JSON.stringify(context)).not.toContain("T-123456");
  });

  test("is also that of a cause", () => {
    const { causes } = reported(new Error("x", { cause: error("acme_closed", { context: { shard: "a" } }) }));
    expect(causes?.map(({ context }) => context)).toEqual([{ shard: "a" }]);
  });
});
