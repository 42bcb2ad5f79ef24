import type { ErrorObject, HandledError } from "@uhp-errors/core";
import { describe, expect, test } from "vitest";
import { completedFailure, errorData, isWritten, protocolFailure } from "./protocol-error.ts";
import { toolError } from "./tool-error.ts";

type Retry = Partial<HandledError["retry"]>;

function handled(error: Partial<ErrorObject> = {}, retry: Retry = {}, status = 500): HandledError {
  return {
    error: { type: "server_error", code: "acme_cold", message: "It is cold.", param: null, detail: null, ...error },
    retry: { rule: "never", automatic: false, waitMs: undefined, ...retry },
    status,
  } as HandledError;
}

describe("a tool that failed", () => {
  const NEVER = "Do not repeat this call: it will fail the same way.";
  test.each<readonly [what: string, error: Partial<ErrorObject>, retry: Retry, advice: string]>([
    ["never", {}, {}, NEVER],
    ["never with the argument", { param: "a.b" }, {}, "Do not call it again with the same a.b."],
    ["never within a time", {}, { waitMs: 1_001 }, "Do not call it again within 2 s."],
    ["only if the user says so", {}, { rule: "client_judgement" }, "Ask the user before you call it again."],
    ["at once", {}, { rule: "backoff" as never, automatic: true }, "Call it again."],
    ["after a time", {}, { rule: "backoff" as never, automatic: true, waitMs: 7_000 }, "Call it again after 7 s."],
    ["with care", {}, { rule: "backoff" as never }, "Call it again, but only if a second call does no harm."],
    [
      "with care after a time",
      {},
      { rule: "backoff" as never, waitMs: 1 },
      "Call it again after 1 s, but only if a second call does no harm.",
    ],
    [
      "after the task",
      {},
      { rule: "session_terminal", automatic: true },
      "Wait until the running task has ended, then call it again.",
    ],
    [
      "with other arguments",
      {
        param: "a",
        detail: { issues: [{ param: "a", message: "Too short." }, { message: "x" }, { param: "b.0", message: "No." }] },
      },
      {},
      "Correct these arguments before you call it again:\n- a: Too short.\n- b.0: No.",
    ],
    ["never, without known issues", { detail: { issues: [{ message: "x" }] } }, {}, NEVER],
    ["never, with issues that are no list", { detail: { issues: "a" } }, {}, NEVER],
  ])("may be called again %s", (_what, error, retry, advice) => {
    expect(toolError(handled(error, retry), false).content).toEqual([{ type: "text", text: `It is cold. ${advice}` }]);
  });

  test("says its error to programs, beside what the tool declares", () => {
    const failed = handled();
    const data = { error: failed.error, retry: failed.retry };
    const { content: _text, ...plain } = toolError(failed, false);
    expect(plain).toEqual({ isError: true, structuredContent: data });
    const { content: _same, ...declared } = toolError(failed, true);
    expect(declared).toEqual({ isError: true, _meta: { "uhp-errors/error": data } });
  });
});

/** An error of the SDK. */
const ofSdk = (code: number, data?: unknown) => Object.assign(new Error("x"), { name: "McpError", code, data });
const five = { type: "server_error", code: "acme_cold", message: "It is cold.", param: null, detail: null };
const retry = { rule: "never", automatic: false, waitMs: undefined };
const all = { ...five, retry };

/** An object that does not tell its names. */
const unlisted = (target: object) => new Proxy(target, { ownKeys: () => expect.fail() });

describe("a request that failed", () => {
  const read = { params: { uri: "acme://r" } };

  test.each<
    readonly [what: string, thrown: unknown, error: Partial<ErrorObject>, status: number, method: string, code: number]
  >([
    ["an unknown error", new Error("x"), {}, 500, "prompts/get", -32_603],
    ["a wrong input", new Error("x"), { code: "invalid_input" }, 400, "prompts/get", -32_602],
    ["an unknown method", ofSdk(-32_601), {}, 500, "prompts/get", -32_601],
    ["a wrong parameter", ofSdk(-32_602), {}, 500, "prompts/get", -32_602],
    ["a missing resource", ofSdk(-32_002), {}, 500, "prompts/get", -32_002],
    ["a resource that is not found", new Error("x"), {}, 404, "resources/read", -32_002],
    ["a resource that fails", new Error("x"), {}, 500, "resources/read", -32_603],
    ["a prompt that is not found", new Error("x"), {}, 404, "prompts/get", -32_603],
    ["a missing capability", ofSdk(-32_021), {}, 500, "prompts/get", -32_021],
    ["a version that is not served", ofSdk(-32_022), {}, 500, "prompts/get", -32_022],
    ["a code of no meaning here", ofSdk(-32_000), {}, 500, "prompts/get", -32_603],
    ["a code of another error", Object.assign(new Error("x"), { code: -32_601 }), {}, 500, "prompts/get", -32_603],
  ])("keeps a code that says something: %s", (_what, thrown, error, status, method, code) => {
    const failure = protocolFailure(thrown, handled(error, {}, status), method, read);
    expect([failure.code, failure.message]).toEqual([code, "It is cold."]);
    expect(isWritten(failure.data)).toBe(true);
  });

  test.each<readonly [what: string, thrown: unknown, request: unknown, data: object]>([
    ["another error", new Error("x"), read, all],
    ["a missing resource by its address", ofSdk(-32_002, { uri: "acme://other" }), read, { uri: "acme://r" }],
    ["a missing resource with more", ofSdk(-32_002, { uri: "acme://r", a: 1 }), read, all],
    ["a missing resource of no address", ofSdk(-32_002, {}), read, all],
    ["a missing resource whose address is no text", ofSdk(-32_002, { uri: 7 }), read, all],
    ["a missing resource whose data cannot be listed", ofSdk(-32_002, unlisted({ uri: "acme://r" })), read, all],
    ["a wrong parameter with an address", ofSdk(-32_602, { uri: "acme://r" }), read, all],
    ["a missing resource of a request without one", ofSdk(-32_002, { uri: "acme://r" }), {}, all],
    ["no capabilities", ofSdk(-32_021), read, { requiredCapabilities: {}, ...all }],
    [
      "capabilities that cannot be listed",
      ofSdk(-32_021, { requiredCapabilities: unlisted({ roots: true }) }),
      read,
      { requiredCapabilities: {}, ...all },
    ],
    [
      "capabilities",
      ofSdk(-32_021, { requiredCapabilities: { roots: { a: true, b: "no", "not a name": true }, "x/y.z-1": false } }),
      read,
      { requiredCapabilities: { roots: { a: true, b: {} }, "x/y.z-1": false }, ...all },
    ],
    [
      "deep capabilities",
      ofSdk(-32_021, { requiredCapabilities: { a: { b: { c: { d: true } } } } }),
      read,
      { requiredCapabilities: { a: { b: { c: {} } } }, ...all },
    ],
    [
      "versions",
      ofSdk(-32_022, {
        supported: ["2025-06-18", "x2025-06-18", "2025-06-1x", "2025-06-189", ["2025-06-18"], 7],
        requested: "2024-01-01",
      }),
      read,
      { supported: ["2025-06-18"], requested: "2024-01-01", ...all },
    ],
    [
      "a version that is none",
      ofSdk(-32_022, { supported: "2025-06-18", requested: "latest" }),
      read,
      { supported: [], ...all },
    ],
    ["versions of another code", ofSdk(-32_601, { supported: ["2025-06-18"] }), read, all],
  ])("has the five fields and the facts of its code: %s", (_what, thrown, request, data) => {
    expect(protocolFailure(thrown, handled(), "resources/list", request).data).toEqual(data);
  });

  test("has the five fields if the service says that a resource is missing, and not the SDK", () => {
    const thrown = Object.assign(new Error("x"), { data: { uri: "acme://r" } });
    expect(protocolFailure(thrown, handled({}, {}, 404), "resources/read", read)).toMatchObject({
      code: -32_002,
      data: all,
    });
  });

  test("has at most fifty capabilities, with names of at most a hundred characters", () => {
    const sent = (requiredCapabilities: object) =>
      protocolFailure(ofSdk(-32_021, { requiredCapabilities }), handled(), "x", read).data;
    const names = Array.from({ length: 60 }, (_, at) => [`n${at}`, true]);
    const { requiredCapabilities } = sent(Object.fromEntries(names)) as { requiredCapabilities: object };
    expect(Object.keys(requiredCapabilities)).toHaveLength(50);
    const [longest, longer] = ["x".repeat(100), "x".repeat(101)];
    expect(sent({ [longest]: true, [longer]: true })).toEqual({ requiredCapabilities: { [longest]: true }, ...all });
  });

  test.each<readonly [given: unknown, code: number]>([
    [-32_601, -32_601],
    [-32_022, -32_022],
    [-32_000, -32_603],
    ["-32601", -32_603],
    [undefined, -32_603],
  ])("is completed with its code if that says something: %j", (given, code) => {
    expect(completedFailure(given, undefined, handled()).code).toBe(code);
  });

  test("is completed with the facts of its code", () => {
    expect(completedFailure(-32_022, { supported: ["2025-06-18"] }, handled()).data).toEqual({
      supported: ["2025-06-18"],
      ...all,
    });
    expect(errorData(handled())).toEqual(all);
  });
});

test.each([undefined, null, {}, "x"])("data that the contract did not write are not its own: %j", (data) => {
  expect(isWritten(data)).toBe(false);
});
