import { describe, expect, expectTypeOf, test, vi } from "vitest";
import { CODES } from "../codes/index.ts";
import { ensureFound, ensureMemoryAccess, type MemoryAccess, type NotFoundCode } from "./scope.ts";

function thrownBy(act: () => unknown): unknown {
  try {
    return act();
  } catch (thrown) {
    return thrown;
  }
}

const NOT_FOUND = Object.entries(CODES)
  .filter(([code, { status }]) => status === 404 && code.endsWith("_not_found"))
  .map(([code]) => code as NotFoundCode);

describe("found", () => {
  test("returns what was found, without null and undefined in its type", () => {
    const harness = ensureFound({ id: "h" } as { id: string } | null | undefined, "harness_not_found");
    expectTypeOf(harness).toEqualTypeOf<{ id: string }>();
    expect(harness).toEqual({ id: "h" });
    expect([
      ensureFound(0, "file_not_found"),
      ensureFound("", "file_not_found"),
      ensureFound(false, "file_not_found"),
    ]).toEqual([0, "", false]);
  });

  test.each(NOT_FOUND)("%s is the same error for a missing object and for one out of scope", (code) => {
    const init = { param: "id", cause: "tests" };
    const errors = [null, undefined].map((value) => thrownBy(() => ensureFound(value, code, init)));
    errors.push(thrownBy(() => ensureFound({}, code, { ...init, inScope: () => false })));
    for (const error of errors) {
      expect(error).toMatchObject({ code, status: 404, param: "id", detail: null, cause: "tests", misuse: undefined });
      expect(error).toEqual(errors[0]);
    }
  });

  test("checks the scope only of what exists, and accepts nothing but true", () => {
    const owned = { owner: 1 };
    expect(ensureFound(owned, "session_not_found", { inScope: ({ owner }) => owner === 1 })).toBe(owned);
    const missing = { code: "session_not_found" };
    const inScope = ((value: object) => Promise.resolve(value)) as unknown as () => boolean;
    expect(thrownBy(() => ensureFound(owned, "session_not_found", { inScope }))).toMatchObject(missing);
    const never = vi.fn(() => true);
    expect(thrownBy(() => ensureFound(null, "session_not_found", { inScope: never }))).toMatchObject(missing);
    expect(never).not.toHaveBeenCalled();
  });

  test("treats a check that fails as a refusal, and reports the failure", () => {
    const broken = new Error("no such column");
    const throwing = () => {
      throw broken;
    };
    const rejected = Promise.reject(broken);
    const handled = vi.spyOn(rejected, "then");
    const rejecting = (() => rejected) as unknown as () => boolean;
    expect(thrownBy(() => ensureFound({}, "file_not_found", { inScope: throwing }))).toMatchObject({
      code: "file_not_found",
      cause: broken,
    });
    expect(thrownBy(() => ensureFound({}, "file_not_found", { inScope: rejecting }))).toMatchObject({
      code: "file_not_found",
    });
    // An unhandled rejection would end the process.
    expect(handled).toHaveBeenCalledWith(undefined, expect.any(Function));
  });

  test("accepts only the contract's codes for a missing object", () => {
    const odd = [7, ["session_not_found"]];
    for (const code of [
      "session_expired",
      "memories_not_attached",
      "harness_mismatch",
      "acme_route_not_found",
      ...odd,
    ]) {
      expect(
        thrownBy(() => ensureFound({}, code as NotFoundCode)),
        String(code),
      ).toEqual(new TypeError("ensureFound: expected one of the contract's codes that end in _not_found"));
    }
    // @ts-expect-error a 404, but for an object that exists
    expect(() => ensureFound({}, "session_expired")).toThrow(TypeError);
    // @ts-expect-error `inScope` must not be asynchronous
    thrownBy(() => ensureFound({}, "file_not_found", { inScope: async () => true }));
    // @ts-expect-error a message could distinguish absent from out of scope
    thrownBy(() => ensureFound({}, "file_not_found", { message: "Not yours." }));
  });
});

describe("memoryAccess", () => {
  const cases: readonly [MemoryAccess, string | undefined][] = [false, true].flatMap((exists) =>
    [false, true].flatMap((visible) =>
      [false, true].map((allowed): [MemoryAccess, string | undefined] => [
        { exists, visible, allowed },
        exists && visible ? (allowed ? undefined : "memory_forbidden") : "memory_not_found",
      ]),
    ),
  );
  test.each(cases)("%j: %s", (access, code) => {
    const thrown = thrownBy(() => ensureMemoryAccess(access, { param: "memory_id" }));
    if (code === undefined) expect(thrown).toBeUndefined();
    else expect(thrown).toMatchObject({ code, param: "memory_id" });
  });

  test("accepts nothing but true", () => {
    const yes = 1 as unknown as boolean;
    expect(thrownBy(() => ensureMemoryAccess({ exists: yes, visible: yes, allowed: yes }))).toMatchObject({
      code: "memory_not_found",
    });
  });
});
