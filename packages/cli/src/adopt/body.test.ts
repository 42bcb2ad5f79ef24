import { parseExpression } from "@babel/parser";
import { expect, test } from "vitest";
import type { Node } from "../scan/syntax.ts";
import { readContent } from "./body.ts";
import { LeftToPerson } from "./result.ts";

/** Returns what a body says: its sentence and its code in the source's words, or the reason why it is not certain. */
function read(source: string): string {
  try {
    const { sentence, ownCode } = readContent(parseExpression(source) as Node);
    const text = sentence === undefined ? "nothing" : source.slice(sentence.start ?? 0, sentence.end ?? 0);
    return ownCode === undefined ? text : `${ownCode}: ${text}`;
  } catch (thrown) {
    if (!(thrown instanceof LeftToPerson)) throw thrown;
    return thrown.message;
  }
}

test.each<readonly [body: string, expected: string]>([
  ["null", "nothing"],
  ["{}", "nothing"],
  ['"It is closed."', '"It is closed."'],
  ["`It is closed.`", "`It is closed.`"],
  ['("It is closed.")', '"It is closed."'],
  ['{ message: "It is closed." }', '"It is closed."'],
  ['{ msg: "It is closed." }', '"It is closed."'],
  ['{ error_description: "It is closed." }', '"It is closed."'],
  ['{ errorMessage: "It is closed." }', '"It is closed."'],
  ['{ detail: "It is closed." }', '"It is closed."'],
  ['{ description: "It is closed." }', '"It is closed."'],
  ['{ error: "It is closed." }', '"It is closed."'],
  ['{ err: "It is closed." }', '"It is closed."'],
  ['{ reason: "It is closed." }', '"It is closed."'],
  ['{ title: "It is closed." }', '"It is closed."'],
  ['{ statusMessage: "It is closed." }', '"It is closed."'],
  ['{ "message": "It is closed." }', '"It is closed."'],
  ['{ title: "Not there", message: "It is closed." }', '"It is closed."'],
  ['{ error: "It is gone.", msg: "It is closed." }', '"It is closed."'],
  ['{ reason: "It is gone.", err: "It is closed." }', '"It is closed."'],
  ['{ error: { message: "It is closed." } }', '"It is closed."'],
  ['{ data: { message: "It is closed." } }', '"It is closed."'],
  ['{ errors: { message: "It is closed." } }', '"It is closed."'],
  ['{ data: { message: "It is gone." }, message: "It is closed." }', '"It is closed."'],
  ['{ data: { detail: "It is closed." } }', '"It is closed."'],
  ['{ data: null, message: "It is closed." }', '"It is closed."'],
  ['{ data: undefined, message: "It is closed." }', '"It is closed."'],
  ['{ message: null, error: "It is closed." }', '"It is closed."'],
  ['{ details: [], message: "It is closed." }', '"It is closed."'],
  ['{ code: "CLOSED", message: "It is closed." }', 'CLOSED: "It is closed."'],
  ['{ errorCode: "CLOSED", message: "It is closed." }', 'CLOSED: "It is closed."'],
  ['{ error_code: "CLOSED", message: "It is closed." }', 'CLOSED: "It is closed."'],
  ['{ error: { code: "CLOSED", message: "It is closed." } }', 'CLOSED: "It is closed."'],
  ['{ code: "ONE", error: { code: "TWO", message: "It is closed." } }', 'ONE: "It is closed."'],
  ['{ code: "CLOSED" }', "CLOSED: nothing"],
  ['{ error: "order_closed", message: "It is closed." }', 'order_closed: "It is closed."'],
  ['{ message: "closed", error: "It is closed." }', 'closed: "It is closed."'],
  ['{ code: "SHUT", error: "order_closed", message: "It is closed." }', 'SHUT: "It is closed."'],
  ['{ error: { reason: "order_closed", message: "It is closed." } }', 'order_closed: "It is closed."'],
  ['{ code: 409, message: "It is closed." }', '"It is closed."'],
  ['{ code: true, message: "It is closed." }', '"It is closed."'],
  ['{ status: 409, message: "It is closed." }', '"It is closed."'],
  ['{ statusCode: HttpStatus.CONFLICT, message: "It is closed." }', '"It is closed."'],
  ['{ statusText: "Conflict", message: "It is closed." }', '"It is closed."'],
  ['{ httpStatus: "409", message: "It is closed." }', '"It is closed."'],
  ['{ success: false, message: "It is closed." }', '"It is closed."'],
  ['{ ok: false, message: "It is closed." }', '"It is closed."'],
  ['{ type: "error", message: "It is closed." }', '"It is closed."'],
  ['{ name: "ConflictError", message: "It is closed." }', '"It is closed."'],
  ['{ status: "errors", message: "It is closed." }', '"It is closed."'],
  ['{ status: "FAIL", message: "It is closed." }', '"It is closed."'],
  ['{ status: "failed", message: "It is closed." }', '"It is closed."'],
  ['{ status: "failure", message: "It is closed." }', '"It is closed."'],
  ['{ error: "Conflict" }', '"Conflict"'],
  ['"409"', '"409"'],
  ['"Closed!"', '"Closed!"'],
])("the body %s says %s", (body, expected) => {
  expect(read(body)).toBe(expected);
});

test("no body says nothing", () => {
  expect(readContent(undefined)).toEqual({ sentence: undefined, ownCode: undefined });
});

test.each<readonly [body: string, reason: string]>([
  ['{ ...rest, message: "It is closed." }', "its body is not a plain object"],
  ['{ message() {}, error: "It is closed." }', "its body is not a plain object"],
  ['{ [name]: "It is closed." }', "its body is not a plain object"],
  ["{ error: { ...rest } }", "its body is not a plain object"],
  ['{ left: 3, message: "It is closed." }', "its body has `left`, which may be for programs"],
  ['{ left: "It is closed." }', "its body has `left`, which may be for programs"],
  ['{ left: [1], message: "It is closed." }', "its body has `left`, which may be for programs"],
  ["{ error: { left: 3 } }", "its body has `left`, which may be for programs"],
  ['{ left: { message: "It is closed." } }', "its body has `left`, which may be for programs"],
  ['{ myerror: { message: "It is closed." } }', "its body has `myerror`, which may be for programs"],
  ['{ errorsOf: { message: "It is closed." } }', "its body has `errorsOf`, which may be for programs"],
  ['{ code: CLOSED, message: "It is closed." }', "its body has `code`, which may be for programs"],
  ['{ status: "closed", message: "It is closed." }', "its body has `status`, which may be for programs"],
  ['{ status: "failed_order", message: "It is closed." }', "its body has `status`, which may be for programs"],
  ['{ status: "my_error", message: "It is closed." }', "its body has `status`, which may be for programs"],
  ['{ status: "1409", message: "It is closed." }', "its body has `status`, which may be for programs"],
  ['{ status: { a: 1 }, message: "It is closed." }', "its body has `status`, which may be for programs"],
  ['{ status: ["a"], message: "It is closed." }', "its body has `status`, which may be for programs"],
  ['"closed"', "its sentence is one word, which may be for programs"],
  ['"order.closed"', "its sentence is one word, which may be for programs"],
  ['"order-closed:2"', "its sentence is one word, which may be for programs"],
  ['"12_closed"', "its sentence is one word, which may be for programs"],
  ["`closed`", "its sentence is one word, which may be for programs"],
  ['{ error: "ORDER_CLOSED" }', "its sentence is one word, which may be for programs"],
  ['{ error: "ORDER_CLOSED", reason: "closed" }', "its sentence is one word, which may be for programs"],
  ['"It is " + state', "its sentence is put together at run time"],
  ['state ?? "It is closed."', "its sentence is put together at run time"],
  ['t("It is closed.")', "its sentence is put together at run time"],
  ["409", "its sentence is only known at run time"],
  ["error.message", "its sentence is only known at run time"],
  ["{ error: true }", "its sentence is only known at run time"],
  ["{ message: {} }", "its sentence is only known at run time"],
  ["sentence", "its sentence is in the variable `sentence`"],
  ["{ message }", "its sentence is in the variable `message`"],
  ["[a]", "its sentence is in a list, which may have more of them"],
  ["new Closed(a)", "its sentence is in `new Closed(…)`, which may carry more"],
  ["orders.closed(a)", "its sentence is in what `closed` returns, which may be more"],
])("the body %s is left, because %s", (body, reason) => {
  expect(read(body)).toBe(reason);
});

test.each(["id", "order.id", "order.id.toString()", "errors", "my_error"])(
  "a sentence with the value of %s is the service's own",
  (value) => {
    const sentence = `\`Order \${id} is closed for \${${value}}.\``;
    expect(read(sentence)).toBe(sentence);
  },
);

test.each([
  "e",
  "er",
  "err.message",
  "ERROR",
  "ex",
  "exception",
  "cause",
  "reason",
  "thrown",
  "response.text",
  "res.text",
  "answer.body",
  "answer.data.text",
  "result",
  "error.toString()",
  "a + b",
])("a sentence with the value of %s may be a library's", (value) => {
  const sentence = `\`Order \${id} failed: \${${value}}\``;
  expect(read(sentence)).toBe("its sentence may repeat what a library wrote");
});
