import { describe, expect, test } from "vitest";
import { z } from "zod";
import { reporting } from "../../../../test/support/reporting.ts";
import { isContractError } from "../errors/contract-error.ts";
import { defineCatalog } from "./catalog.ts";

const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_busy: { status: 503, message: "All are at work." },
    acme_key_expired: { status: 401, message: "The key has expired." },
    acme_cold: { status: 503, message: "It is cold.", context: z.object({ shard: z.string() }) },
    acme_full: { status: 507, message: "The disk is full.", detail: z.object({ free: z.int(), unit: z.string() }) },
    acme_crashed: { task: true, message: "The agent crashed." },
  },
});

const globex = defineCatalog({
  vendor: "globex",
  codes: {
    globex_cold: { status: 503, message: "It is cold.", detail: z.looseObject({}) },
    globex_melted: { task: true, message: "The agent melted." },
  },
});

/** An error as the client's classes make it: the brand is on the prototype. */
class ApiError extends Error {}
Object.defineProperty(ApiError.prototype, Symbol.for("@uhp-errors/client/ApiError"), { value: true });

const BUSY = { type: "invalid_request_error", code: "session_busy", status: 409, retry: "session_terminal" };

const api = (fields: object) =>
  Object.assign(new ApiError("The upstream's own words, hunter2."), {
    param: "upstream.param",
    detail: null,
    retryAfter: undefined,
    requestId: "r-1",
    ...fields,
  });

/** `acme.relay` and `acme.relayer` without their types. */
const relay = acme.relay as (error: unknown, rules: unknown) => unknown;
const relayer = acme.relayer as (rules: unknown) => (error: unknown) => unknown;

function answered(thrown: unknown, headers: Record<string, string> = {}) {
  const { contract, reports } = reporting(acme, { correlationId: () => "id" });
  const answer = contract.respond(thrown, { method: "GET", path: "/", header: (name) => headers[name] });
  return { ...answer, error: JSON.parse(answer?.body ?? "").error, report: reports[0] };
}

describe("a relayed code", () => {
  test("has no context, although its row demands one", () => {
    const thrown = api({ ...BUSY, context: { shard: "a" } });
    for (const rules of [{ pass: ["session_busy"] }, { as: { session_busy: "acme_cold" } }]) {
      const made = relay(thrown, rules);
      expect([isContractError(made) && made.context, isContractError(made) && made.misuse]).toEqual([
        undefined,
        undefined,
      ]);
    }
  });

  test("has the row's own message; the upstream's goes to the report only", () => {
    const thrown = api({ ...BUSY, detail: { retry_after_ms: 250, host: "db-1.internal" } });
    const { status, error, headers, report } = answered(acme.relay(thrown, { pass: ["session_busy"] }));
    expect(status).toBe(409);
    expect(error).toEqual({
      type: "invalid_request_error",
      code: "session_busy",
      message: acme.codes.session_busy.message,
      param: null,
      detail: { retry_after_ms: 250 },
    });
    expect(headers?.["retry-after-ms"]).toBe("250");
    expect(report).toMatchObject({ level: "info", origin: "catalog", misuse: undefined });
    expect(report?.upstream).toEqual({ code: "session_busy", status: 409, requestId: "r-1" });
    expect(report?.thrown).toHaveProperty("cause", thrown);
  });

  test("keeps the wait, and the status where the row allows several", () => {
    const limited = {
      type: "rate_limit_error",
      code: "rate_limited",
      status: 429,
      retry: "retry_after",
      retryAfter: 6.2,
    };
    expect(answered(relay(api(limited), { pass: ["rate_limited"] })).headers?.["Retry-After"]).toBe("7");
    const away = { type: "server_error", code: "memory_unavailable", retry: "backoff" };
    for (const status of [502, 503]) {
      expect(answered(relay(api({ ...away, status }), { pass: ["memory_unavailable"] })).status).toBe(status);
    }
  });

  test.each([
    ["backoff", "true"],
    ["never", "false"],
  ])("the upstream's rule %s gives the hint %s", (retry, hint) => {
    const thrown = api({ type: "server_error", code: "harness_unavailable", status: 503, retry });
    expect(answered(relay(thrown, { pass: ["harness_unavailable"] })).headers?.["x-should-retry"]).toBe(hint);
  });

  test("is read in the prefixed form of older versions, and named as this client's version does", () => {
    const rules = { from: globex, pass: ["environment_busy"] };
    const newer = { ...BUSY, code: "environment_busy", retry: "never" };
    for (const code of ["environment_busy", "globex_environment_busy"]) {
      const error = relay(api({ ...newer, code }), rules);
      expect(answered(error).error.code).toBe("environment_busy");
      expect(answered(error, { "uhp-version": "2026-09-12" }).error.code).toBe("acme_environment_busy");
    }
    expect(isContractError(relay(api({ ...BUSY, code: "globex_session_busy" }), { pass: ["session_busy"] }))).toBe(
      false,
    );
  });

  test("may be renamed, even to a task's code", () => {
    const rules = { from: globex, as: { globex_cold: "acme_full", globex_melted: "acme_busy", timeout: "acme_busy" } };
    const cold = { type: "server_error", code: "globex_cold", status: 503, retry: "backoff" };
    const detail = { free: 7, unit: "GiB", host: "db-1.internal" };
    const full = answered(relay(api({ ...cold, detail }), rules));
    expect([full.status, full.error.code, full.error.detail]).toEqual([507, "acme_full", { free: 7, unit: "GiB" }]);
    for (const code of ["globex_melted", "timeout"]) {
      const failed = { type: "harness_error", code, status: 200, retry: "client_judgement" };
      const { status, error, headers } = answered(relay(api(failed), rules));
      expect([status, error.code, headers?.["x-should-retry"]]).toEqual([503, "acme_busy", "false"]);
    }
  });

  test("records a stack if its type does", () => {
    const error = relay(api({ ...BUSY, code: "harness_unavailable", type: "server_error", status: 503 }), {
      pass: ["harness_unavailable"],
    }) as Error;
    expect(error.stack).toContain("relay.test.ts");
    expect((relay(api(BUSY), { pass: ["session_busy"] }) as Error).stack).not.toContain(" at ");
  });
});

describe("anything else is returned unchanged", () => {
  const rules = { from: globex, pass: ["session_busy", "plugin_conflict"], as: { globex_cold: "acme_full" } };

  test.each<[string, unknown]>([
    ["a code that is not named", api({ ...BUSY, code: "harness_mismatch" })],
    ["a code that every object has", api({ ...BUSY, code: "constructor" })],
    ["a named code with another status", api({ ...BUSY, status: 401 })],
    ["a named code with another type", api({ ...BUSY, type: "authentication_error" })],
    ["a detail that lacks what the row demands", api({ ...BUSY, code: "plugin_conflict", detail: { name: "x" } })],
    ["no detail where the row demands one", api({ ...BUSY, code: "globex_cold", type: "server_error", status: 503 })],
    ["an error of the catalog's own", acme.error("acme_busy")],
    ["another error with the same fields", Object.assign(new Error("x"), BUSY)],
    ["a copy of the fields", { ...api(BUSY) }],
    ["an error of the language", new TypeError("x")],
    ["a text", "session_busy"],
    ["nothing", undefined],
  ])("%s", (_what, thrown) => {
    expect(relay(thrown, rules)).toBe(thrown);
    expect(relayer(rules)(thrown)).toBe(thrown);
  });

  test("and is then answered as an upstream failure", () => {
    expect(answered(relay(api({ ...BUSY, status: 401 }), rules))).toMatchObject({
      status: 502,
      error: { code: "acme_upstream_error" },
    });
  });

  test("even a hostile error", () => {
    const get = () => Number.NaN.toFixed(101);
    const hostile = new Proxy(api(BUSY), { get });
    expect(relay(hostile, rules)).toBe(hostile);
    const trap = Object.defineProperty({}, "component", { enumerable: true, get });
    const thrown = api({ ...BUSY, code: "plugin_conflict", detail: trap });
    expect(relay(thrown, rules)).toBe(thrown);
  });
});

test("rules that fail without a reason become an internal error", () => {
  const rules = Object.defineProperty({}, "pass", {
    enumerable: true,
    get() {
      throw 7;
    },
  });
  const { status, report } = answered(relay(api(BUSY), rules));
  expect([status, report?.misuse]).toEqual([500, "relay: the rules cannot be read"]);
});

describe("impossible rules", () => {
  test.each<[rules: unknown, why: RegExp]>([
    [undefined, /^relay: expected \{ from, pass, as \}$/],
    [[], /expected \{ from/],
    [{ passes: [] }, /^relay: unknown passes; rules have from, pass and as$/],
    [{ passes: [], via: 1 }, /^relay: unknown passes, via; rules have from, pass and as$/],
    [{ from: { vendor: "globex" } }, /from: expected a catalog/],
    [{ pass: "session_busy" }, /pass: expected a list/],
    [{ as: ["session_busy"] }, /as: expected an object/],
    [{ pass: [7] }, /a code is a string/],
    [{ as: { session_busy: undefined } }, /a code is a string/],
    [{ pass: ["session_busy", "session_busy"] }, /"session_busy" is named twice/],
    [{ pass: ["session_busy"], as: { session_busy: "acme_busy" } }, /"session_busy" is named twice/],
    [{ pass: ["__proto__"] }, /"__proto__" is no code of the catalog/],
    [{ pass: ["globex_cold"] }, /"globex_cold" is no code of the catalog; .* from$/],
    [{ from: globex, pass: ["globex_cold"] }, /"globex_cold" is no code of this catalog; under as, name the code/],
    [{ from: globex, pass: ["acme_busy"] }, /"acme_busy" is no code of the catalog that is given as from$/],
    [{ as: { session_busy: "globex_cold" } }, /"globex_cold" is no code of this catalog; under as, name the code/],
    [{ pass: ["acme_environment_busy"] }, /is how older clients see "environment_busy"; name that/],
    [{ pass: ["acme_http_401"] }, /speaks of the request/],
    ...["missing_credential", "invalid_credential", "insufficient_scope", "invalid_input"].map(speaks),
    ...["unsupported_protocol_version", "acme_key_expired"].map(speaks),
    ...["acme_internal_error", "acme_upstream_error", "acme_upstream_timeout"].map(isInternal),
    [{ as: { invalid_input: "acme_busy" } }, /"invalid_input" speaks of the request/],
    [{ as: { acme_busy: "invalid_credential" } }, /"invalid_credential" speaks of the request/],
    [{ from: globex, as: { globex_internal_error: "acme_busy" } }, /"globex_internal_error" is an internal error/],
    [{ as: { session_expired: "acme_full" } }, /"acme_full" demands a detail, of which "session_expired" has none/],
    [{ as: { harness_mismatch: "file_too_large" } }, /"file_too_large" demands a detail/],
    [{ pass: ["timeout"] }, /"timeout" belongs inside the response of a task/],
    [{ as: { acme_busy: "acme_crashed" } }, /"acme_crashed" belongs inside the response of a task/],
  ])("are refused at start-up, and become an internal error with the reason when called (case %#)", (rules, why) => {
    expect(() => relayer(rules)).toThrow(why);
    expect(() => relayer(rules)).toThrow(TypeError);
    const thrown = api(BUSY);
    const { status, error, report } = answered(relay(thrown, rules));
    expect([status, error.code]).toEqual([500, "acme_internal_error"]);
    expect(report?.misuse).toMatch(why);
    expect(report?.thrown).toHaveProperty("cause.cause", thrown);
  });
});

function speaks(code: string): [unknown, RegExp] {
  return [{ pass: [code] }, new RegExp(`^relay: "${code}" speaks of the request that this service sent`)];
}

function isInternal(code: string): [unknown, RegExp] {
  return [{ pass: [code] }, new RegExp(`"${code}" is an internal error`)];
}
