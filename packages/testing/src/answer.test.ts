import { expect, test } from "vitest";
import { answerOf, type TestedResponse } from "./answer.ts";

const stream = { "Content-Type": "text/event-stream; charset=utf-8" };

/** What is read of a response: its status, two of its headers, and its body. */
async function read(given: unknown) {
  const { status, header, body } = await answerOf(given as TestedResponse);
  return [status, header("x-own"), header("x-other"), body];
}

test.each<readonly [what: string, given: unknown, expected: readonly unknown[]]>([
  ["of fetch", new Response("hello", { status: 201, headers: { "X-Own": "1" } }), [201, "1", undefined, "hello"]],
  ["of supertest", { status: 201, headers: { "x-own": "1" }, text: "hello", body: {} }, [201, "1", undefined, "hello"]],
  ["of inject", { statusCode: 201, headers: { "X-Own": 1 }, body: "hello" }, [201, "1", undefined, "hello"]],
  [
    "with several values of a header",
    { statusCode: 200, headers: { "x-own": ["1", "2"] }, body: "" },
    [200, "1,2", undefined, ""],
  ],
  [
    "with a header of no value",
    { statusCode: 200, headers: { "x-own": undefined }, body: "" },
    [200, undefined, undefined, ""],
  ],
  ["without a body", { statusCode: 204, headers: {} }, [204, undefined, undefined, ""]],
  ["with a body that was parsed", { statusCode: 200, headers: {}, body: { a: 1 } }, [200, undefined, undefined, ""]],
  ["that is promised", Promise.resolve(new Response("hello")), [200, undefined, undefined, "hello"]],
  ["of a stream", { statusCode: 399, headers: stream, body: "data: x" }, [399, undefined, undefined, ""]],
  [
    "of an error that says it is a stream",
    { statusCode: 400, headers: stream, body: "{}" },
    [400, undefined, undefined, "{}"],
  ],
  [
    "of another type that begins so",
    { statusCode: 200, headers: { "content-type": "text/event-streams" }, body: "x" },
    [200, undefined, undefined, "x"],
  ],
  [
    "of another type that ends so",
    { statusCode: 200, headers: { "content-type": "x-text/event-stream" }, body: "x" },
    [200, undefined, undefined, "x"],
  ],
])("a response %s is read", async (_what, given, expected) => {
  expect(await read(given)).toEqual(expected);
});

test("a response of fetch stays readable", async () => {
  const response = new Response("hello");
  await answerOf(response);
  expect(await response.text()).toBe("hello");
});

test("a response of fetch whose body was read is refused", async () => {
  const response = new Response("hello");
  await response.text();
  await expect(answerOf(response)).rejects.toThrow(
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
  await expect(answerOf(given as TestedResponse)).rejects.toThrow(
    new TypeError("expected a response of fetch, supertest or inject, or a promise of one"),
  );
});
