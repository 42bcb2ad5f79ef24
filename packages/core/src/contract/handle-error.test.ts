import { describe, expect, test } from "vitest";
import { z } from "zod";
import { reporting } from "../../../../test/support/reporting.ts";
import { defineCatalog } from "../catalog/catalog.ts";
import type { Call } from "../pipeline/call.ts";
import type { ContractOptions } from "../pipeline/contract-options.ts";
import type { Contract } from "./contract.ts";

const SECRET = "postgres://admin:hunter2@db.internal:5432/x";

const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_sold_out: { status: 409, message: "It is sold out.", detail: z.object({ left: z.number() }) },
    acme_job_stuck: { task: true, message: "The job is stuck." },
    acme_down: { status: 503, message: "It is down." },
  },
});

const fail = (): never => {
  throw new Error(SECRET);
};

const CALL: Call = { transport: "queue", name: "place-order" };

function handling(options: ContractOptions = {}) {
  const { contract, reports } = reporting(acme, { correlationId: () => "id", ...options });
  return { contract, reports, handle: (thrown: unknown, call: Call = CALL) => contract.handleError(thrown, call) };
}

/** The five fields that HTTP gets for the same thrown value. */
function overHttp(contract: Contract, thrown: unknown, version: string | undefined): unknown {
  const header = (name: string) => (name === "uhp-version" ? version : undefined);
  return JSON.parse(contract.respond(thrown, { method: "POST", path: "/", header })?.body ?? "").error;
}

const timeout = Object.assign(new TypeError("fetch failed"), {
  cause: Object.assign(new Error("Connect Timeout Error"), {
    name: "ConnectTimeoutError",
    code: "UND_ERR_CONNECT_TIMEOUT",
  }),
});

describe("the five fields are those of an HTTP response", () => {
  const thrown: Readonly<Record<string, () => unknown>> = {
    "an error of the catalog": () => acme.error("acme_sold_out", { param: "items.0", detail: { left: 0 } }),
    "an error with an own message": () =>
      acme.error("acme_sold_out", { message: `Not at ${SECRET}.`, detail: { left: 1 } }),
    "an unknown error": () => new Error(SECRET),
    "a string": () => SECRET,
    nothing: () => undefined,
    "a proxy that throws": () => new Proxy({}, { get: fail }),
    "an error of zod": () => z.object({ a: z.object({ b: z.number() }) }).safeParse({ a: { b: "x" } }).error,
    "a connection that timed out": () => timeout,
    "a code that is newer than the version": () => acme.error("environment_busy"),
  };
  for (const version of [undefined, "2026-10-04", "2026-09-12"]) {
    test.each(Object.entries(thrown))(`%s, for a receiver of ${version ?? "no version"}`, (_, make) => {
      const { contract, handle } = handling();
      const { error, status } = handle(make(), { ...CALL, version });
      expect(error).toEqual(overHttp(contract, make(), version));
      expect(status).toBeGreaterThanOrEqual(400);
      expect(JSON.stringify(error)).not.toContain("hunter2");
    });
  }

  test("a code of a task is sent as it is, because a call may be a task", () => {
    expect(handling().handle(acme.taskError("acme_job_stuck")).error).toMatchObject({
      code: "acme_job_stuck",
      type: "harness_error",
    });
    expect(handling().handle(acme.taskError("timeout")).error).toMatchObject({ code: "timeout" });
  });
});

describe("the report", () => {
  test("names the transport and the call, and is the one that the hook got", () => {
    const { handle, reports } = handling();
    const native = { job: 7 };
    const { report } = handle(new Error("boom"), { ...CALL, correlationId: "job-7", native });
    expect(reports).toEqual([report]);
    expect(report).toMatchObject({
      transport: "queue",
      method: "",
      path: "place-order",
      route: "place-order",
      level: "error",
      outcome: "answered",
      code: "acme_internal_error",
      status: 500,
    });
    expect(report.context.native).toBe(native);
  });

  test("is sent once for each call, and the fields are returned each time", () => {
    const { handle, reports } = handling();
    const thrown = new Error("boom");
    const call = { ...CALL };
    expect(handle(thrown, call).error).toEqual(handle(thrown, call).error);
    expect(reports).toHaveLength(1);
    handle(thrown, { ...CALL });
    handle(new Error("another"), call);
    expect(reports).toHaveLength(3);
  });

  test("is neither in JSON nor in a copy, because it may contain secrets", () => {
    const handled = handling().handle(new Error(SECRET));
    expect(JSON.stringify(handled)).not.toContain("hunter2");
    expect(Object.keys({ ...handled })).toEqual(["error", "retry", "status"]);
    expect(structuredClone(handled)).not.toHaveProperty("report");
  });

  test.each<[string, Partial<Call>, string]>([
    ["a caller that left", { signal: AbortSignal.abort() }, "aborted"],
    ["a recognizer that says so", {}, "aborted"],
    ["a recognizer that says so, and a caller that is there", { signal: new AbortController().signal }, "answered"],
  ])("says whether the caller left: %s", (_, call, outcome) => {
    const gone = new Error("gone");
    const recognize = [
      { name: "gone", recognize: (thrown: unknown) => (thrown === gone ? "aborted" : undefined) } as const,
    ];
    const { handle, reports } = handling({ recognize });
    const { error } = handle(gone, { ...CALL, ...call });
    expect(reports).toMatchObject([{ outcome, level: outcome === "aborted" ? "debug" : "error" }]);
    expect(error.code).toBe("acme_internal_error");
  });

  test("is sent by a contract that only reports too, and the fields are the same", () => {
    const { handle, reports } = handling({ reportOnly: true });
    expect(handle(acme.error("acme_down")).error.code).toBe("acme_down");
    expect(reports).toMatchObject([{ outcome: "answered", code: "acme_down" }]);
  });
});

describe("never throws", () => {
  const hostile: Readonly<Record<string, unknown>> = {
    "null as the call": null,
    "a string as the call": "queue",
    "fields of wrong types": { transport: 7, name: {}, version: 1, correlationId: [], signal: "x" },
    "a proxy that throws": new Proxy({}, { get: fail }),
    "a frozen call": Object.freeze({ transport: "queue" }),
    "a hook that throws": CALL,
  };
  test.each(Object.entries(hostile))("%s", (what, call) => {
    const { handle } = handling(what === "a hook that throws" ? { onError: fail } : {});
    const { error, report } = handle(new Error(SECRET), call as Call);
    expect(error).toMatchObject({ code: "acme_internal_error", type: "server_error" });
    expect(report.transport).toBe(/frozen|hook/.test(what) ? "queue" : "unknown");
  });
});
