import { existsSync, readFileSync, writeFileSync } from "node:fs";
import pc from "picocolors";
import type { Reporter, TestCase, TestModule } from "vitest/node";
import { writeExplained } from "./explained-errors.ts";
import { conditionsOn, foreignPage, type Line } from "./foreign-page.ts";
import { tables } from "./foreign-rows.ts";
import { installedVersion } from "./installed.ts";

/** Rows whose recognizer has another name than the library, by the title of the test's group and the recognizer. */
const LIBRARY_OF: readonly (readonly [group: RegExp, recognizer: string, library: string])[] = [
  [/^bodies on koa/, "body-parser", "@koa/bodyparser"],
  [/^bodies on koa/, "zlib", "@koa/bodyparser"],
  [/^uploads on koa/, "multer", "@koa/multer"],
  [/^middleware of koa/, "http-errors", "koa"],
  [/^busboy on its own/, "busboy", "busboy"],
  [/^fastify/, "validation", "fastify"],
  [/^fastify/, "joi", "fastify"],
  [/^fastify/, "busboy", "@fastify/multipart"],
  [/^fastify/, "http-errors", "@fastify/static"],
];

/** Writes docs/foreign-errors.md, and the errors of the site's playground, from the errors that the libraries were made to throw in this run. */
export default class ForeignTable implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const failed = tests.filter((test) => test.result().state === "failed");
    for (const test of failed) process.stdout.write(`${pc.red(`failed: ${test.fullName}`)}\n`);
    const lines = tests.flatMap(lineOf);
    const seen = new Set(
      tests.flatMap((test) => {
        const { recognizer = "", marks = [] } = test.meta().foreign ?? {};
        return marks.map((mark) => `${recognizer} ${mark}`);
      }),
    );
    // A row counts only if its own recognizer knew the error, since other recognizers may list the same name.
    const untried = tables().flatMap(({ file, recognizers, rows }) =>
      rows.filter((row) => !recognizers.some((name) => seen.has(`${name} ${row}`))).map((row) => `${file}: ${row}`),
    );
    const gone = lost(lines);
    if (gone.length > 0) process.stdout.write(`${pc.red(`on the page and no longer provoked:\n${gone.join("\n")}`)}\n`);
    if (untried.length > 0)
      process.stdout.write(`${pc.red(`rows that no error of a library has met:\n${untried.join("\n")}`)}\n`);
    if (failed.length + untried.length + gone.length > 0 || lines.length === 0) {
      process.exitCode = 1;
      return;
    }
    writeFileSync(PAGE, foreignPage(lines));
    writeExplained(lines);
    const count = tables().flatMap(({ rows }) => rows).length;
    const libraries = new Set(lines.map(({ library }) => library));
    process.stdout.write(
      `${lines.length} conditions of ${libraries.size} libraries; all ${count} rows of the tables met\n`,
    );
  }
}

const PAGE = new URL("../../docs/foreign-errors.md", import.meta.url);

/** Conditions that the page lists and this run has not brought about. A line that is dropped on purpose has to be removed by hand. */
function lost(lines: readonly Line[]): string[] {
  if (!existsSync(PAGE)) return [];
  const now = new Set(lines.map(({ library, condition }) => `${library}: ${condition}`));
  return conditionsOn(readFileSync(PAGE, "utf8")).filter((condition) => !now.has(condition));
}

function lineOf(test: TestCase): Line[] {
  const { foreign } = test.meta();
  if (foreign === undefined) return [];
  const [group = ""] = test.fullName.split(" > ");
  const [, named = "", rest] = /^(@?[a-z][\w/-]+), (.+)$/.exec(foreign.condition) ?? [];
  const own = LIBRARY_OF.find(([title, recognizer]) => title.test(group) && recognizer === foreign.library)?.[2];
  const library = isInstalled(named) ? named : (own ?? foreign.library);
  const condition = isInstalled(named) ? (rest ?? "") : foreign.condition;
  return [{ ...foreign, library, condition, version: versionOf(library, group) }];
}

/** The installed version of a library. A group for an older framework may use an older version. */
function versionOf(library: string, group: string): string {
  if (library === "node") return process.versions.node.split(".", 1)[0] ?? "";
  const older = group.includes("fastify4")
    ? library.replace(/^(?:@fastify\/|fastify$)/, (start) => (start === "fastify" ? "fastify4" : "fastify4-"))
    : group.includes("koa2") && library === "koa"
      ? "koa2"
      : library;
  return [older, library].map(installedVersion).find((version) => version !== undefined) ?? "";
}

function isInstalled(name: string): boolean {
  return name !== "" && installedVersion(name) !== undefined;
}
