import { type ExecFileException, execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Argument, Command } from "commander";
import { FRAMEWORKS, type Framework, start } from "./start.ts";

/** The part of the suite's report on a run that is read here. */
interface Report {
  readonly suite_version: string;
  readonly generated_at: string;
  readonly summary: Readonly<Record<(typeof COLUMNS)[number], number>>;
  readonly checks: readonly {
    readonly id: string;
    readonly title: string;
    readonly outcome: string;
    readonly detail: string;
  }[];
}

const COLUMNS = ["total", "pass", "fail", "skip", "error"] as const;
const NAMES = Object.keys(FRAMEWORKS) as Framework[];
const KEY = "test-key";

const WHERE = `
Set UHP_SUITE to the suite's folder, which is protocol/conformance in a clone of the protocol's repository. python3 then
runs it from there. Without UHP_SUITE, this runs the program uhp-conformance on the path.`;

const print = (line: string) => process.stdout.write(`${line}\n`);

await new Command("public-suite")
  .description("runs the protocol's public conformance suite against the reference service")
  .addArgument(new Argument("[frameworks...]", "the frameworks to run on").choices(NAMES).default(NAMES, "all"))
  .option("--class <class>", "the class of checks to run", "core")
  .option("--reports <folder>", "where to write the suite's reports; a new temporary folder by default")
  .addHelpText("after", WHERE)
  .action(async (frameworks: readonly Framework[], options: { class: string; reports?: string }) => {
    const { failed, text } = await suite(["--help"]);
    if (failed !== null) {
      print(`The public conformance suite does not run here: ${text.trim() || failed.message}\n${WHERE}`);
      process.exitCode = 2;
      return;
    }
    const folder = resolve(options.reports ?? mkdtempSync(join(tmpdir(), "public-suite-")));
    mkdirSync(folder, { recursive: true });
    let passed = true;
    for (const framework of frameworks) {
      const report = await reportOn(framework, options.class, join(folder, `${framework}.json`));
      if (framework === frameworks[0]) {
        print(`Suite ${report.suite_version}, class ${options.class}, ${report.generated_at}\n`);
        print(`| server | ${COLUMNS.join(" | ")} |\n| --- |${" ---: |".repeat(COLUMNS.length)}`);
      }
      print(`| ${framework} | ${COLUMNS.map((column) => report.summary[column]).join(" | ")} |`);
      const rest = report.checks.filter(({ outcome }) => outcome !== "pass");
      for (const { id, title, outcome, detail } of rest)
        process.stderr.write(`  ${id} ${outcome}: ${title}. ${detail}\n`);
      passed &&= report.checks.length > 0 && rest.length === 0;
    }
    print(`\nReports: ${folder}`);
    process.exitCode = passed ? 0 : 1;
  })
  .parseAsync();

/** Runs the suite against the service on a framework. */
async function reportOn(framework: Framework, cls: string, file: string): Promise<Report> {
  const service = await start(framework, { key: KEY, onError: () => {} });
  const to = ["--base-url", service.url, "--api-key", KEY];
  // It also exits with a failure if a check fails. Only its report counts.
  const { text } = await suite([...to, "--class", cls, "--json", file, "--plain"]);
  await service.close();
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (cause) {
    throw new Error(`The suite left no report: ${text}`, { cause });
  }
}

/** Runs the suite. Never rejects, because the suite may not be installed. */
function suite(args: readonly string[]): Promise<{ failed: ExecFileException | null; text: string }> {
  const { UHP_SUITE: folder } = process.env;
  const [program, first] = folder === undefined ? ["uhp-conformance", []] : ["python3", ["-m", "uhp_conformance.cli"]];
  const env = folder === undefined ? process.env : { ...process.env, PYTHONPATH: resolve(folder) };
  return new Promise((done) => {
    execFile(program, [...first, ...args], { env }, (failed, _stdout, text) => done({ failed, text }));
  });
}
