import { expect, test } from "vitest";
import { parseProtocolError, parseToolError } from "./client.ts";

const error = { type: "server_error", code: "acme_cold", message: "It is cold.", param: null, detail: null };

test.each<readonly [what: string, result: unknown, code: string | undefined]>([
  ["an error", { isError: true, structuredContent: { error } }, "acme_cold"],
  ["an error beside what the tool declares", { isError: true, _meta: { "uhp-errors/error": { error } } }, "acme_cold"],
  ["an error of the tool's own", { isError: true, content: [], _meta: { error } }, undefined],
  [
    "a success that looks like one",
    { structuredContent: { error }, _meta: { "uhp-errors/error": { error } } },
    undefined,
  ],
  ["nothing", undefined, undefined],
])("a client reads of a result: %s", (_what, result, code) => {
  expect(parseToolError(result)?.code).toBe(code);
});

test.each([
  [{ data: error }, "acme_cold"],
  [{ data: {} }, undefined],
  [error, undefined],
])("a client reads what a request failed with: %j", (thrown, code) => {
  expect(parseProtocolError(thrown)?.code).toBe(code);
});

test.each([parseToolError, parseProtocolError])("an option that does not exist is refused", (parse) => {
  expect(() => parse({}, { catalogs: 1 } as object)).toThrow("unknown option catalogs");
});
