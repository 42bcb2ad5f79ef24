import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { defineCatalog } from "../catalog/catalog.ts";
import { createContract } from "../contract/create-contract.ts";
import type { ErrorReport, OnError } from "./report.ts";
import { combineHooks } from "./send-report.ts";

const acme = defineCatalog({ vendor: "acme" });
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

  test("refuses anything but functions at start-up", () => {
    expect(() => combineHooks(() => {}, "log" as unknown as OnError)).toThrow(
      new TypeError("combineHooks: expected functions, got string as number 2"),
    );
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
