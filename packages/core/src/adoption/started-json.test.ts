import { expect, test } from "vitest";
import { parseStart } from "./started-json.ts";

test.each<[start: string, value: unknown]>([
  ['{"message":"No order."}', { message: "No order." }],
  ['{"message":"No ord', { message: "No ord…" }],
  ['{"error":{"message":"No order.","code":"NO', { error: { message: "No order.", code: "NO…" } }],
  ['{"error":{"message":"No order."', { error: { message: "No order." } }],
  ['{"message":"No order.","stack', { message: "No order." }],
  ['{"message":"No order.","stack":', { message: "No order." }],
  ['{"message":"No order.","error":{"co', { message: "No order." }],
  ['{"message":"No order.","ok":fal', { message: "No order." }],
  ['{"errors":[{"message":"a"},{"mess', { errors: [{ message: "a" }] }],
  ['["a, b", "c', ["a, b", "c…"]],
  ['{"message":"say \\"no\\" \\', { message: 'say "no" …' }],
  ['{"message":"caf\\u00', { message: "caf…" }],
  ['{"message":"caf\\u00E9 is clo', { message: "café is clo…" }],
  ['{"a":[1],"message":"No ord', { a: [1], message: "No ord…" }],
  ['{"message":"a \\\\', { message: "a \\…" }],
  ['{"a":"{[,","b', { a: "{[," }],
  ['{"', undefined],
  ["{", {}],
  ["", undefined],
  ["no JSON", undefined],
  ["]]]]", undefined],
])("%s", (start, value) => {
  expect(parseStart(start)).toEqual(value);
});

test.each(["[", "{", '"', "\\", ",", '{"a":', '"\\'])("a body of nothing but %s is read", (part) => {
  expect(() => parseStart(part.repeat(1_000))).not.toThrow();
});
