import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { EXAMPLE } from "./error-example.ts";
import { readPasted } from "./pasted.ts";

const FRAMES = "\n    at run (/srv/app/run.js:1:2)\n    at node:internal/main:3:4";

/** A text, and what is read of it. */
const READ: readonly (readonly [what: string, text: string, read: object])[] = [
  [
    "a name alone",
    "TypeError: x is not a function",
    { form: "stack", name: "TypeError", message: "x is not a function" },
  ],
  ["a stack", `RangeError: too far${FRAMES}`, { form: "stack", name: "RangeError", message: "too far" }],
  [
    "a stack of an error with a name of its own",
    `error: no such table${FRAMES}`,
    { name: "error", message: "no such table" },
  ],
  ["a message of several lines", `Error: one\n\n  two${FRAMES}`, { message: "one\n\n  two" }],
  [
    "a code beside the name",
    `TypeError [ERR_INVALID_URL]: Invalid URL${FRAMES}`,
    { name: "TypeError", fields: { code: "ERR_INVALID_URL" } },
  ],
  ["a name beside the class", `PoolError [MongoPoolError]: closed${FRAMES}`, { name: "MongoPoolError", fields: {} }],
  [
    "the end of a process",
    `/srv/app/run.js:1\n    throw error;\n    ^\n\nError: gone${FRAMES} {\n  code: 'E1'\n}\n\nNode.js v24.1.0`,
    { form: "printed", name: "Error", message: "gone", fields: { code: "E1" } },
  ],
  ["a word before it", `charge failed: TypeError: no${FRAMES}`, { name: "TypeError", message: "no" }],
  ["colors", `\u001B[31mTypeError: no\u001B[39m${FRAMES}`, { name: "TypeError", message: "no" }],
  [
    "no stack",
    "[Error: gone, or never there] {\n  errno: -2,\n  code: 'ENOENT'\n}",
    { form: "printed", message: "gone, or never there", fields: { errno: -2, code: "ENOENT" } },
  ],
  [
    "JSON",
    '{"name":"AppError","message":"no","status":409}',
    { form: "json", name: "AppError", message: "no", fields: { status: 409 } },
  ],
  ["JSON without a name", '{"code":"E1"}', { form: "json", isNamed: false, fields: { code: "E1" } }],
  ["JSON with a stack", JSON.stringify({ stack: `AppError: no${FRAMES}` }), { name: "AppError", message: "no" }],
  [
    "a line of a log",
    '{"level":50,"time":1,"err":{"type":"AppError","message":"no","stack":"AppError: no","code":"E1"},"msg":"no"}',
    { form: "log", name: "AppError", message: "no", fields: { code: "E1" } },
  ],
  [
    "the last line of a log with an error",
    '{"level":50,"err":{"type":"One","message":"1"}}\n{"level":50,"err":{"type":"Two","message":"2"}}\n{"level":30,"msg":"ok"}',
    { form: "log", name: "Two" },
  ],
  ["a list", '[{"path":["a"],"message":"no"}]', { form: "json", value: [{ path: ["a"], message: "no" }] }],
];

test.each(READ)("%s is read", (_what, text, read) => {
  expect(readPasted(text)).toMatchObject(read);
});

test.each([
  ["Python", 'Traceback (most recent call last):\n  File "a.py", line 1, in <module>\nKeyError: 1'],
  ["Java", "java.lang.IllegalStateException: no\n\tat com.acme.Shop.sell(Shop.java:12)"],
  ["Go", "panic: no\n\ngoroutine 1 [running]:\nmain.main()"],
  ["Ruby", "shop.rb:3:in `sell': no (RuntimeError)"],
  ["PHP", "PHP Fatal error:  Uncaught Exception: no in /srv/shop.php:3"],
  ["C#", "System.Exception: no\n   at Acme.Shop.Sell() in /srv/Shop.cs:line 3"],
  ["Rust", "thread 'main' panicked at src/main.rs:2:5:\nno"],
])("an error of %s is none of Node's", (language, text) => {
  expect(readPasted(text)).toEqual({ form: "language", language });
});

test.each(["", "  ", "hello", "1", "null", '"a"', "GET /orders 500", "a: b"])("%j is no error", (text) => {
  expect(readPasted(text)).toBeUndefined();
});

/** An error with fields, as Node prints it. */
const printed = (fields: object, name = "AppError") => inspect(Object.assign(new Error("no"), { name }, fields));

describe("the fields that Node prints", () => {
  class Response {
    status = 401;
  }
  const cause = Object.assign(new TypeError("inner"), { code: "ECONNRESET", depth: { more: 1 } });

  test.each<readonly [what: string, fields: object, read: object]>([
    ["a string", { a: 'it\'s "one"\n' }, { a: 'it\'s "one"\n' }],
    ["a long string", { a: "x, y } ".repeat(40) }, { a: "x, y } ".repeat(40) }],
    ["numbers", { a: -1.5, b: 1e21, c: 7n }, { a: -1.5, b: 1e21 }],
    ["words", { a: true, b: null, c: undefined }, { a: true, b: null }],
    ["a date", { a: new Date(0) }, { a: new Date(0) }],
    ["lists", { a: [1, ["b"]], c: [{ d: 2 }], e: [] }, { a: [1, ["b"]], c: [{ d: 2 }], e: [] }],
    ["keys in quotes", { "a-b": 1, "c: d": 2 }, { "a-b": 1, "c: d": 2 }],
    ["what is only described", { a: () => {}, b: { c: { d: { e: { f: 1 } } } }, g: 1 }, { g: 1 }],
    ["what it refers to again", { a: new Map([["b", 1]]), c: 1 }, { c: 1 }],
  ])("%s", (_what, fields, read) => {
    expect(readPasted(printed(fields))).toMatchObject({ name: "AppError", message: "no", fields: read });
  });

  test("an object of a class has its tag", () => {
    const { fields } = readPasted(printed({ response: new Response(), a: 1 })) as { fields: Record<string, object> };
    expect(Object.prototype.toString.call(fields["response"])).toBe("[object Response]");
    expect(fields).toMatchObject({ response: { status: 401 }, a: 1 });
  });

  test("a cause is an error with its own fields", () => {
    const read = readPasted(printed({ cause, after: 1 }));
    expect(read).toMatchObject({ fields: { cause: expect.any(TypeError), after: 1 } });
    expect(read).toMatchObject({ fields: { cause: { message: "inner", code: "ECONNRESET", depth: { more: 1 } } } });
  });

  test("a list of causes", () => {
    const text = inspect(new AggregateError([cause, cause], "all"));
    expect(readPasted(text)).toMatchObject({
      name: "AggregateError",
      fields: { errors: [{ code: "ECONNRESET" }, { code: "ECONNRESET" }] },
    });
  });
});

test("a text that is cut off anywhere never throws", () => {
  for (let end = 0; end <= EXAMPLE.length; end += 1) {
    expect(() => readPasted(EXAMPLE.slice(0, end))).not.toThrow();
    expect(() => readPasted(EXAMPLE.slice(end))).not.toThrow();
  }
});

test("deep nesting and long texts are read up to what they lack", () => {
  expect(readPasted(`Error: a${FRAMES} {\n  a: ${"{ b: ".repeat(5_000)}`)).toMatchObject({
    message: "a",
    form: "printed",
  });
  expect(readPasted("Error: ".repeat(100_000))).toMatchObject({
    message: expect.stringContaining("Error: ".repeat(28_000)),
    form: "stack",
  });
  expect(readPasted(`Error: a {\n${"  a: '".repeat(50_000)}`)).toMatchObject({ message: "a", fields: { a: "" } });
});

test.each(["\n", "\n  at ", "[Error [\t", "] {", "\t{{", " in x", "  a: Error: x\n", "a: Error: x {\n"])(
  "a long text of %j is read to its end",
  (part) => {
    const rest = `${part.repeat(200_000 / part.length)}y`;
    expect(readPasted(`[Error: x${rest}`)).toMatchObject({ name: "Error", message: expect.stringMatching(/^x/) });
    expect(readPasted(`Error: x${FRAMES} {\n${rest}`)).toMatchObject({ name: "Error", message: "x" });
  },
);
