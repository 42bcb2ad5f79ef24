import { HTTPResponse } from "h3";
import { expect, test } from "vitest";
import { contentOf, isPlain, mayBeEnvelope, mayBeJsonRpc } from "./plain.ts";

class Own {}

test.each<readonly [what: string, value: unknown, content: unknown]>([
  ["a text", "a", "a"],
  ["an object", { body: 1 }, { body: 1 }],
  ["nothing", undefined, undefined],
  ["a response of h3's own class", new HTTPResponse("a"), "a"],
])("the body is made of %s", (_what, value, content) => {
  expect(contentOf(value)).toEqual(content);
});

test.each<readonly [what: string, value: unknown, isPlain: boolean]>([
  ["a text", "a", true],
  ["null", null, true],
  ["nothing", undefined, true],
  ["a function", () => {}, true],
  ["an object", { a: 1 }, true],
  ["an object without a prototype", Object.create(null), true],
  ["a list", [1], true],
  ["bytes", new Uint8Array(1), false],
  ["a response", new Response("a"), false],
  ["an instance of a class", new Own(), false],
  ["an object that inherits from a plain one", Object.create({}), false],
])("h3 sends %s as one string: %s", (_what, value, expected) => {
  expect(isPlain(value)).toBe(expected);
});

test.each<readonly [what: string, value: unknown, may: boolean]>([
  ["a text that begins an object", ' {"a":1}', true],
  ["a text that has one later", 'a {"a":1}', false],
  ["an empty text", "", false],
  ["a number", 1, false],
  ["null", null, false],
  ["an object with an error", { error: {} }, true],
  ["an object with a detail", { detail: {} }, true],
  ["an object with a type", { type: "error" }, true],
  ["another object", { a: 1 }, false],
  ["an object that inherits an error", Object.create({ error: {} }), false],
  ["an object that says what it is as JSON", { toJSON: () => ({}) }, true],
])("%s may be an envelope: %s", (_what, value, may) => {
  expect(mayBeEnvelope(value)).toBe(may);
});

test.each<readonly [what: string, value: unknown, may: boolean]>([
  ["a text with the field", '{"jsonrpc":"2.0"}', true],
  ["a text without it", '{"error":{}}', false],
  ["an object with the field", { jsonrpc: "2.0" }, true],
  ["an object without it", { error: {} }, false],
  ["a list whose first object has it", [{ jsonrpc: "2.0" }, {}], true],
  ["a list whose second object has it", [{}, { jsonrpc: "2.0" }], false],
  ["an empty list", [], false],
  ["null", null, false],
])("%s may be JSON-RPC: %s", (_what, value, may) => {
  expect(mayBeJsonRpc(value)).toBe(may);
});
