import { readFileSync } from "node:fs";
import { STATUS_CODES } from "node:http";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Sent, send } from "../../support/http.ts";
import { type Block, blocksOf } from "../docs-code/blocks.ts";
import { type Program, startProgram } from "../docs-code/start-program.ts";

const PAGE = "docs/getting-started.md";
const TEXT = readFileSync(new URL(`../../../${PAGE}`, import.meta.url), "utf8");

/** The programs, by the adapter that each imports. */
const PROGRAMS = blocksOf(PAGE).map((block): [adapter: string, block: Block] => [
  /"@uhp-errors\/(?!core|node")(\w+)"/.exec(block.code)?.[1] ?? "none",
  block,
]);

/** The contents of the page's one `tsconfig.json`. */
const TSCONFIG = JSON.parse(/```json\n(\{\n {2}"compilerOptions"[\s\S]*?)```/.exec(TEXT)?.[1] ?? "") as {
  readonly compilerOptions: object;
};

/** Each `curl` line with the response that the page shows below it. */
const REQUESTS = [...TEXT.matchAll(/```sh\n(curl [^\n]+)\n```\s+```http\n([\s\S]*?)```/g)].map(
  ([, line = "", shown = ""]): [line: string, shown: string] => [line, shown],
);

/** What a `curl` line sends. */
function sentBy(line: string): Sent {
  const [, path = "/"] = /http:\/\/127\.0\.0\.1:3000(\S*)/.exec(line) ?? [];
  const headers = [...line.matchAll(/-H "([^:]+): ([^"]+)"/g)].map(([, name = "", value = ""]) => [name, value]);
  const body = /-d "([^"]*)"/.exec(line)?.[1];
  return body === undefined ? { path } : { method: "POST", path, headers: Object.fromEntries(headers), body };
}

const ID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

test("the page has a program for each framework, and requests with their responses", () => {
  expect(PROGRAMS.map(([adapter]) => adapter)).toEqual(["express", "koa", "fastify", "hono", "h3", "nestjs", "web"]);
  expect(REQUESTS.map(([, shown]) => shown.slice(9, 12))).toEqual(["200", "404", "400", "500", "404"]);
});

describe.each(PROGRAMS)("the whole program for %s", (_adapter, block) => {
  let program: Program;
  beforeAll(async () => {
    program = await startProgram(block, TSCONFIG.compilerOptions);
  });
  afterAll(() => program?.close());

  test.each(REQUESTS)("answers %s as the page shows", async (line, shown) => {
    const { status, headers, body } = await send(program.url, sentBy(line));
    const [head = "", text = ""] = shown.replaceAll(ID, "id").split("\n\n");
    const [statusLine = "", ...fields] = head.split("\n");
    expect(`HTTP/1.1 ${status} ${STATUS_CODES[status]}`).toBe(statusLine);
    const received = Object.entries(headers).map(([name, value]) => `${name}: ${value}`.replaceAll(ID, "id"));
    const lowered = fields.map((field) => field.replace(/^[^:]+/, (name) => name.toLowerCase()));
    expect(received).toEqual(expect.arrayContaining(lowered));
    expect(body.replaceAll(ID, "id")).toBe(text.trim());
  });

  test("shows its operator the error that the client did not see, with the client's id", async () => {
    const { headers } = await send(program.url, { path: "/report" });
    const id = headers["x-request-id"] ?? "no id";
    await vi.waitFor(() => expect(program.printed()).toContain(id), { timeout: 20_000 });
    expect(program.printed()).toMatch(/Error: cannot open \/srv\/acme\/notes\.db\\n {4}at /);
    expect(program.printed()).not.toContain("UhpErrorsWarning");
  });
});
