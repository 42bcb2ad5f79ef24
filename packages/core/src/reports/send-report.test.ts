import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { defineCatalog } from "../catalog/catalog.ts";
import { createContract } from "../contract/create-contract.ts";
import type { ErrorReport, OnError } from "./report.ts";
import { combine } from "./send-report.ts";

const acme = defineCatalog({ vendor: "acme" });
const context = () => ({ method: "GET", path: "/", header: () => undefined });

/** What was printed, a list of arguments a call. */
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

/** Answers one error with a combined hook in place. */
function answer(...hooks: readonly OnError[]) {
  const returned: unknown[] = [];
  const combined = combine(...hooks);
  const onError = (report: ErrorReport) => {
    returned.push(combined(report));
    return returned[0];
  };
  const response = createContract(acme, { onError }).respond(acme.error("session_expired"), context());
  expect(response?.status).toBe(404);
  return returned[0];
}

describe("combine", () => {
  const failures: Readonly<Record<string, OnError>> = {
    "throws an error": () => {
      throw new Error("hook");
    },
    "throws undefined": () => {
      throw undefined;
    },
    rejects: () => Promise.reject(new Error("hook")),
    "returns what throws when it is awaited": () => ({
      // biome-ignore lint/suspicious/noThenProperty: what a hook returns may be anything.
      get then() {
        throw new Error("hook");
      },
    }),
  };
  test.each(Object.entries(failures))("calls all hooks when one %s, and prints that", async (_, failing) => {
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

  test("may be combined again, and of nothing", () => {
    const seen: (string | null)[] = [];
    answer(combine(combine(({ code }) => seen.push(code))), combine());
    expect(seen).toEqual(["session_expired"]);
  });

  test("refuses what is no function, at start-up", () => {
    expect(() => combine(() => {}, "log" as unknown as OnError)).toThrow(
      new TypeError("combine: expected functions, got string as number 2"),
    );
  });
});
