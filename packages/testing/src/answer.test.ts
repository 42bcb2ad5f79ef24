import { expect, test } from "vitest";
import { readAnswer, type TestedResponse } from "./answer.ts";

const stream = { "Content-Type": "text/event-stream; charset=utf-8" };

/** What is read of a response: its status, two of its headers, and its body. */
async function read(given: unknown) {
  const { status, header, body } = await readAnswer(given as TestedResponse);
  return [status, header("x-own"), header("x-other"), body];
}

const injected = (statusCode: number, headers: object, body: unknown = "") => ({ statusCode, headers, body });
const typed = (type: string) => ({ "content-type": type });

test.each<readonly [what: string, given: unknown, expected: readonly unknown[]]>([
  ["of fetch", new Response("hello", { status: 201, headers: { "X-Own": "1" } }), [201, "1", undefined, "hello"]],
  ["of supertest", { status: 201, headers: { "x-own": "1" }, text: "hello", body: {} }, [201, "1", undefined, "hello"]],
  ["of inject", injected(201, { "X-Own": 1 }, "hello"), [201, "1", undefined, "hello"]],
  ["with several values of a header", injected(200, { "x-own": ["1", "2"] }), [200, "1,2", undefined, ""]],
  ["with a header of no value", injected(200, { "x-own": undefined }), [200, undefined, undefined, ""]],
  ["without a body", { statusCode: 204, headers: {} }, [204, undefined, undefined, ""]],
  ["with a body that was parsed", injected(200, {}, { a: 1 }), [200, undefined, undefined, ""]],
  ["that is promised", Promise.resolve(new Response("hello")), [200, undefined, undefined, "hello"]],
  ["of a stream", injected(399, stream, "data: x"), [399, undefined, undefined, ""]],
  ["of an error that says it is a stream", injected(400, stream, "{}"), [400, undefined, undefined, "{}"]],
  ["of another type that begins so", injected(200, typed("text/event-streams"), "x"), [200, undefined, undefined, "x"]],
  ["of another type that ends so", injected(200, typed("x-text/event-stream"), "x"), [200, undefined, undefined, "x"]],
])("a response %s is read", async (_what, given, expected) => {
  expect(await read(given)).toEqual(expected);
});

test("a response of fetch stays readable", async () => {
  const response = new Response("hello");
  await readAnswer(response);
  expect(await response.text()).toBe("hello");
});

test("a response of fetch whose body was read is refused", async () => {
  const response = new Response("hello");
  await response.text();
  await expect(readAnswer(response)).rejects.toThrow(
    new TypeError("the body was read before; check the response first, it stays readable"),
  );
});

test.each<readonly [what: string, given: unknown]>([
  ["nothing", undefined],
  ["null", null],
  ["a text", "x"],
  ["an object", {}],
  ["an object without a status", { headers: {} }],
  ["an object whose status is a text", { status: "200", headers: {} }],
  ["an object without headers", { status: 200 }],
  ["an object with no headers", { status: 200, headers: null }],
  ["an object whose headers are a text", { status: 200, headers: "x" }],
])("%s is no response", async (_what, given) => {
  await expect(readAnswer(given as TestedResponse)).rejects.toThrow(
    new TypeError("expected a response of fetch, supertest or inject, or a promise of one"),
  );
});
