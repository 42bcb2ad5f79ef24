import { HTTPResponse } from "h3";
import { expect, test } from "vitest";
import { bodyContent } from "./node-stream.ts";

test.each<readonly [what: string, value: unknown, content: unknown]>([
  ["a text", "a", "a"],
  ["an object", { body: 1 }, { body: 1 }],
  ["nothing", undefined, undefined],
  ["a response of h3's own class", new HTTPResponse("a"), "a"],
])("the body is made of %s", (_what, value, content) => {
  expect(bodyContent(value)).toEqual(content);
});
