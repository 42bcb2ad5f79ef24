import { expect, test, vi } from "vitest";
import { shared, sharedSymbol } from "./shared.ts";

test("copies of the package share what the first one made", async () => {
  const first = shared("test/common", () => ({ made: "by the first" }));
  vi.resetModules();
  const copy = await import("./shared.ts");
  expect(copy.shared).not.toBe(shared);
  expect(copy.shared("test/common", () => ({ made: "by the copy" }))).toBe(first);
  expect(copy.sharedSymbol("test/common")).toBe(sharedSymbol("test/common"));
  expect(copy.shared("test/other", () => ({}))).not.toBe(first);
});

test("what is shared is not enumerable and cannot be removed", () => {
  shared("test/stays", () => ({}));
  expect(Object.getOwnPropertyDescriptor(globalThis, sharedSymbol("test/stays"))).toMatchObject({
    configurable: false,
    enumerable: false,
    writable: false,
  });
});
