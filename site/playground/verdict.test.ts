import { expect, test } from "vitest";
import { EXAMPLE } from "./error-example.ts";
import { readPasted } from "./pasted.ts";
import type { RecordedError } from "./recorded.ts";
import { meaningOf, verdictOn } from "./verdict.ts";

const row = (fields: Partial<RecordedError>): RecordedError => ({
  library: "tea",
  versions: ["1.0.0"],
  condition: "a cold cup",
  status: 503,
  code: "acme_unavailable",
  names: ["TeaError"],
  marks: {},
  text: "",
  alone: "500",
  ...fields,
});

const ROWS: readonly RecordedError[] = [
  row({}),
  row({ names: ["CupError"], marks: { code: "CRACK" }, status: 500, code: "acme_internal_error" }),
  row({ names: ["CupError"], marks: { code: "HOT" }, status: 502, code: "acme_upstream_error" }),
  row({ names: ["PotError"], text: "The pot is ", status: 502, code: "acme_upstream_error" }),
  row({ names: ["PotError"], text: "No pot", status: 500, code: "acme_internal_error" }),
  row({ names: ["GoneError"], status: null, code: null }),
  row({ names: [], marks: { code: "ETEA", status: 404 }, status: 404, code: "acme_not_found" }),
];

function verdict(text: string) {
  const pasted = readPasted(text);
  if (pasted === undefined || pasted.form === "language") throw new Error("no error");
  return verdictOn(pasted, ROWS);
}

/** A text, the codes that it may get, and whether a recognizer knows it. */
const VERDICTS: readonly (readonly [
  what: string,
  text: string,
  codes: readonly (string | null)[],
  isRecognized: boolean,
])[] = [
  ["the example", EXAMPLE, ["acme_upstream_error"], true],
  ["a recorded name", "TeaError: cold", ["acme_unavailable"], false],
  ["a recorded name with a code that is not recorded", '{"name":"TeaError","code":"X"}', [], false],
  ["a recorded code", '{"name":"CupError","code":"HOT"}', ["acme_upstream_error"], false],
  ["a code without a name", '{"code":"HOT"}', ["acme_upstream_error"], false],
  [
    "a stack without the code that tells",
    "CupError: x\n    at run (a.js:1:2)",
    ["acme_internal_error", "acme_upstream_error"],
    false,
  ],
  ["a message that tells", "PotError: The pot is 9 l", ["acme_upstream_error"], false],
  ["a message that is not recorded", "PotError: Broken", [], false],
  ["a client that left", "GoneError: x", [null], false],
  ["a code with another status", '{"name":"Error","code":"ETEA","status":500}', [], false],
  [
    "Node's code of a file",
    "[Error: ENOENT: no such file] {\n  errno: -2,\n  code: 'ENOENT',\n  syscall: 'open'\n}",
    [],
    false,
  ],
  [
    "Node's code of a connection",
    "[Error: connect] {\n  code: 'ECONNREFUSED',\n  syscall: 'connect'\n}",
    ["acme_upstream_error"],
    true,
  ],
  ["a list of issues", '[{"path":["a"],"message":"no"}]', ["invalid_input"], true],
  ["a class of the service's own", '{"name":"AppError","status":409}', [], false],
];

test.each(VERDICTS)("%s", (_what, text, codes, isRecognized) => {
  const said = verdict(text);
  expect({ codes: said.codes, isRecognized: said.isRecognized }).toEqual({ codes, isRecognized });
  expect(said.answer?.error.code).toBe(codes.length === 0 ? "acme_internal_error" : (codes[0] ?? undefined));
});

test("what text cannot hold is put back, and named", () => {
  expect(verdict('{"name":"AxiosError","code":"ECONNABORTED"}')).toMatchObject({
    codes: ["acme_upstream_timeout"],
    restored: ["isAxiosError"],
  });
  expect(verdict('{"name":"TokenExpiredError","expiredAt":"2026-01-01T00:00:00.000Z"}')).toMatchObject({
    codes: ["invalid_credential"],
    restored: ["expiredAt"],
  });
  expect(verdict(EXAMPLE).restored).toEqual([]);
});

test("errors of a database are answered with the recognizer for them, and without", () => {
  const text = '{"name":"PrismaClientKnownRequestError","code":"P2002","clientVersion":"6.0.0"}';
  expect(verdict(text)).toMatchObject({
    codes: ["acme_conflict"],
    withoutDatabases: "acme_internal_error",
    answer: { status: 409 },
  });
  expect(verdict(EXAMPLE).withoutDatabases).toBeUndefined();
});

test("a code says whose failure it is", () => {
  expect(meaningOf("acme_upstream_timeout")).toMatch(/another service/);
  expect(meaningOf("acme_internal_error")).toMatch(/your own/);
  expect(meaningOf("invalid_input")).toBe("");
});
