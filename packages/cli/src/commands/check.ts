import { type AuditOptions, parseRoutes, type Routes, routesFromOpenApi } from "@uhp-errors/conformance";
import { VERSIONS, type Version } from "@uhp-errors/core";
import { visible } from "@uhp-errors/core/internal";
import { Command, Option } from "commander";
import { type Baseline, readBaseline } from "../check/baseline.ts";
import { rawSocket } from "../check/raw-socket.ts";
import type { Summary } from "../check/result.ts";
import { runChecks } from "../check/run.ts";
import { parseTarget, whyUnreachable } from "../check/target.ts";
import { EXIT, type Exit, ExitError } from "../exit.ts";
import { endHelp, jsonOption, MISUSED } from "../help.ts";
import { readJson } from "../modules/files.ts";
import { colorsFor } from "../reports/colors.ts";
import { REPORTS, type ReportName } from "../reports/index.ts";
import type { Terminal } from "../terminal.ts";
import { wholeNumber } from "./whole-number.ts";

interface Options {
  readonly token?: string;
  readonly routes?: string;
  readonly openapi?: string;
  readonly raw?: true;
  readonly requirements: Version;
  readonly baseline?: string;
  readonly report: ReportName;
  readonly strict?: true;
  readonly yes?: true;
  readonly timeout: number;
  readonly maxRequests: number;
}

export function checkCommand(terminal: Terminal, end: (exit: Exit) => void): Command {
  return new Command("check")
    .description("sends a running service requests that fail, and judges its answers")
    .argument("<url>", "the address of the service, such as http://127.0.0.1:3000")
    .option(
      "--token <token>",
      "a bearer token that the service accepts; or set UHP_TOKEN, which no list of processes shows",
    )
    .option("--routes <file>", "what the audits may know of the service's routes, as JSON")
    .option("--openapi <file>", "the service's OpenAPI document as JSON, from which routes are taken")
    .option("--raw", "also send what only a socket can send, such as broken HTTP")
    .addOption(
      new Option("--requirements <version>", "the version of the specification whose rules count")
        .choices(VERSIONS)
        .default(VERSIONS.at(-1)),
    )
    .option("--baseline <file>", "failures that are known, as JSON: a reason by each audit's id")
    .addOption(new Option("--report <form>", "how to report").choices(Object.keys(REPORTS)).default("text"))
    .option("--strict", "fail for a broken SHOULD too")
    .option("--yes", "check a service on another machine")
    .option("--timeout <seconds>", "how long a request may take", wholeNumber(1, 300), 10)
    .option("--max-requests <number>", "how many requests to send at most", wholeNumber(1, 10_000), 300)
    .addOption(jsonOption().implies({ report: "json" }))
    .addHelpText(
      "after",
      endHelp({
        examples: [
          "check http://127.0.0.1:3000 --token test-key",
          "check http://127.0.0.1:3000 --routes routes.json --raw",
          "check http://127.0.0.1:3000 --json > errors.json",
        ],
        exits: {
          0: "no MUST is broken; with --strict, no SHOULD either",
          1: "a rule is broken, or an entry of the baseline no longer fails",
          ...MISUSED,
          3: "the service does not answer",
          4: "the answers say nothing about the service, for example all are 401",
        },
      }),
    )
    .action(async (given: string, options: Options) => end(await check(given, options, terminal)));
}

async function check(given: string, options: Options, terminal: Terminal): Promise<Exit> {
  const url = parseTarget(given, options.yes === true);
  const timeoutMs = options.timeout * 1_000;
  const token = options.token ?? (terminal.env["UHP_TOKEN"] || undefined);
  const routes = await routesOf(options);
  const baseline: Baseline =
    options.baseline === undefined ? new Map() : await readJson(options.baseline, readBaseline);
  const settings: AuditOptions = {
    url,
    routes,
    timeoutMs,
    requirements: options.requirements,
    maxRequests: options.maxRequests,
    ...(token === undefined ? {} : { token }),
    ...(options.raw === true ? { raw: rawSocket(url, timeoutMs) } : {}),
  };
  const unreachable = await whyUnreachable(url, timeoutMs);
  if (unreachable !== undefined)
    throw new ExitError(`${url.origin} does not answer: ${visible(unreachable)}`, EXIT.unreachable);
  const summary = await runChecks(settings, baseline, progressOn(terminal));
  if (terminal.showsProgress) terminal.err(ERASE);
  terminal.out(REPORTS[options.report](summary, colorsFor(terminal)));
  return exitOf(summary, options.strict === true);
}

/** Returns what the files say about the routes. The routes file takes precedence. */
async function routesOf({ openapi, routes }: Options): Promise<Routes> {
  return {
    ...(openapi === undefined ? {} : await readJson(openapi, routesFromOpenApi)),
    ...(routes === undefined ? {} : await readJson(routes, parseRoutes)),
  };
}

function exitOf({ counts, meaningless }: Summary, strict: boolean): Exit {
  if (meaningless !== undefined) return EXIT.meaningless;
  return counts.fail + counts.stale + (strict ? counts.warn : 0) > 0 ? EXIT.failed : EXIT.ok;
}

const ERASE = "\r\u001b[K";

function progressOn(terminal: Terminal): (done: number, all: number, name: string) => void {
  if (!terminal.showsProgress) return () => {};
  return (done, all, name) => terminal.err(`${ERASE}${done}/${all} ${name.slice(0, 70)}`);
}
