import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineCatalog } from "@uhp-errors/core";
import { type CodeJson, toConstants, toJson } from "@uhp-errors/exports";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Language, Parser } from "web-tree-sitter";
import { acme } from "./catalog.ts";

/** Strings that end a literal or a comment unexpectedly. */
const odd = defineCatalog({
  vendor: "acme",
  codes: {
    acme_1_2: { status: 409, message: 'It\'s "quoted" \\ and \u{1f600}.', when: 'Ends: */ """ ` $\u007bx} \\' },
    acme_12: { status: 409, message: "A message.", when: "One line.\nAnother\u2028line.\r\n# third\ufeff" },
    acme_a_b: { status: 410, message: "A message.", when: "-- // /* \u0000\u001b[31m \ud800" },
    acme_ab: { status: 410, message: "A message.", when: "x".repeat(500) },
  },
});
const CATALOGS = { acme, odd };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "constants-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a program can read from the constants, and what it must find. */
const factsOf = ({ type, status, places, since, retry, message, detail_required: isRequired }: CodeJson) => [
  type,
  status,
  places,
  since,
  retry.rule,
  message,
  isRequired,
];
const expected = (codes: readonly CodeJson[]) => codes.map((code) => [code.code, ...factsOf(code)]);

/** Whether a program exists; prints a note if it does not. */
function isThere(program: string, argument: string): boolean {
  const { error } = spawnSync(program, [argument]);
  if (error !== undefined)
    process.stderr.write(`${program} is not installed: its check of the constants is left out\n`);
  return error === undefined;
}

describe.each(Object.entries(CATALOGS))("the constants of %s", (name, catalog) => {
  const { codes } = toJson(catalog);

  test("compile in Python, and say what the catalog says", () => {
    if (!isThere("python3", "--version")) return;
    writeFileSync(join(folder, `errors_${name}.py`), toConstants(catalog, "python"));
    const fields = "f.type, f.status, f.places, f.since, f.retry, f.message, f.detail_required";
    const program = `import json, errors_${name} as e\nprint(json.dumps([[c, ${fields}] for c, f in e.ERROR_FACTS.items()]))`;
    const options = { cwd: folder, encoding: "utf8" } as const;
    execFileSync("python3", ["-W", "error", "-m", "py_compile", `errors_${name}.py`], options);
    expect(JSON.parse(execFileSync("python3", ["-c", program], options))).toEqual(expected(codes));
    expect(execFileSync("python3", ["-c", `import errors_${name} as e; print(e.SESSION_BUSY)`], options)).toBe(
      "session_busy\n",
    );
  });

  test("compile in TypeScript, and say what the catalog says", { timeout: 60_000 }, async () => {
    const file = join(folder, `${name}.ts`);
    writeFileSync(file, toConstants(catalog, "typescript"));
    const options = { strict: true, noEmit: true, target: ts.ScriptTarget.ES2022, types: [] };
    const found = ts.getPreEmitDiagnostics(ts.createProgram([file], options));
    expect(found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"))).toEqual([]);
    const made = (await import(file)) as {
      readonly ErrorCode: Record<string, string>;
      readonly ERROR_FACTS: ReadonlyMap<string, Record<string, unknown>>;
    };
    expect([...made.ERROR_FACTS].map(([code, facts]) => [code, ...Object.values(facts)])).toEqual(expected(codes));
    expect(made.ErrorCode["SESSION_BUSY"]).toBe("session_busy");
  });

  test("are Go that parses, and that gofmt leaves unchanged", async () => {
    const source = toConstants(catalog, "go");
    const tree = await goTree(source);
    expect(tree.hasError).toBe(false);
    const constants = tree.descendantsOfType("const_spec").map((spec) => spec?.childForFieldName("name")?.text);
    expect(constants).toHaveLength(codes.length + 1);
    expect(new Set(constants).size).toBe(constants.length);
    if (!isThere("gofmt", "-h")) return;
    expect(execFileSync("gofmt", { input: source, encoding: "utf8" })).toBe(source);
  });
});

test("Go's parser finds mistakes", async () => {
  expect((await goTree(toConstants(acme, "go").replace("const (", "const ["))).hasError).toBe(true);
});

test("another language is refused", () => {
  for (const language of ["rust", "__proto__", "toString"]) {
    expect(() => toConstants(acme, language as "go")).toThrow(/^language: expected one of typescript, python, go/);
  }
});

async function goTree(source: string) {
  await Parser.init();
  const { resolve } = createRequire(import.meta.url);
  const parser = new Parser().setLanguage(await Language.load(resolve("tree-sitter-go/tree-sitter-go.wasm")));
  const tree = parser.parse(source);
  if (tree === null) throw new Error("the parser gave no tree");
  return tree.rootNode;
}
