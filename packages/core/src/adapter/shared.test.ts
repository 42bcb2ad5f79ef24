import { expect, test, vi } from "vitest";
import { shared, sharedSymbol } from "./shared.ts";

/** A name that nobody has used yet: what is shared stays until the process ends. */
const newName = () => `test/${crypto.randomUUID()}`;

test("copies of the package share what the first one made", async () => {
  const name = newName();
  const first = shared(name, () => ({ made: "by the first" }));
  vi.resetModules();
  const copy = await import("./shared.ts");
  expect(copy.shared).not.toBe(shared);
  expect(copy.shared(name, () => ({ made: "by the copy" }))).toBe(first);
  expect(copy.sharedSymbol(name)).toBe(sharedSymbol(name));
  expect(copy.shared(newName(), () => ({}))).not.toBe(first);
});

test("what is shared is not enumerable and cannot be removed", () => {
  const name = newName();
  const value = shared(name, () => ({}));
  expect(Object.getOwnPropertyDescriptor(globalThis, sharedSymbol(name))).toEqual({
    value,
    configurable: false,
    enumerable: false,
    writable: false,
  });
});
