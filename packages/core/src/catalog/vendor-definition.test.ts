import { describe, expect, test } from "vitest";
import { z } from "zod";
import { defineCatalog } from "./catalog.ts";

/** What a caller in plain JavaScript can hand over. */
const define = defineCatalog as unknown as (definition: unknown) => ReturnType<typeof defineCatalog>;

const row = (code: string, definition: unknown) => define({ vendor: "acme", codes: { [code]: definition } });

const made = (definition: object, code = "acme_closed") =>
  row(code, { message: "The order is closed.", ...definition }).definition(code);

describe("a code of a vendor", () => {
  test.each<[status: number, type: string, retry: string]>([
    [400, "invalid_request_error", "never"],
    [401, "authentication_error", "never"],
    [403, "permission_error", "never"],
    [404, "invalid_request_error", "never"],
    [429, "rate_limit_error", "never"],
    [499, "invalid_request_error", "never"],
    [500, "server_error", "backoff"],
    [501, "server_error", "never"],
    [502, "server_error", "backoff"],
    [599, "server_error", "backoff"],
  ])("with the status %i has the type %s and the retry rule %s", (status, type, retry) => {
    expect(made({ status })).toMatchObject({
      where: "request",
      status,
      type,
      retry,
      message: "The order is closed.",
      when: "The order is closed.",
    });
  });

  test.each<[status: number, retry: string]>([
    [409, "never"],
    [429, "never"],
    [429, "retry_after"],
    [501, "backoff"],
    [503, "never"],
    [503, "backoff"],
    [503, "retry_after"],
  ])("with the status %i may have the retry rule %s", (status, retry) => {
    expect(made({ status, retry })).toMatchObject({ status, retry });
  });

  test("may belong inside the response of a task", () => {
    expect(made({ task: true, when: "The agent gave up." })).toMatchObject({
      where: "failed_task",
      type: "harness_error",
      status: 200,
      retry: "client_judgement",
      message: "The order is closed.",
      when: "The agent gave up.",
    });
    expect(made({ task: true })).toMatchObject({ when: "The order is closed." });
  });

  test("may say when it is used, and what its detail is", () => {
    const detail = z.object({ order: z.int() });
    const found = made({ status: 409, when: "The till is closed.", detail });
    expect([found?.when, found?.detail]).toEqual(["The till is closed.", detail]);
    expect(made({ task: true, detail })?.detail).toBe(detail);
    expect(made({ status: 409 })?.detail).toBe(undefined);
    expect(Object.isFrozen(found)).toBe(true);
  });

  test("may be a built-in code with another message, and nothing else is changed", () => {
    const catalog = row("acme_not_found", { message: "We do not have that." });
    expect(catalog.definition("acme_not_found")).toMatchObject({
      message: "We do not have that.",
      status: 404,
      retry: "never",
      when: "Something answered 404 where a route may have taken the request: there is no such row, file or page.",
    });
    expect(catalog.definition("acme_conflict")?.message).toBe("The request conflicts with the current state.");
  });
});

describe("the name of a code", () => {
  test.each([
    "acme_x",
    "acme_order_closed",
    "acme_2_seats",
    "acme_a1_b2",
    "acme_http",
    "acme_http_timeout",
    "acme_http_4040",
    "acme_my_http_404",
  ])("may be %s", (code) => expect(made({ status: 409 }, code)?.status).toBe(409));

  const WORDS = "a code is lower-case words of letters and digits, joined by single underscores";

  test.each<[code: string, rule: string]>([
    ["session_busy", "it is a code of the contract, which a vendor cannot redefine"],
    ["other_closed", 'a code of vendor "acme" must begin with "acme_"'],
    ["acmeclosed", 'a code of vendor "acme" must begin with "acme_"'],
    ["acme_", WORDS],
    ["acme_Closed", WORDS],
    ["acme_closed_", WORDS],
    ["acme__closed", WORDS],
    ["acme_closed-now", WORDS],
    ["acme_closed now", WORDS],
    ["acme_session_busy", 'the name is taken: older clients see the contract\'s code "session_busy" under it'],
    ["acme_http_409", "names of the form http_<status> are taken by bare statuses"],
  ])("may not be %s", (code, rule) => {
    const refused = () => row(code, { status: 409, message: "The order is closed." });
    expect(refused).toThrow(TypeError);
    expect(refused).toThrow(`code "${code}": ${rule}`);
  });
});

describe("the row of a code", () => {
  const MESSAGE = "its row needs a message: one sentence of at most 500 characters without a credential, host or path";
  const STATUS = "its status must be a 4xx or 5xx; for a code inside a failed response give task: true instead";
  const SCHEMA = "its detail must be a Standard Schema of an object, as zod, Valibot and ArkType make them";
  const OBJECT = "its detail must be the schema of an object of plain JSON: no dates and no big integers";
  const LATER = "its detail has an asynchronous schema; an error is made at once, so give one that does not wait";
  const standard = (more: object) => ({
    "~standard": { version: 1, vendor: "own", validate: () => ({ value: {} }), ...more },
  });
  const refusing = (type: string) =>
    `a client that does not know it goes by its type, ${type}, for which retry can be: `;

  test.each<[what: string, change: unknown, rule: string]>([
    ["nothing", undefined, "its row must be an object"],
    ["null", null, "its row must be an object"],
    ["a string", "Closed.", "its row must be an object"],
    ["no message", { message: undefined }, MESSAGE],
    ["an empty message", { message: "" }, MESSAGE],
    ["a blank message", { message: " " }, MESSAGE],
    ["a message that is no string", { message: 7 }, MESSAGE],
    ["a `when` that is no string", { when: 7 }, "its when is a text: the condition under which it is used"],
    ["a `when` that is undefined", { when: undefined }, "its when is a text: the condition under which it is used"],
    ["no status", { status: undefined }, STATUS],
    ["the status 399", { status: 399 }, STATUS],
    ["the status 600", { status: 600 }, STATUS],
    ["a part of a status", { status: 404.5 }, STATUS],
    ["a status that is a string", { status: "404" }, STATUS],
    ["a type", { type: "server_error" }, "a type is not declared, it follows from the status; remove type"],
    [
      "an unknown key",
      { code: 1, level: 2 },
      "its row has no code, level; it can have status, message, detail, context, retry, when",
    ],
    [
      "`task` that is not the value true",
      { task: false },
      "task can only be true; leave it out for a code that answers requests",
    ],
    ["a task with a status", { task: true }, "its row has no status; it can have task, message, detail, context, when"],
    ["the retry rule backoff", { retry: "backoff" }, `${refusing("invalid_request_error")}never`],
    ["a rule of 401", { status: 401, retry: "retry_after" }, `${refusing("authentication_error")}never`],
    ["a rule of 403", { status: 403, retry: "backoff" }, `${refusing("permission_error")}never`],
    ["a rule of 429", { status: 429, retry: "backoff" }, `${refusing("rate_limit_error")}never, retry_after`],
    [
      "a rule of 503",
      { status: 503, retry: "session_terminal" },
      `${refusing("server_error")}never, backoff, retry_after`,
    ],
    ["a detail that is no schema", { detail: {} }, SCHEMA],
    ["a detail of another standard", { detail: standard({ version: 2 }) }, SCHEMA],
    ["a detail without a check", { detail: standard({ validate: true }) }, SCHEMA],
    ["the schema of a string", { detail: z.string() }, OBJECT],
    ["the schema of a list", { detail: z.array(z.string()) }, OBJECT],
    ["the schema of a date", { detail: z.object({ at: z.date() }) }, OBJECT],
    ["a context that is no schema", { context: {} }, SCHEMA.replace("detail", "context")],
    ["the schema of a string for its context", { context: z.string() }, OBJECT.replace("detail", "context")],
    ["a schema that answers later", { detail: standard({ validate: async () => ({ value: {} }) }) }, LATER],
    ["a schema that rejects later", { detail: standard({ validate: () => Promise.reject(new Error("x")) }) }, LATER],
  ])("may not have %s", (_what, change, rule) => {
    const base = { status: 409, message: "The order is closed." };
    const definition = typeof change === "object" && change !== null ? { ...base, ...change } : change;
    const refused = () => row("acme_closed", definition);
    expect(refused).toThrow(TypeError);
    expect(refused).toThrow(`code "acme_closed": ${rule}`);
  });

  test.each<[what: string, detail: unknown]>([
    ["cannot describe itself", standard({})],
    ["describes no type", standard({ jsonSchema: { input: () => ({}) } })],
    ["describes an object", standard({ jsonSchema: { input: () => ({ type: "object" }) } })],
    ["throws for a missing detail", standard({ validate: () => Number.NaN.toFixed(101) })],
  ])("may have a schema that %s", (_what, detail) => expect(made({ status: 409, detail })?.detail).toBe(detail));

  test("of a built-in code has only a message", () => {
    expect(() => row("acme_conflict", { message: "Closed.", status: 409, retry: "never" })).toThrow(
      'code "acme_conflict": it is built in, and only its message can be changed; remove status, retry',
    );
  });
});
