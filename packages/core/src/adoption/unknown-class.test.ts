import { describe, expect, test } from "vitest";
import { classNameOf, readUnknownError, recognizeLine } from "./unknown-class.ts";

class AppError extends Error {
  readonly statusCode: unknown;
  readonly code: unknown;

  constructor(statusCode?: unknown, code?: unknown) {
    super("x");
    this.statusCode = statusCode;
    this.code = code;
  }
}

class MissingError extends AppError {}

/** A class of its own that does not extend `Error`. */
class Answer {
  readonly status = 404;
}

/** As an error of another realm: no class of it is this realm's `Error`. */
class Foreign {
  readonly status = 404;
  readonly [Symbol.toStringTag] = "Error";
}

class Typed extends TypeError {
  readonly status = 409;
}

function named(name: string): Error {
  const Class = class extends AppError {};
  Object.defineProperty(Class, "name", { value: name });
  Object.setPrototypeOf(Class.prototype, Error.prototype);
  return new Class(404);
}

const fail = (): never => {
  throw new Error("x");
};

describe("an error of a class that no recognizer knows", () => {
  test.each<[what: string, thrown: unknown, found: object | undefined]>([
    ["its status", new AppError(404), { className: "AppError", status: 404, code: undefined }],
    ["its code", new AppError(undefined, "NO_ORDER"), { className: "AppError", status: undefined, code: "NO_ORDER" }],
    ["its base class", new MissingError(404, "E_1"), { className: "AppError", status: 404, code: "E_1" }],
    ["a class below a built-in one", new Typed(), { className: "Typed", status: 409, code: undefined }],
    ["an inherited getter", Object.create(Typed.prototype, { status: { get: () => 410 } }), { status: 410 }],
    ["the lowest status", new AppError(100), { status: 100 }],
    ["the highest status", new AppError(599), { status: 599 }],
    ["a status below", new AppError(99), undefined],
    ["a status above", new AppError(600), undefined],
    ["the longest code", new AppError(404, "A".repeat(40)), { code: "A".repeat(40) }],
    ["a longer code", new AppError(404, "A".repeat(41)), { code: undefined }],
    ["a code that is a sentence", new AppError(404, "no such order"), { code: undefined }],
    ["a huge code", new AppError(404, "A".repeat(1e6)), { code: undefined }],
    ["no such field", new AppError(), undefined],
    ["a status that is none", new AppError("404"), undefined],
    ["a plain Error", Object.assign(new Error("x"), { status: 404 }), undefined],
    ["a platform's class", new DOMException("x", "AbortError"), undefined],
    ["an error of another realm", new Foreign(), { className: "Foreign", status: 404, code: undefined }],
    ["a status with a fraction", new AppError(404.5), undefined],
    ["a list with a code", new AppError(404, ["E_1"]), { code: undefined }],
    ["a class of what is no error", new Answer(), undefined],
    ["parsed JSON", { status: 404 }, undefined],
    ["no prototype", Object.create(null, { status: { value: 404 } }), undefined],
    ["a nameless class", named(""), undefined],
    [
      "getters that throw",
      Object.defineProperties(new AppError(), { status: { get: fail }, code: { get: fail } }),
      undefined,
    ],
    ["a proxy that throws", new Proxy(new AppError(404), { get: fail, getPrototypeOf: fail }), undefined],
    ["a text", "x", undefined],
    ["nothing", undefined, undefined],
  ])("is known by %s", (_what, thrown, found) => {
    if (found === undefined) expect(readUnknownError(thrown)).toBeUndefined();
    else expect(readUnknownError(thrown)).toMatchObject(found);
  });

  test("is known by the eighth class above it, if none nearer is the platform's", () => {
    let Class: new () => Error = AppError;
    for (const letter of "ABCDEFGHI") {
      Class = class extends Class {};
      Object.defineProperty(Class, "name", { value: letter });
    }
    expect(readUnknownError(Object.assign(new Class(), { status: 404 }))?.className).toBe("B");
  });

  test("is known by its class even if that is a global of the service", () => {
    const globals = globalThis as { ShopError?: unknown; AppError?: unknown };
    class ShopError extends AppError {}
    globals.ShopError = ShopError;
    globals.AppError = AppError;
    try {
      expect(readUnknownError(new ShopError(404))?.className).toBe("AppError");
    } finally {
      delete globals.ShopError;
      delete globals.AppError;
    }
  });

  test("has no more of its name read than is needed", () => {
    expect(readUnknownError(named("x".repeat(1e6)))?.className).toHaveLength(300);
    expect(classNameOf(named("x".repeat(1e6)))).toHaveLength(300);
  });
});

test.each<[name: string, thrown: unknown]>([
  ["MissingError", new MissingError()],
  ["Object", {}],
  ["object", Object.create(null)],
  ["null", null],
  ["string", "x"],
  ["undefined", undefined],
  ["object", new Proxy({}, { getPrototypeOf: fail })],
])("a thrown value is called %s", (name, thrown) => {
  expect(classNameOf(thrown)).toBe(name);
});

test.each<[className: string, codes: readonly string[], line: string]>([
  ["AppError", [], "recognizeClass(AppError)"],
  ["AppError", ["NO_ORDER", "no-seat"], 'recognizeClass(AppError, { byCode: { NO_ORDER: "…", "no-seat": "…" } })'],
  ["Überfehler", [], "recognizeClass(Überfehler)"],
  ["); evil(", [], "recognizeClass(TheClass)"],
  ["A\\nB", [], "recognizeClass(TheClass)"],
  ["", [], "recognizeClass(TheClass)"],
])("the line for %s", (className, codes, line) => {
  expect(recognizeLine(className, codes)).toBe(line);
});
