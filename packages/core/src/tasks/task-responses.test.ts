import { describe, expect, test } from "vitest";
import { reporting } from "../../../../test/support/reporting.ts";
import { defineCatalog } from "../catalog/catalog.ts";
import type { RequestContext } from "../http/request-context.ts";

const acme = defineCatalog({
  vendor: "acme",
  codes: { acme_agent_crashed: { task: true, message: "The agent crashed." } },
});
const untyped = acme.taskError as unknown as (code: unknown, init?: unknown) => Error;
const context = (): RequestContext => ({ method: "POST", path: "/v1/responses", header: () => undefined });
const response = { id: "resp_1", status: "in_progress", error: null, output: ["a"] };

function contractWith(options = {}) {
  return reporting(acme, options);
}

describe("failed", () => {
  test("keeps the response's fields and does not change the response", () => {
    const { contract, reports } = contractWith();
    const given = Object.freeze({ ...response });
    const error = acme.taskError("provider_error", {
      message: "The model refused.",
      cause: "E42",
      detail: { step: 3 },
    });
    expect(contract.task.failed(given, error, context())).toEqual({
      id: "resp_1",
      status: "failed",
      output: ["a"],
      error: {
        type: "harness_error",
        code: "provider_error",
        message: "The model refused.",
        param: null,
        detail: { step: 3 },
      },
    });
    expect(given).toEqual(response);
    expect(reports).toMatchObject([{ outcome: "answered", level: "info", status: 200, code: "provider_error" }]);
    expect(reports[0]?.thrown).toBe(error);
  });

  test.each<[what: string, thrown: unknown, level: string, misuse: RegExp | undefined]>([
    ["an unknown error", new Error("pg://svc:hunter2@db-1"), "error", undefined],
    ["nothing", undefined, "error", undefined],
    [
      "a recognized error",
      Object.assign(new TypeError("fetch failed"), { cause: { code: "UND_ERR" } }),
      "error",
      undefined,
    ],
    ["a code that answers requests", acme.error("session_busy"), "error", /"session_busy" answers a request/],
    ["a code that was made wrongly", untyped("session_busy"), "error", /"session_busy" answers a request/],
    ["the code of a cancelled response", acme.taskError("cancelled"), "error", /use contract.task.cancelled/],
  ])("by %s is harness_error, with the id that leads to the cause", (_what, thrown, level, misuse) => {
    const { contract, reports } = contractWith();
    const { error } = contract.task.failed(response, thrown, context());
    expect(error).toEqual({
      type: "harness_error",
      code: "harness_error",
      message: "The harness ran and could not complete the task.",
      param: null,
      detail: { correlation_id: reports[0]?.correlationId },
    });
    expect(reports).toMatchObject([{ level, thrown }]);
    if (misuse === undefined) expect(reports[0]?.misuse).toBeUndefined();
    else expect(reports[0]?.misuse).toMatch(misuse);
  });

  test("removes what is private", () => {
    const { contract } = contractWith();
    const thrown = acme.taskError("harness_error", { message: "The build in /srv/agents/7/run.ts failed." });
    expect(contract.task.failed(response, thrown, context()).error.message).not.toContain("/srv");
  });

  test("has the response's fields as JSON would have them", () => {
    class Stored {
      readonly apiKey = "hunter2";
      toJSON() {
        return { id: "resp_1", status: "in_progress", output: ["a"] };
      }
    }
    const own = { secret: "hunter2", toJSON: () => ({ id: "resp_1", status: "in_progress", output: ["a"] }) };
    for (const given of [new Stored(), own]) {
      const { contract } = contractWith();
      const sent = JSON.parse(JSON.stringify(contract.task.failed(given, acme.taskError("timeout"), context())));
      expect(sent).toEqual({ id: "resp_1", status: "failed", output: ["a"], error: expect.anything() });
      expect(sent.error.code).toBe("timeout");
    }
  });

  test.each<readonly [what: string, toJSON: (key: unknown) => unknown, fields: object]>([
    ["an object by the name that JSON gives to a whole value", (key) => ({ key }), { key: "" }],
    ["a text", () => "text", {}],
    ["null", () => null, {}],
  ])("has the fields of what toJSON returns: %s", (_what, toJSON, fields) => {
    const { contract } = contractWith();
    const failed = contract.task.failed({ id: "resp_1", toJSON }, acme.taskError("timeout"), context());
    expect(failed).toEqual({ ...fields, status: "failed", error: expect.objectContaining({ code: "timeout" }) });
  });

  test("leaves out a field that is not JSON, and keeps the others", () => {
    const circle: Record<string, unknown> = { id: "resp_1", tokens: 7n, call: () => 1, text: "a" };
    circle["self"] = circle;
    Object.defineProperty(circle, "broken", { enumerable: true, get: () => expect.fail() });
    const { contract } = contractWith();
    const failed = contract.task.failed(circle, acme.taskError("timeout"), context());
    expect(JSON.parse(JSON.stringify(failed))).toEqual({
      id: "resp_1",
      text: "a",
      status: "failed",
      error: expect.anything(),
    });
    const hostile = JSON.parse('{"__proto__":{"status":"completed"},"id":"resp_2"}');
    expect(JSON.stringify(contract.task.cancelled(hostile, context()))).toMatch(
      /^\{"__proto__":\{"status":"completed"\},"id":"resp_2","status":"cancelled"/,
    );
  });

  test("never throws, whatever the response, the facts and the hook do", () => {
    const hostile = new Proxy({}, { ownKeys: () => expect.fail() as never });
    const { contract } = contractWith({
      onError: () => {
        throw new Error("x");
      },
    });
    expect(contract.task.failed(hostile, acme.taskError("timeout"), context())).toMatchObject({
      status: "failed",
      error: { code: "timeout" },
    });
    expect(contract.task.failed(response, acme.taskError("timeout"), null as never)).toMatchObject({
      status: "failed",
      error: { type: "harness_error" },
    });
    expect(contract.task.cancelled(hostile, null as never)).toMatchObject({ error: { code: "cancelled" } });
  });
});

describe("cancelled", () => {
  test("has the error, and reports nothing", () => {
    const { contract, reports } = contractWith();
    expect(contract.task.cancelled(response, context())).toEqual({
      id: "resp_1",
      status: "cancelled",
      output: ["a"],
      error: {
        type: "harness_error",
        code: "cancelled",
        message: "The client cancelled the task.",
        param: null,
        detail: null,
      },
    });
    expect(reports).toEqual([]);
  });

  test("may have no error", () => {
    const { contract } = contractWith({ compat: { nullCancelledError: true } });
    expect(contract.task.cancelled(response, context())).toEqual({ ...response, status: "cancelled", error: null });
    expect(() => contractWith({ compat: { nullCancelledError: "yes" } })).toThrow(
      /^compat: nullCancelledError: expected a boolean/,
    );
  });
});
