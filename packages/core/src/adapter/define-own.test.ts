import { expect, test } from "vitest";
import { defineOwn } from "./define-own.ts";

test("a value takes the place of an inherited one, and can be replaced and removed", () => {
  const target = Object.create({ code: "inherited" });
  defineOwn(target, "code", "own");
  expect(Object.getOwnPropertyDescriptor(target, "code")).toEqual({
    value: "own",
    configurable: true,
    enumerable: false,
    writable: true,
  });
});

test("an object that cannot be extended is refused", () => {
  expect(() => defineOwn(Object.freeze({}), "code", 1)).toThrow(TypeError);
});

test("a polluted prototype does not matter", () => {
  const target = {};
  Object.defineProperty(Object.prototype, "get", { configurable: true, value: () => "polluted" });
  try {
    defineOwn(target, "code", 1);
  } finally {
    Reflect.deleteProperty(Object.prototype, "get");
  }
  expect(Reflect.get(target, "code")).toBe(1);
});
