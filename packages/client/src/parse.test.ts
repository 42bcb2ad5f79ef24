import { CODES, type ContractCode, createSanitizer, defineCatalog } from "@uhp-errors/core";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { ApiError, isApiError, isUnexpectedResponseError, UnexpectedResponseError } from "./errors.ts";
import { type ParseErrorOptions, parseError, parseErrorObject, parseTaskError } from "./parse.ts";
import { waitSeconds } from "./retry-after.ts";

/** A schema whose issues name their field by an object, as Standard Schema allows. */
const keyed = {
  "~standard": {
    version: 1,
    vendor: "keyed",
    validate: (value: object) =>
      Object.hasOwn(value, "a") ? { issues: [{ message: "No.", path: [{ key: "a" }] }] } : { value },
  },
} as unknown as z.ZodObject<{ b: z.ZodOptional<z.ZodInt> }>;

/** A schema that does this with every detail. */
const doing = (validate: () => unknown) =>
  ({ "~standard": { version: 1, vendor: "own", validate } }) as unknown as z.ZodObject<{ a: z.ZodInt }>;

const strict = defineCatalog({
  vendor: "acme",
  codes: {
    acme_sold_out: { status: 409, message: "Sold out.", detail: z.object({ sku: z.string(), shop: z.string() }) },
    acme_range: {
      status: 409,
      message: "Empty.",
      detail: z.object({ from: z.int(), to: z.int() }).refine(({ from, to }) => from <= to),
    },
    acme_slow: { status: 503, message: "Slow.", detail: z.object({ eta: z.int().optional() }) },
    acme_keyed: { status: 409, message: "Keyed.", detail: keyed },
    acme_numbered: { status: 409, message: "Odd.", detail: doing(() => ({ issues: [{ message: "No.", path: [0] }] })) },
    acme_throwing: { status: 409, message: "Odd.", detail: doing(() => expect.fail()) },
  },
});

const ERROR = { type: "invalid_request_error", code: "harness_not_found", message: "None.", param: null, detail: null };

function answer(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(typeof body === "string" ? body : JSON.stringify(body), { status, headers });
}

const requestCodes = Object.entries(CODES).filter(([, definition]) => definition.where === "request");

test.each(requestCodes)("%s keeps its five fields and its head", async (code, definition) => {
  const detail = DETAILS[code as ContractCode] ?? null;
  const status = typeof definition.status === "number" ? definition.status : definition.status[1];
  const body = { error: { type: definition.type, code, message: definition.message, param: "a.0.b", detail } };
  const headers = { "UHP-Version": "2026-10-04", "x-request-id": "req-1", "Retry-After": "7" };
  const error = await parseError(answer(status, body, headers));
  expect(isApiError(error)).toBe(true);
  expect({ ...error, message: error.message }).toEqual({
    ...body.error,
    name: "ApiError",
    status,
    retryAfter: 7,
    requestId: "req-1",
    version: "2026-10-04",
    retry: definition.retry,
  });
});

const DETAILS: Partial<Record<ContractCode, object>> = {
  unsupported_protocol_version: { supported: ["2026-10-04"] },
  plugin_conflict: { component: "skill", name: "sum", between: ["a", "b"] },
  file_too_large: { max_bytes: 1_024 },
  plugin_invalid: { path: "skills/a.md", reason: "No manifest." },
  unsupported_plugin_schema: { supported: ["1.0"] },
  unsupported_transport: { transport: "stdio", base: "hosted" },
};

describe("when a request may be sent again", () => {
  const catalog = defineCatalog({
    vendor: "acme",
    codes: { acme_odd: { status: 503, message: "Odd.", retry: "never" } },
  });
  const envelope = (type: string, code: string) => ({ error: { ...ERROR, type, code } });
  test.each<[what: string, retry: string, response: Response]>([
    ["its code's row", "backoff", answer(503, envelope("server_error", "harness_unavailable"))],
    ["its code's row in the catalog", "never", answer(503, envelope("server_error", "acme_odd"))],
    ["its type, of a code that is not known", "backoff", answer(503, envelope("server_error", "other_odd"))],
    ["another status than its code's", "never", answer(500, envelope("server_error", "harness_unavailable"))],
    ["another type than its code's", "never", answer(503, envelope("invalid_request_error", "harness_unavailable"))],
    [
      "an answer that forbids it",
      "never",
      answer(503, envelope("server_error", "harness_unavailable"), { "x-should-retry": "false" }),
    ],
    ["the status of a page", "backoff", answer(502, "<h1>Bad Gateway</h1>")],
    ["the status of another page", "never", answer(404, "<h1>Not Found</h1>")],
    ["a page that forbids it", "never", answer(502, "no", { "x-should-retry": "false" })],
  ])("is said by %s: %s", async (_, retry, response) => {
    expect(await parseError(response, { catalog: catalog as never })).toMatchObject({ retry });
  });
  test("is the caller's to judge for a task that failed", () => {
    const error = { ...ERROR, type: "harness_error", code: "harness_error" };
    expect(parseTaskError({ status: "failed", error })).toMatchObject({ retry: "client_judgement" });
  });
  test("comes from the contract's table if a program makes the error", () => {
    const facts = { retryAfter: undefined, requestId: undefined, version: undefined };
    const parts = { ...facts, message: "m", param: null, detail: null };
    const made = (type: "server_error" | "permission_error", code: string, status: number) =>
      new ApiError({ ...parts, type, code, status }).retry;
    expect(made("permission_error", "insufficient_scope", 403)).toBe("never");
    expect(made("server_error", "harness_unavailable", 503)).toBe("backoff");
    expect(new UnexpectedResponseError({ ...facts, status: 502, contentType: undefined, excerpt: "" }).retry).toBe(
      "backoff",
    );
  });
});

describe("parseError", () => {
  test("ignores fields that it does not know", async () => {
    const error = await parseError(answer(404, { error: { ...ERROR, hint: 1 }, detail: "None.", more: {} }));
    expect(error).toMatchObject(ERROR);
    expect(error).not.toHaveProperty("hint");
  });
  test("keeps a code that it does not know, with its type (RET-4)", async () => {
    const error = await parseError(answer(409, { error: { ...ERROR, code: "acme_odd", detail: { a: 1 } } }));
    expect(error).toMatchObject({ type: "invalid_request_error", code: "acme_odd", detail: { a: 1 } });
  });
  test.each([
    ["without its detail", "file_too_large", null, {}],
    ["with a field of another kind", "file_too_large", { max_bytes: "many" }, {}],
    [
      "with a field of another kind among others",
      "plugin_conflict",
      { component: "a", name: 3, between: ["b"], more: true },
      { component: "a", between: ["b"], more: true },
    ],
    ["that requires no detail, with none", "session_busy", null, null],
    ["that requires no detail, with one that does not fit", "session_busy", { retry_after_ms: "soon", a: 1 }, { a: 1 }],
    ["of a vendor, from before a field was added", "acme_sold_out", { sku: "a-1" }, { sku: "a-1" }],
    ["of a vendor, without its detail", "acme_sold_out", null, {}],
    ["of a vendor, with what only fits as a whole", "acme_range", { from: 3, to: 2 }, {}],
    ["of a vendor that requires no detail, with none", "acme_slow", null, null],
    ["whose schema names fields by objects", "acme_keyed", { a: 1, b: 2 }, { b: 2 }],
    ["whose schema names fields by numbers", "acme_numbered", { a: 1 }, {}],
    ["whose schema throws", "acme_throwing", { a: 1 }, {}],
  ])("gives of a code %s the fields that fit", async (_what, code, detail, expected) => {
    const error = await parseError(answer(409, { error: { ...ERROR, code, detail } }), { catalog: strict });
    expect([error.code, (error as ApiError).detail]).toEqual([code, expected]);
  });
  test("gives a detail as its schema makes it, and keeps what a newer server adds", async () => {
    const detail = z.object({ n: z.int().default(5), m: z.coerce.number() });
    const catalog = defineCatalog({ vendor: "acme", codes: { acme_odd: { status: 409, message: "Odd.", detail } } });
    const error = { ...ERROR, code: "acme_odd", detail: { m: "7", more: true } };
    const parsed = await parseError(answer(409, { error }), { catalog });
    expect(parsed).toMatchObject({ code: "acme_odd", detail: { n: 5, m: 7, more: true } });
  });
  test("survives a vendor's schema that throws", async () => {
    const refuse = () => {
      throw new Error("no");
    };
    const detail = z.object({ a: z.int().refine(refuse) });
    const catalog = defineCatalog({ vendor: "acme", codes: { acme_odd: { status: 409, message: "Odd.", detail } } });
    const error = { ...ERROR, code: "acme_odd", detail: { a: 1 } };
    expect(await parseError(answer(409, { error }), { catalog })).toMatchObject({ code: "acme_odd", detail: {} });
  });
  test.each([
    ["no JSON", "<html><title>502 Bad Gateway</title></html>"],
    ["half an envelope", '{"error":{"type":"server_er'],
    ["a list", []],
    ["null", "null"],
    ["a text as error", { error: "no" }],
    ["no message", { error: { ...ERROR, message: undefined } }],
    ["no param", { error: { ...ERROR, param: undefined } }],
    ["a list as detail", { error: { ...ERROR, detail: [] } }],
    ["a type that is none", { error: { ...ERROR, type: "odd_error" } }],
    ["a type of Object's", { error: { ...ERROR, type: "constructor" } }],
    ["no code", { error: { ...ERROR, code: "" } }],
  ])("%s is not an answer of the contract", async (_, body) => {
    const error = await parseError(answer(502, body, { "content-type": "text/html; charset=utf-8" }));
    expect(isUnexpectedResponseError(error)).toBe(true);
    expect(isApiError(error)).toBe(false);
    expect(error).toMatchObject({ type: null, code: null, status: 502, contentType: "text/html" });
  });
  test("an envelope in a success is not a response of the contract", async () => {
    expect(await parseError(answer(200, { error: ERROR }))).toMatchObject({ code: null, status: 200 });
  });
  test("a body that was already read, is missing or breaks off has no excerpt", async () => {
    const read = answer(500, "text");
    await read.text();
    const broken = new ReadableStream({ pull: (controller) => controller.error(new Error("reset")) });
    for (const response of [read, new Response(null, { status: 500 }), new Response(broken, { status: 500 })]) {
      const message = "The server's answer (status 500) is not one of the contract";
      expect(await parseError(response)).toMatchObject({ code: null, status: 500, excerpt: "", message });
    }
  });
  const page = `<html><style>p{}</style><h1>Failed for redis.internal:6379 with ghp_${"a".repeat(36)}</h1><img src=x onerror=a> ${"<p>word ".repeat(999)}`;
  const makeExcerpt = async (body: string, options: ParseErrorOptions = {}) =>
    (await parseError(answer(500, body), options)) as { readonly excerpt: string; readonly message: string };
  test("an excerpt is short, has no markup, and is what the server wrote", async () => {
    const { excerpt, message } = await makeExcerpt(page);
    expect(excerpt).toMatch(/^p\{\} Failed for redis\.internal:6379 with ghp_a{36} word .{1,150}…$/);
    expect(excerpt).not.toMatch(/[<>]/);
    expect(excerpt).toHaveLength(200);
    expect(message).toContain(excerpt);
  });
  test("an excerpt cannot control a terminal", async () => {
    const { excerpt } = await makeExcerpt("a\u001b[31m\r\nb\u0007 \u202ec");
    expect(excerpt).toBe("a [31m b c");
  });
  test("a sanitizer makes one sentence of an excerpt, without anything private", async () => {
    const { excerpt, message } = await makeExcerpt(page, { sanitizer: createSanitizer() });
    expect(excerpt.length).toBeLessThanOrEqual(200);
    expect(excerpt).toMatch(/Failed for \[host\]/);
    expect(excerpt).not.toMatch(/[<>]|ghp_|internal/);
    expect(message).toContain(excerpt);
  });
  test.each<[what: string, message: () => unknown]>([
    ["throws", () => expect.fail()],
    ["gives nothing", () => undefined],
    ["gives no text", () => ({ message: 7 })],
    ["gives a promise that rejects", async () => expect.fail()],
  ])("of a sanitizer that %s comes no excerpt", async (_what, message) => {
    expect((await makeExcerpt(page, { sanitizer: { message } as never })).excerpt).toBe("");
  });
  test("an excerpt ends with a whole character", async () => {
    const { excerpt } = (await parseError(answer(500, `${"a".repeat(198)}😀 more`))) as { excerpt: string };
    expect(excerpt.isWellFormed()).toBe(true);
    expect(excerpt).toMatch(/^a{198}…$/);
  });
  test.each([
    ["keeps the characters before its end", `😀${"a".repeat(300)}`, `😀${"a".repeat(197)}…`],
    ["has no blank before its end", `${"a".repeat(198)} ${"b".repeat(99)}`, `${"a".repeat(198)}…`],
  ])("an excerpt %s", async (_, body, excerpt) => {
    expect(await makeExcerpt(body)).toMatchObject({ excerpt });
  });
  test("an excerpt of a page that broke off in the middle of its markup has none of it", async () => {
    const error = await parseError(answer(500, "<h1>Failed</h1> <img src=x onerror=alert(1) "));
    expect(error).toMatchObject({ excerpt: "Failed" });
  });
});

describe("parseTaskError", () => {
  const failure = { type: "harness_error", code: "timeout", message: "Out of time.", param: null, detail: null };
  test("reads the error of a failed task", () => {
    expect(parseTaskError({ id: "r", status: "failed", error: failure })).toMatchObject({ ...failure, status: 200 });
  });
  test("knows a vendor's task codes", () => {
    const catalog = defineCatalog({ vendor: "acme", codes: { acme_crashed: { task: true, message: "Crashed." } } });
    const error = parseTaskError({ status: "failed", error: { ...failure, code: "acme_crashed" } }, { catalog });
    expect(error?.code === "acme_crashed" && error.type).toBe("harness_error");
  });
  test("reads both forms of a cancelled one", () => {
    const cancelled = { ...failure, code: "cancelled", message: "Stopped." };
    expect(parseTaskError({ status: "cancelled", error: cancelled })).toMatchObject(cancelled);
    for (const error of [null, undefined]) {
      expect(parseTaskError({ status: "cancelled", error })).toMatchObject({
        type: "harness_error",
        code: "cancelled",
      });
    }
  });
  test("does not take any error for that of a cancelled one", () => {
    expect(parseTaskError({ status: "cancelled", error: { code: 7 } })).toMatchObject({ code: null, status: 200 });
  });
  test("finds no error in any other status", () => {
    for (const value of [{ status: "completed", error: null }, {}, null, "failed", []]) {
      expect(parseTaskError(value)).toBeUndefined();
    }
  });
  test("does not throw for a value that is not JSON", () => {
    const broken = {
      get status(): never {
        throw new Error("x");
      },
    };
    expect(parseTaskError(broken)).toMatchObject({ code: null, excerpt: "" });
    expect(parseTaskError(new Proxy({}, { get: () => expect.fail() as never }))).toMatchObject({ code: null });
  });
  test("says so when a failed task has no error of the contract", () => {
    expect(parseTaskError({ status: "failed", error: null })).toMatchObject({ code: null, status: 200, excerpt: "" });
  });
});

describe("the wait that a response asks for", () => {
  const now = Date.parse("Sun, 06 Nov 1994 08:49:37 GMT");
  test.each<[headers: Record<string, string>, seconds: number | undefined]>([
    [{}, undefined],
    [{ "retry-after": "0" }, 0],
    [{ "retry-after": " 12 " }, 12],
    [{ "retry-after": "3", "retry-after-ms": "2500" }, 2.5],
    [{ "retry-after": "3", "retry-after-ms": "x" }, 3],
    [{ "retry-after-ms": "300, 300" }, 0.3],
    [{ "retry-after": "Sun, 06 Nov 1994 08:49:47 GMT" }, 10],
    [{ "retry-after": "Sun, 66 Nov 1994 08:49:07 GMT" }, undefined],
    // A server whose clock is a day ahead.
    [{ "retry-after": "Mon, 07 Nov 1994 08:49:47 GMT", date: "Mon, 07 Nov 1994 08:49:37 GMT" }, 10],
    [{ "retry-after": "Sun, 06 Nov 1994 08:49:47 GMT", date: "garbage" }, 10],
  ])("%j: %s", (headers, seconds) => {
    expect(waitSeconds(new Headers(headers), now)).toBe(seconds);
  });
  test.each([
    ["1500", 1.5],
    ["0", 0],
    ["1e999", 31_536_000],
    ["-1", undefined],
    ['"1500"', undefined],
  ])("comes from the detail if the headers do not state it: %s", async (wait, retryAfter) => {
    const error = JSON.stringify({ ...ERROR, code: "session_busy" }).replace(
      '"detail":null',
      `"detail":{"retry_after_ms":${wait}}`,
    );
    expect(error).toContain(wait);
    expect(await parseError(answer(409, `{"error":${error}}`))).toMatchObject({ retryAfter });
  });
});

test("errors are recognized across copies of the package", () => {
  const parts = { type: "server_error", code: "x", message: "m", param: null, detail: null, status: 500 } as const;
  const error = new ApiError({ ...parts, retryAfter: undefined, requestId: undefined, version: undefined });
  expect(isApiError(Object.create(error))).toBe(true);
  expect(isApiError({ [Symbol.for("@uhp-errors/client/ApiError")]: true })).toBe(true);
  for (const value of [null, undefined, "x", { ...error }, new Error("x")]) expect(isApiError(value)).toBe(false);
});

describe("parseErrorObject", () => {
  const acme = defineCatalog({
    vendor: "acme",
    codes: {
      acme_down: { status: 503, message: "It is down." },
      acme_stuck: { task: true, message: "Stuck." },
    },
  });
  const down = { type: "server_error", code: "acme_down", message: "It is down.", param: null, detail: null };
  const advice = { rule: "backoff", automatic: true, waitMs: 1_500 };

  test.each<[string, unknown]>([
    ["the five fields with the advice", { ...down, retry: advice }],
    ["an envelope with the advice beside it", { error: down, retry: advice }],
    ["an envelope with the advice in it", { error: { ...down, retry: advice } }],
    ["what contract.handleError returns, as JSON", { error: down, retry: advice, status: 503 }],
  ])("reads %s", (_, value) => {
    const error = parseErrorObject(value, { catalog: acme });
    expect(isApiError(error)).toBe(true);
    expect(error).toMatchObject({ code: "acme_down", status: 503, retry: "backoff", retryAfter: 1.5, detail: null });
  });

  test.each<[string, object, object]>([
    ["no advice: the rule of the code", {}, { retry: "backoff", retryAfter: undefined }],
    [
      "an automatic rule that does not apply to the call",
      { retry: { ...advice, automatic: false } },
      { retry: "never" },
    ],
    ["a rule for the caller", { retry: { rule: "client_judgement", automatic: false } }, { retry: "client_judgement" }],
    ["an unknown rule", { retry: { rule: "constructor", automatic: false } }, { retry: "backoff" }],
    ["a wait that is none", { retry: { ...advice, waitMs: "7" } }, { retryAfter: undefined }],
    ["a negative wait", { retry: { ...advice, waitMs: -1 } }, { retryAfter: undefined }],
    ["advice that is no object", { retry: "backoff" }, { retry: "backoff" }],
  ])("reads %s", (_, extra, expected) => {
    expect(parseErrorObject({ ...down, ...extra }, { catalog: acme })).toMatchObject(expected);
  });

  test.each<[string, object, number]>([
    ["an unknown code, by its type", { ...down, code: "other_down" }, 500],
    ["an unknown code of a client's fault", { ...down, code: "other_bad", type: "invalid_request_error" }, 400],
    ["a code of the contract", ERROR, 404],
  ])("gives the status of %s", (_, value, status) => {
    expect(parseErrorObject(value, { catalog: acme })?.status).toBe(status);
  });

  test.each<[string, unknown]>([
    ["nothing", undefined],
    ["a string", "acme_down"],
    ["a list", [down]],
    ["a code that is no string", { ...down, code: 7 }],
    ["an unknown type", { ...down, type: "constructor" }],
    ["an empty message", { ...down, message: "" }],
    [
      "a getter that throws",
      {
        get error(): never {
          throw new Error("x");
        },
      },
    ],
  ])("returns undefined for %s", (_, value) => {
    expect(parseErrorObject(value)).toBeUndefined();
  });

  test("refuses options that it does not have", () => {
    expect(() => parseErrorObject(down, { timeoutMs: 1 } as object)).toThrow(TypeError);
    for (const parse of [parseErrorObject, parseTaskError]) {
      expect(() => parse(down, null as never)).toThrow("options: expected an object");
    }
  });
});
