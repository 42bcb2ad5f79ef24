import { expect, test } from "vitest";
import { installLineOf, pages, programsOf } from "../../../scripts/release/rehearsal/pages.ts";
import { asCommonJs, isJavaScript } from "../../../scripts/release/rehearsal/try-program.ts";

test("the page of every package says how to install it, and those of the adapters have a whole program", () => {
  const own = pages().filter((page) => page.startsWith("packages/"));
  const silent = own.filter((page) => installLineOf(page) === undefined);
  expect(silent).toEqual([]);
  for (const name of ["express", "koa", "fastify", "hono", "h3", "web"]) {
    expect(programsOf(`packages/${name}/README.md`), name).not.toEqual([]);
  }
  expect(programsOf("README.md").some(({ code }) => code.includes("listen("))).toBe(true);
});

test("a program of the README is installed with what its reader already has", () => {
  const [program] = programsOf("README.md").filter(({ code }) => code.includes("listen("));
  expect(program?.install).toMatch(/^npm install @uhp-errors\/core @uhp-errors\/express/);
  expect(program?.beside).toEqual(["express", "@types/express"]);
});

test.each([
  ["no types", 'import a from "a";\nclass B extends a {}\na.get("/", (b) => b < 1 > 2);\n', true],
  ["types of an argument", "const a = (b: string) => b;", false],
  ["types of a call", 'app.get<{ Params: { id: string } }>("/notes/:id", () => {});', false],
  ["a decorator", "@Module({})\nclass A {}", false],
  ["an import of a type", 'import { type A, b } from "a";', false],
])("a program with %s", (_what, code, expected) => {
  expect(isJavaScript(code)).toBe(expected);
});

test.each([
  ["no await", 'import a from "a";\na();\n', 'import a from "a";\na();\n'],
  [
    "an await",
    'import a from "a";\nimport {\n  b,\n} from "b";\nawait a(b);',
    'import a from "a";\nimport {\n  b,\n} from "b";\n(async () => {\nawait a(b);\n})();\n',
  ],
])("a program with %s as CommonJS", (_what, code, expected) => {
  expect(asCommonJs(code)).toBe(expected);
});
