import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { acme, reportOf } from "../../../../test/support/report-of.ts";
import { createContract } from "../contract/create-contract.ts";
import type { ErrorReport, OnError } from "./report.ts";
import { combineHooks } from "./send-report.ts";

const context = () => ({ method: "GET", path: "/", header: () => undefined });

/** The printed arguments, one list for each call. */
const printed: unknown[][] = [];

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation((...told) => {
    printed.push(told);
  });
});

afterEach(() => {
  printed.length = 0;
  vi.unstubAllGlobals();
  vi.resetModules();
  vi.restoreAllMocks();
});

/** Responds to one error with a combined hook installed. */
function answer(...hooks: readonly OnError[]) {
  const returned: unknown[] = [];
  const combined = combineHooks(...hooks);
  const onError = (report: ErrorReport) => {
    returned.push(combined(report));
    return returned[0];
  };
  const response = createContract(acme, { onError }).respond(acme.error("session_expired"), context());
  expect(response?.status).toBe(404);
  return returned[0];
}

describe("combineHooks", () => {
  const failures: Readonly<Record<string, OnError>> = {
    "throws an error": () => {
      throw new Error("hook");
    },
    "throws undefined": () => {
      throw undefined;
    },
    rejects: () => Promise.reject(new Error("hook")),
    "returns what throws when it is awaited": () => ({
      // biome-ignore lint/suspicious/noThenProperty: a hook may return anything.
      get then() {
        throw new Error("hook");
      },
    }),
  };
  test.each(Object.entries(failures))("calls all hooks when one %s, and prints the failure", async (_, failing) => {
    const seen: string[] = [];
    const note = (name: string) => (report: ErrorReport) => seen.push(`${name} ${report.code}`);
    await answer(note("first"), failing, note("last"));
    expect(seen).toEqual(["first session_expired", "last session_expired"]);
    expect(printed.map(([told]) => told)).toEqual(["onError failed:"]);
  });

  test("returns nothing when no hook is asynchronous", () => {
    expect(
      answer(
        () => 1,
        () => undefined,
      ),
    ).toBeUndefined();
  });

  test("returns a promise that waits for the slowest hook", async () => {
    let isDone = false;
    let finish = () => {};
    const slow = () =>
      new Promise<void>((resolve) => {
        finish = () => {
          isDone = true;
          resolve();
        };
      });
    const returned = answer(() => Promise.resolve(), slow);
    expect(returned).toBeInstanceOf(Promise);
    finish();
    await returned;
    expect(isDone).toBe(true);
  });

  test("accepts combined hooks, and none at all", () => {
    const seen: (string | null)[] = [];
    answer(combineHooks(combineHooks(({ code }) => seen.push(code))), combineHooks());
    expect(seen).toEqual(["session_expired"]);
  });

  test.each<readonly [what: string, hooks: readonly unknown[], got: string]>([
    ["the first", ["log"], "string as number 1"],
    ["the second", [() => {}, "log"], "string as number 2"],
    ["nothing", [() => {}, () => {}, undefined], "undefined as number 3"],
  ])("refuses anything but functions at start-up: %s", (_what, hooks, got) => {
    expect(() => combineHooks(...(hooks as readonly OnError[]))).toThrow(
      new TypeError(`combineHooks: expected functions, got ${got}`),
    );
  });

  test.each<readonly [what: string, failure: unknown, text: string]>([
    [
      "its stack",
      Object.assign(new Error("hook"), { stack: "Error: hook\n    at load (/srv/a.ts:1:2)" }),
      "Error: hook\n    at load (/srv/a.ts:1:2)",
    ],
    ["its text without a stack", { name: "Hook", message: "no", code: "E_NO" }, "Hook [E_NO]: no"],
    ["its type if it is no object", undefined, "undefined"],
  ])("prints of a failure %s", (_what, failure, text) => {
    answer(() => {
      throw failure;
    });
    expect(printed).toEqual([["onError failed:", text]]);
  });
});

test("a console that was replaced by one that rejects does not end the process", async () => {
  const returned: ReturnType<typeof vi.spyOn>[] = [];
  vi.spyOn(console, "error").mockImplementation(() => {
    const promise = Promise.reject(new Error("console"));
    returned.push(vi.spyOn(promise, "then"));
    return promise as never;
  });
  createContract(acme).respond(new Error("unknown"), context());
  for (let turn = 0; turn < 3; turn += 1) await Promise.resolve();
  // The report, the failure to print it, and the report once more.
  expect(returned).toHaveLength(3);
  for (const then of returned) expect(then).toHaveBeenCalled();
});

describe("the channel of reports", () => {
  /** Loads the functions in a runtime with this `process`. */
  async function inRuntime(process: unknown): Promise<typeof import("./send-report.ts")> {
    vi.stubGlobal("process", process);
    vi.resetModules();
    const copy: typeof import("./send-report.ts") = await import("./send-report.ts");
    vi.unstubAllGlobals();
    return copy;
  }

  /** A `process` whose channels have subscribers or none, and what was published. */
  function withChannel(hasSubscribers: boolean) {
    const published: (readonly [channel: string, report: unknown])[] = [];
    const channel = (name: string) => ({
      hasSubscribers,
      publish: (report: unknown) => void published.push([name, report]),
    });
    const getBuiltinModule = (name: string) => (name === "node:diagnostics_channel" ? { channel } : undefined);
    return { process: { getBuiltinModule }, published };
  }

  test.each<readonly [what: string, hasSubscribers: boolean, channels: readonly string[]]>([
    ["gets each report while it has subscribers", true, ["uhp-errors:report"]],
    ["gets none without subscribers", false, []],
  ])("%s", async (_what, hasSubscribers, channels) => {
    const { process, published } = withChannel(hasSubscribers);
    const { sendReport } = await inRuntime(process);
    const told: ErrorReport[] = [];
    const one = reportOf(acme.error("session_expired"));
    sendReport((given) => told.push(given), one);
    expect(published).toEqual(channels.map((name) => [name, one]));
    expect(told).toEqual([one]);
    expect(printed).toEqual([]);
  });

  const throwing = () => {
    throw new Error("no");
  };
  test.each<readonly [what: string, process: unknown]>([
    ["a process", undefined],
    ["modules", {}],
    ["the module", { getBuiltinModule: () => undefined }],
    ["channels", { getBuiltinModule: () => ({}) }],
    ["a module that loads", { getBuiltinModule: throwing }],
  ])("is not needed: a runtime without %s tells the hook alone", async (_what, process) => {
    const { sendReport } = await inRuntime(process);
    const told: ErrorReport[] = [];
    const one = reportOf(acme.error("session_expired"));
    sendReport((given) => told.push(given), one);
    expect(told).toEqual([one]);
    expect(printed).toEqual([]);
  });

  test("may fail: the failure is printed, and the hook is told", async () => {
    const getBuiltinModule = () => ({ channel: () => ({ hasSubscribers: true, publish: throwing }) });
    const { sendReport } = await inRuntime({ getBuiltinModule });
    const told: ErrorReport[] = [];
    sendReport((given) => told.push(given), reportOf(acme.error("session_expired")));
    expect(told).toHaveLength(1);
    expect(printed.map(([first]) => first)).toEqual(["onError failed:"]);
  });

  test.each<readonly [level: ErrorReport["level"], byDefault: boolean, hasSubscribers: boolean, isRead: boolean]>([
    ["error", true, false, true],
    ["info", true, false, false],
    ["debug", true, false, false],
    ["info", true, true, true],
    ["info", false, false, true],
    ["debug", false, true, true],
  ])(
    "a report of level %s, with the default hook: %s, with subscribers: %s, is read: %s",
    async (level, byDefault, hasSubscribers, expected) => {
      const { isRead } = await inRuntime(withChannel(hasSubscribers).process);
      const { printServerErrors }: typeof import("./print-reports.ts") = await import("./print-reports.ts");
      expect(isRead(byDefault ? printServerErrors : () => {}, level)).toBe(expected);
    },
  );
});
