import pc from "picocolors";
import type { Reporter, TestCase, TestModule } from "vitest/node";
import { writeForeignList } from "./foreign-list.ts";
import { tables } from "./foreign-rows.ts";
import { installedVersion } from "./installed.ts";
import { type Provoked, readRecorded, recordedFrom, writeRecorded } from "./recorded-errors.ts";

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

/** Writes the list of docs/foreign-errors.md, and the errors of the site, from the errors that the libraries were made to throw in this run. */
export default class ForeignTable implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const failed = tests.filter((test) => test.result().state === "failed");
    for (const test of failed) process.stdout.write(`${pc.red(`failed: ${test.fullName}`)}\n`);
    const recorded = recordedFrom(tests.flatMap(provokedBy));
    const seen = new Set(
      tests.flatMap((test) => {
        const { recognizer = "", met = [] } = test.meta().foreign ?? {};
        return met.map((row) => `${recognizer} ${row}`);
      }),
    );
    // A row counts only if its own recognizer knew the error, since other recognizers may list the same name.
    const untried = tables().flatMap(({ file, recognizers, rows }) =>
      rows.filter((row) => !recognizers.some((name) => seen.has(`${name} ${row}`))).map((row) => `${file}: ${row}`),
    );
    const now = new Set(recorded.map(nameOf));
    // An error that is dropped on purpose has to be removed from the file by hand.
    const gone = readRecorded()
      .map(nameOf)
      .filter((name) => !now.has(name));
    if (gone.length > 0) process.stdout.write(`${pc.red(`recorded and no longer provoked:\n${gone.join("\n")}`)}\n`);
    if (untried.length > 0)
      process.stdout.write(`${pc.red(`rows that no error of a library has met:\n${untried.join("\n")}`)}\n`);
    if (failed.length + untried.length + gone.length > 0 || recorded.length === 0) {
      process.exitCode = 1;
      return;
    }
    writeRecorded(recorded);
    writeForeignList(recorded);
    const count = tables().flatMap(({ rows }) => rows).length;
    const libraries = new Set(recorded.map(({ library }) => library));
    process.stdout.write(
      `${recorded.length} errors of ${libraries.size} libraries; all ${count} rows of the tables met\n`,
    );
  }
}

const nameOf = ({ library, condition }: { readonly library: string; readonly condition: string }) =>
  `${library}: ${condition}`;

function provokedBy(test: TestCase): Provoked[] {
  const { foreign } = test.meta();
  if (foreign === undefined) return [];
  const [group = ""] = test.fullName.split(" > ");
  const [, named = "", rest] = /^(@?[a-z][\w/-]+), (.+)$/.exec(foreign.condition) ?? [];
  const own = LIBRARY_OF.find(([title, recognizer]) => title.test(group) && recognizer === foreign.library)?.[2];
  const library = isInstalled(named) ? named : (own ?? foreign.library);
  const condition = isInstalled(named) ? (rest ?? "") : foreign.condition;
  const { traits, status, code, alone } = foreign;
  return [{ library, version: versionOf(library, group), condition, status, code, alone, ...traits }];
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
