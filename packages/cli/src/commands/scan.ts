import { Command, Option } from "commander";
import { EXIT, type Exit } from "../exit.ts";
import { endHelp, jsonOption, MISUSED } from "../help.ts";
import { readJson, requireFolder } from "../modules/files.ts";
import { baselineIn, newFindings } from "../scan/baseline.ts";
import { SCAN_REPORTS, type ScanReportName } from "../scan/report.ts";
import { scanSources } from "../scan/scan.ts";
import { readSources } from "../scan/sources.ts";
import type { Terminal } from "../terminal.ts";
import { findVendor, requirePrefix } from "./vendor.ts";

interface Options {
  readonly report: ScanReportName;
  readonly check?: string;
  readonly vendor?: string;
  readonly tests?: true;
}

export function scanCommand(terminal: Terminal, end: (exit: Exit) => void): Command {
  return new Command("scan")
    .description("lists where the sources of a service make errors, and proposes a code for each; runs none of them")
    .argument("[folder]", "the folder of the sources", ".")
    .addOption(new Option("--report <form>", "how to report").choices(Object.keys(SCAN_REPORTS)).default("table"))
    .option("--check <baseline>", "fail for errors that this earlier report, as JSON, does not have")
    .option(
      "--vendor <prefix>",
      "the prefix of the codes that are proposed; by default that of the catalog, or else from the name in package.json",
    )
    .option("--tests", "scan tests too")
    .addOption(jsonOption().implies({ report: "json" }))
    .addHelpText(
      "after",
      endHelp({
        examples: ["scan ./src", "scan ./src --json > errors-by-hand.json", "scan ./src --check errors-by-hand.json"],
        exits: {
          0: "the sources were scanned",
          1: "--check found an error that the baseline does not have",
          ...MISUSED,
        },
      }),
    )
    .action(async (folder: string, options: Options) => end(await scan(folder, options, terminal)));
}

async function scan(folder: string, options: Options, terminal: Terminal): Promise<Exit> {
  await requireFolder(folder);
  if (options.vendor !== undefined) requirePrefix(options.vendor);
  const baseline = options.check === undefined ? undefined : await readJson(options.check, baselineIn);
  const { sources, skipped, tests } = await readSources(folder, options.tests === true);
  const found = scanSources(sources, options.vendor ?? (await findVendor(folder)));
  const result = {
    ...found,
    tests,
    skipped: [...skipped, ...found.skipped].sort((one, other) => (one.file < other.file ? -1 : 1)),
  };
  if (baseline === undefined) {
    terminal.out(SCAN_REPORTS[options.report](result));
    return EXIT.ok;
  }
  const added = newFindings(result, baseline);
  terminal.out(SCAN_REPORTS[options.report]({ ...result, findings: added }));
  if (added.length === 0) return EXIT.ok;
  const errors = added.length === 1 ? "1 error is" : `${added.length} errors are`;
  terminal.err(`error: ${errors} written by hand that the baseline does not have\n`);
  return EXIT.failed;
}
