import { describe, expect, test } from "vitest";
import { parseEnvelope } from "./envelope.ts";

const ERROR = { type: "server_error", code: "acme_x", message: "X.", param: null, detail: null };

describe("an envelope is", () => {
  test.each<[what: string, body: unknown]>([
    ["its JSON text", JSON.stringify({ error: ERROR })],
    [
      "its JSON text with escapes",
      JSON.stringify({ error: ERROR }).replace("error", "\\u0065rror").replace("param", "p\\u0061ram"),
    ],
    ["what was parsed from it", { error: ERROR }],
    ["one with the deprecated text", { error: ERROR, detail: "X." }],
    ["one whose deprecated text is undefined", { error: ERROR, detail: undefined }],
  ])("%s", (_what, body) => {
    expect(parseEnvelope(body)?.error).toEqual(ERROR);
  });
});

test("an envelope may name a param", () => {
  expect(parseEnvelope({ error: { ...ERROR, param: "input" } })?.error.param).toBe("input");
});

describe("an envelope is not", () => {
  const throwing = { enumerable: true, get: () => Number.NaN.toFixed(101) };

  test.each<[what: string, body: unknown]>([
    ["one with a further field", { error: ERROR, more: 1 }],
    ["an error with a further field", { error: { ...ERROR, more: 1 } }],
    ["an error without a field", { error: { type: "server_error", code: "acme_x", message: "X.", param: null } }],
    ["an error of an unknown type", { error: { ...ERROR, type: "toString" } }],
    ["an error whose type is a list", { error: { ...ERROR, type: ["server_error"] } }],
    ["an error without a code", { error: { ...ERROR, code: "" } }],
    ["an error whose code is a number", { error: { ...ERROR, code: 7 } }],
    ["an error whose param is a number", { error: { ...ERROR, param: 7 } }],
    ["an error whose detail is a list", { error: { ...ERROR, detail: [] } }],
    ["an error with inherited fields", { error: Object.create(ERROR) }],
    ["an inherited error", Object.create({ error: ERROR })],
    ["a deprecated text that is none", { error: ERROR, detail: null }],
    ["a list", [ERROR]],
    ["no JSON", "{"],
    ["a text that says `error` and `param`", JSON.stringify({ error: "param", param: "error" })],
    ["JSON of others", JSON.stringify({ error: "Not Found", statusCode: 404 })],
    ["nothing", undefined],
    ["what throws", Object.defineProperty({}, "error", throwing)],
    ["a detail that throws", { error: { ...ERROR, detail: Object.defineProperty({}, "a", throwing) } }],
  ])("%s", (_what, body) => {
    expect(parseEnvelope(body)).toBeUndefined();
  });
});

test("the detail is a copy, without a key that would set a prototype", () => {
  const detail = JSON.parse('{"a":1,"__proto__":{"isAdmin":true}}');
  const read = parseEnvelope({ error: { ...ERROR, detail } })?.error.detail;
  expect(read).toEqual({ a: 1 });
  expect(read).not.toBe(detail);
  expect(Object.assign({}, read)).not.toHaveProperty("isAdmin");
});
