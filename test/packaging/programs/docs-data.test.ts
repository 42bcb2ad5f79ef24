import { expect, test } from "vitest";
import { type AnyBlock, anyBlocksOf, HOME, pages } from "../docs-code/blocks.ts";
import { checkData } from "../docs-code/data.ts";
import { checkShell } from "../docs-code/shell.ts";

const BLOCKS = [...pages(), HOME].flatMap(anyBlocksOf);
const withLanguage = (...languages: readonly string[]) => BLOCKS.filter(({ language }) => languages.includes(language));

test.each(withLanguage("json", "http"))("$page:$line is correct", (block) => {
  expect(checkData(block)).toEqual([]);
});

test.each(withLanguage("sh"))("the commands of $page:$line exist", async (block) => {
  expect(await checkShell(block)).toEqual([]);
});

const block = (language: string, code: string): AnyBlock => ({
  page: "page",
  line: 10,
  language,
  code,
  prelude: undefined,
});

const ENVELOPE = {
  type: "invalid_request_error",
  code: "file_too_large",
  message: "Too large.",
  param: "file",
  detail: { max_bytes: 1 },
};
const envelope = (changes: object) => `${JSON.stringify({ error: { ...ENVELOPE, ...changes } })}\n`;
const response = (statusLine: string) => `${statusLine}\nContent-Type: application/json\n\n${envelope({})}`;

/** Contents of a block, and what the check says about them. */
const DATA: readonly (readonly [says: string, language: string, code: string, misuse: RegExp | undefined])[] = [
  ["a right envelope", "json", envelope({}), undefined],
  ["JSON that is none", "json", '{ "scopes": ["a"] }\n', undefined],
  ["a code that a page made up", "json", envelope({ code: "globex_full", type: "server_error" }), undefined],
  ["a right response", "http", response("HTTP/1.1 413 Payload Too Large"), undefined],
  ["a response that is not JSON", "http", "HTTP/1.1 502 Bad Gateway\nContent-Type: text/html\n\n<h1>\n", undefined],
  ["a request", "http", "POST /notes HTTP/1.1\nAccept: */*\n", undefined],
  ["JSON that does not parse", "json", "{ a: 1 }\n", /^page:10: SyntaxError/],
  ["a type that is not the code's", "json", envelope({ type: "server_error" }), /file_too_large.*type/],
  [
    "a type that does not exist",
    "json",
    envelope({ type: "client_error", code: "globex_full" }),
    /there is no type "client_error"/,
  ],
  ["a detail that does not fit", "json", envelope({ detail: {} }), /max_bytes/],
  [
    "a field that is missing",
    "json",
    envelope({ param: undefined }),
    /the fields are type, code, message, detail, not/,
  ],
  ["a field too many", "json", envelope({ hint: "x" }), /the fields are .*hint, not/],
  [
    "a status that is not the code's",
    "http",
    response("HTTP/1.1 400 Bad Request"),
    /the status of file_too_large is 413, not 400/,
  ],
  ["a wrong reason", "http", response("HTTP/1.1 413 Too Big"), /the reason of 413 is "Payload Too Large"/],
  ["a header that is none", "http", "HTTP/1.1 200 OK\nVersion 1\n", /"Version 1" is no header field/],
  ["no first line", "http", "200 OK\n", /"200 OK" is no first line/],
];

test.each(DATA)("the check of data sees %s", (_says, language, code, misuse) => {
  const found = checkData(block(language, code));
  if (misuse === undefined) expect(found).toEqual([]);
  else expect(found.join("\n")).toMatch(misuse);
});

const COMMANDS: readonly (readonly [command: string, misuse: string | undefined])[] = [
  ["EFFORT=50 pnpm test properties # draws more", undefined],
  ["pnpm --filter './packages/*' pack --pack-destination tarballs", undefined],
  ["pnpm --filter @uhp-errors/site dev", undefined],
  ["pnpm --filter @uhp-errors/site devv", 'page:10: @uhp-errors/site has no script "devv"'],
  ["npx --yes pnpm@12 install", undefined],
  ["pnpm vitest run --project programs", undefined],
  ["pnpm tests", 'page:10: there is no script "tests"'],
  ["pnpm run tests", 'page:10: there is no script "tests"'],
  ["pnpm exec node examples/express/nowhere.ts", "page:10: there is no file examples/express/nowhere.ts"],
  ["npm install --save-dev @uhp-errors/core express ../a.tgz", undefined],
  ["npm install @uhp-errors/expres", 'page:10: there is no package "@uhp-errors/expres" here'],
  ["npm install expresss", 'page:10: there is no package "expresss" here'],
  ["npx uhp-errors explain session_busy --catalog ./catalog.js", undefined],
  ["npx uhp-errors explian session_busy", 'page:10: uhp-errors has no command "explian"'],
  ["npx uhp-errors explain session_busy --colour", 'page:10: uhp-errors explain has no option "--colour"'],
];

test.each(COMMANDS)("the check of commands sees %s", async (command, misuse) => {
  expect(await checkShell(block("sh", `${command}\n`))).toEqual(misuse === undefined ? [] : [misuse]);
});

test("the check of commands sees invalid shell syntax", async () => {
  expect(await checkShell(block("sh", "curl 'http://127.0.0.1\n"))).toEqual([expect.stringContaining("page:10: bash")]);
});
