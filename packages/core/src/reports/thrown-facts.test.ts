import { describe, expect, test } from "vitest";
import { acme } from "../../../../test/support/report-of.ts";
import { createSanitizer, type Sanitizer } from "../sanitizer/index.ts";
import { cleanLine, factsOf, lineOf, stackOf } from "./thrown-facts.ts";

const sanitizer = createSanitizer();

/** Makes an error without frames. */
const failure = (message: string, fields: object = {}) => Object.assign(new Error(message), { stack: "" }, fields);

const upstream = (fields: object) => failure("no", { status: 401, request: {}, ...fields });

const ANSWERED = "another service answered with status 401";

class PaymentError extends Error {}

function fail(): never {
  throw new Error("no");
}

describe("the facts of a thrown value", () => {
  test.each<readonly [what: string, thrown: unknown, name: string, code: string | undefined, message: string]>([
    ["an error", failure("no"), "Error", undefined, "no"],
    ["an error with a name", failure("no", { name: "PaymentFailed" }), "PaymentFailed", undefined, "no"],
    ["an error of a class", new PaymentError("no"), "Error", undefined, "no"],
    [
      "an error of a class whose name is empty",
      Object.assign(new PaymentError("no"), { name: "" }),
      "PaymentError",
      undefined,
      "no",
    ],
    ["an error whose name is a number", failure("no", { name: 7 }), "Error", undefined, "no"],
    ["an object of a class without a name", new (class {})(), "object", undefined, ""],
    ["an object", {}, "Object", undefined, ""],
    ["an object without a prototype", Object.create(null), "object", undefined, ""],
    ["a function of no class", Object.setPrototypeOf(() => {}, null), "function", undefined, ""],
    ["a code", failure("no", { code: "E_NO" }), "Error", "E_NO", "no"],
    ["a number for a code", failure("no", { code: 7 }), "Error", "7", "no"],
    ["an object for a code", failure("no", { code: {} }), "Error", undefined, "no"],
    ["another service's code", upstream({ code: "E_BAD", name: "AxiosError" }), "AxiosError", "E_BAD", ANSWERED],
    ["another service's words", upstream({ code: "no such user", name: "no such" }), "Error", undefined, ANSWERED],
    ["null", null, "null", undefined, ""],
    ["undefined", undefined, "undefined", undefined, ""],
    ["a string", "no", "string", undefined, "no"],
    ["a number", 1e30, "number", undefined, "1e+30"],
    ["a symbol", Symbol("no"), "symbol", undefined, "Symbol(no)"],
    ["an integer", 7n, "bigint", undefined, "7"],
    ["2 to the power of 64", 18_446_744_073_709_551_616n, "bigint", undefined, "18446744073709551616"],
    ["a larger integer", 18_446_744_073_709_551_617n, "bigint", undefined, "a very large number"],
    ["minus 2 to the power of 64", -18_446_744_073_709_551_616n, "bigint", undefined, "-18446744073709551616"],
    ["a smaller integer", -18_446_744_073_709_551_617n, "bigint", undefined, "a very large number"],
  ])("are its name, its code and its message: %s", (_what, thrown, name, code, message) => {
    const facts = factsOf(thrown, sanitizer).map((one) => [one.name, one.code, one.message]);
    expect(facts).toEqual([[name, code, message]]);
  });

  test.each<readonly [what: string, stack: unknown, at: string | undefined]>([
    ["the service's first frame", "Error: no\n    at x (node:fs:1:1)\n    at load (/a.ts:1:2)", "load (/a.ts:1:2)"],
    ["nothing without a frame", "Error: no", undefined],
    ["nothing without a stack", 7, undefined],
  ])("have as the place %s", (_what, stack, at) => {
    expect(factsOf(failure("no", { stack }), sanitizer)[0].at).toBe(at);
  });

  test.each<readonly [field: "name" | "code" | "message" | "at", thrown: unknown, length: number]>([
    ["name", failure("no", { name: "a".repeat(81) }), 80],
    ["code", failure("no", { code: "a".repeat(81) }), 80],
    ["message", failure("a".repeat(1_001)), 1_000],
    ["message", "a".repeat(1_001), 1_000],
    ["at", failure("no", { stack: `Error: no\n    at ${"a".repeat(301)}` }), 300],
  ])("have a %s of limited length", (field, thrown, length) => {
    expect(factsOf(thrown, sanitizer)[0][field]).toBe(`${"a".repeat(length - 1)}…`);
  });
});

/** Links errors with these messages: each is the cause of the one before it. */
function chain(messages: readonly string[], last?: unknown): Error {
  const [message = "", ...rest] = messages;
  return failure(message, { cause: rest.length === 0 ? last : chain(rest, last) });
}

describe("the causes", () => {
  const onItself = failure("one");
  Object.assign(onItself, { cause: onItself });
  const three = failure("three");
  Object.assign(three, { cause: chain(["two"], three) });

  test.each<readonly [what: string, thrown: unknown, messages: readonly string[]]>([
    ["are those of the causes too", chain(["one", "two", "three"]), ["one", "two", "three"]],
    ["may be any value", chain(["one"], "the disk"), ["one", "the disk"]],
    ["are at most five", chain([..."abcdefg"]), ["a", "b", "c", "d", "e", "f"]],
    ["are five if there are five", chain([..."abcdef"]), ["a", "b", "c", "d", "e", "f"]],
    ["end at the thrown error", onItself, ["one"]],
    ["end at one that is known", chain(["one"], three), ["one", "three", "two"]],
    ["are several errors", new AggregateError([failure("one"), failure("two")], "all"), ["all", "one", "two"]],
    ["are several values of any kind", new AggregateError(["one", undefined, 2], "all"), ["all", "one", "2"]],
    [
      "are several errors below a cause",
      failure("a", { cause: new AggregateError([failure("b", { cause: failure("d") }), failure("c")], "all") }),
      ["a", "all", "b", "c", "d"],
    ],
    [
      "are the first five of several errors",
      new AggregateError(
        [..."abcdefg"].map((message) => failure(message)),
        "all",
      ),
      ["all", "a", "b", "c", "d", "e"],
    ],
    [
      "are the cause and then several errors",
      failure("a", { errors: [failure("b")], cause: failure("c") }),
      ["a", "c", "b"],
    ],
    [
      "are an error and the one that it suppressed",
      failure("a", { name: "SuppressedError", error: failure("b"), suppressed: failure("c") }),
      ["a", "b", "c"],
    ],
    ["are not what another error calls so", failure("a", { error: failure("b"), suppressed: failure("c") }), ["a"]],
    ["are not a validator's texts", failure("a", { errors: ["age was x", { message: "x" }] }), ["a"]],
    ["are not in an object", failure("a", { errors: { b: failure("b") } }), ["a"]],
    ["are none of an empty list", new AggregateError([], "all"), ["all"]],
  ])("%s", (_what, thrown, messages) => {
    expect(factsOf(thrown, sanitizer).map(({ message }) => message)).toEqual(messages);
  });
});

describe("an object as a cause", () => {
  const bare = (cause: unknown) => new Error("no", { cause });
  const cyclic: Record<string, unknown> = { orderId: 7 };
  cyclic["again"] = cyclic;

  test.each<readonly [what: string, thrown: unknown, message: string]>([
    ["of an error of the catalog", acme.error("acme_conflict", { cause: { orderId: 7 } }), '{"orderId":7}'],
    ["of an error without a class", bare({ orderId: 7, at: { shelf: "b" } }), '{"orderId":7,"at":{"shelf":"b"}}'],
    ["without a prototype", bare(Object.assign(Object.create(null), { orderId: 7 })), '{"orderId":7}'],
    ["with a secret", bare({ password: "tiger", pin: 8374 }), '{"password":"[credential]","pin":"[credential]"}'],
    ["with a query", bare({ url: "https://a.example/x?q=7", n: 7 }), '{"url":"https://a.example/x?[query]","n":7}'],
    [
      "with a value of a row",
      bare({ m: "Duplicate entry 'x' for key 'a'" }),
      `{"m":"Duplicate entry [value] for key 'a'"}`,
    ],
    [
      "that a schema has returned, with the value",
      bare({ value: { age: "hunter2" }, issues: [{ message: "hunter2", path: ["age"] }] }),
      "values do not fit their schema: age",
    ],
    [
      "that an HTTP client has returned, with the body",
      bare({ status: 409, data: "hunter2", headers: {}, config: {}, request: {} }),
      "another service answered with status 409",
    ],
    ["with fields that are called as a client's", bare({ status: 3, options: [7] }), '{"status":3,"options":[7]}'],
    ["with a field that is called as a schema's", bare({ issues: ["late"] }), '{"issues":["late"]}'],
    ["with a cycle", bare({ order: cyclic }), '{"order":{"orderId":7,"again":"[circular]"}}'],
    ["that is empty", bare({}), "{}"],
    ["that throws", bare(new Proxy({}, { ownKeys: fail })), "{}"],
    ["with a message", bare({ message: "no stock", row: "x" }), "no stock"],
    [
      "of a class",
      bare(
        new (class Order {
          id = 7;
        })(),
      ),
      "",
    ],
    ["that is a list", bare([7]), ""],
    ["of a class's error", new PaymentError("no", { cause: { payload: "x" } }), ""],
    ["of an error with fields", failure("no", { code: 7, cause: { payload: "x" } }), ""],
    [
      "with more than 50 fields",
      bare(Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`f${index}`, index]))),
      JSON.stringify(Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`f${index}`, index]))),
    ],
  ])("is shown by its fields, or not: %s", (_what, thrown, message) => {
    expect(factsOf(thrown, sanitizer)[1]?.message).toBe(message);
  });

  test("is shown up to 1,000 characters", () => {
    const [, shown] = factsOf(bare({ a: "x ".repeat(900) }), sanitizer);
    expect(shown?.message).toHaveLength(1_000);
  });
});

describe("a printed error", () => {
  test.each<readonly [name: string, code: string | undefined, message: string, text: string]>([
    ["Error", undefined, "no", "Error: no"],
    ["Error", undefined, "", "Error"],
    ["Error", "E_NO", "no", "Error [E_NO]: no"],
    ["Error", "E_NO", "", "Error [E_NO]"],
  ])("with name %s, code %s and message %j is %j", (name, code, message, text) => {
    expect(lineOf({ name, code, message, at: undefined, context: undefined })).toBe(text);
  });

  test.each<readonly [what: string, thrown: unknown, stack: string | undefined]>([
    [
      "its name and message as they are printed, and its frames",
      failure("no", { name: "PaymentFailed", stack: "Error: no\n  at a (/a.ts:1:1)\n\tat b (/b.ts:2:2)\nelse" }),
      "PaymentFailed: no\n    at a (/a.ts:1:1)\n    at b (/b.ts:2:2)",
    ],
    ["its name without a message", failure("", { stack: "Error\n    at a (/a.ts)" }), "Error\n    at a (/a.ts)"],
    ["its text without frames", failure("no", { stack: "" }), "Error: no"],
    ["none if it has none", failure("no", { stack: undefined }), undefined],
    ["none if it is no object", "no", undefined],
  ])("has as its stack %s", (_what, thrown, stack) => {
    expect(stackOf(thrown, factsOf(thrown, sanitizer)[0], sanitizer)).toBe(stack);
  });
});

describe("a line of at most 10 characters", () => {
  test.each<readonly [what: string, text: string, line: string]>([
    ["keeps a text of 10", "ab cd efgh", "ab cd efgh"],
    ["is cut after 9", "ab cd efghi", "ab cd efg…"],
    ["is cut within a word of 1,000 with the words before it", `ab ${"x".repeat(997)}`, "ab xxxxxx…"],
    ["ends before a word that ends after 1,000", `ab ${"x".repeat(998)}`, "ab…"],
    ["ends before a word that ends after 1,000, after others", `ab cd ${"x".repeat(1_060)} ef`, "ab cd…"],
    ["ends before a word that ends after 1,000, after a space", ` ${"x".repeat(1_060)}`, "…"],
    ["is cut within a single word", "x".repeat(1_060), "xxxxxxxxx…"],
  ])("%s", (_what, text, line) => expect(cleanLine(text, 10, sanitizer)).toBe(line));

  /** A sanitizer as a service may write it. */
  const own = (logText: (text: string) => unknown) => ({ ...sanitizer, logText }) as Sanitizer;

  test.each<readonly [what: string, logText: (text: string) => unknown, line: string]>([
    ["the sanitizer's text", () => "clean", "clean…"],
    ["the sanitizer's text of 1,000 characters", (text) => `${text.length}`, "1000…"],
    [
      "empty if the sanitizer throws",
      () => {
        throw new Error("no");
      },
      "…",
    ],
    ["empty if the sanitizer returns no string", () => 7, "…"],
  ])("of a long word is %s", (_what, logText, line) => {
    expect(cleanLine("x".repeat(1_060), 10, own(logText))).toBe(line);
  });
});
