import { describe, expect, test } from "vitest";
import { noteRelayed, relayedIn } from "./relayed.ts";

const KEY = Symbol.for("@uhp-errors/core/relayed");
const UPSTREAM = { code: "rate_limited", status: 429, requestId: "r-1" };

describe("the facts about another service's error", () => {
  test.each([
    { upstream: UPSTREAM, retry: "never" as const },
    { upstream: UPSTREAM, retry: undefined },
    { upstream: undefined, retry: "never" as const },
    { upstream: undefined, retry: undefined },
  ])("are read as they were noted: %j", (relayed) => {
    const error = new Error("x");
    noteRelayed(error, relayed);
    expect(relayedIn(error)).toEqual(relayed);
  });

  test("are not enumerable and cannot be changed", () => {
    const error = new Error("x");
    noteRelayed(error, { upstream: UPSTREAM, retry: "never" });
    expect(Object.getOwnPropertyDescriptor(error, KEY)).toMatchObject({
      enumerable: false,
      writable: false,
      configurable: false,
    });
    expect(Object.isFrozen(Reflect.get(error, KEY))).toBe(true);
    expect(relayedIn({ ...error })).toBe(undefined);
  });

  test("are none if nothing was noted", () => {
    expect([relayedIn(new Error("x")), relayedIn(undefined), relayedIn("x")]).toEqual(Array(3).fill(undefined));
  });

  test("are read again as strictly as any other value", () => {
    const error = Object.assign(new Error("x"), {
      [KEY]: { upstream: { code: "a b", status: 99, requestId: 7 }, retry: "always" },
    });
    expect(relayedIn(error)).toEqual({
      upstream: { code: null, status: null, requestId: undefined },
      retry: undefined,
    });
  });
});
