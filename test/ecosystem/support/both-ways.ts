import { type Contract, createContract, type ErrorReport } from "@uhp-errors/core";
import { describe, expect, test, vi } from "vitest";
import { acme } from "../../support/catalog.ts";
import { changes, differences, type Side } from "./compare.ts";
import { labelOf } from "./label.ts";
import type {} from "./meta.ts";
import type { Framework, RequestState, Run, Setup, Step } from "./setup.ts";
import { type Answer, cookieField, exchange, keepCookies } from "./wire.ts";

/**
 * Declares a test for each exchange of each setup. Requests go to three servers: bare, with a contract in force, and with one that only
 * reports. With the contract in force, only the listed differences may occur. With the one that only reports, nothing may differ.
 */
export function bothWays<App>(frameworks: readonly Framework<App>[], setups: readonly Setup<App>[]): void {
  for (const framework of frameworks) {
    for (const setup of setups) {
      describe(`${setup.library} on ${framework.name}`, () => {
        const itself = framework.name.startsWith(setup.library);
        const { requests, differences: expected = {} } = setup;
        for (const [name, steps] of Object.entries(requests)) {
          const { seen = [], why } = expected[name] ?? {};
          test(why === undefined ? name : `${name}: differs, since ${why}`, async ({ task }) => {
            task.meta.ecosystem = {
              library: itself ? "(by itself)" : labelOf(setup.library),
              framework: labelOf(framework.name),
              requests: steps.length,
              expected: why === undefined ? 0 : 1,
            };
            expect(await observed(framework, setup, steps)).toEqual(seen);
          });
        }
        test("every expected difference belongs to a request", () => {
          expect(Object.keys(requests)).toEqual(expect.arrayContaining(Object.keys(expected)));
        });
      });
    }
  }
}

async function observed<App>(framework: Framework<App>, setup: Setup<App>, steps: RequestState): Promise<string[]> {
  const bare = await ask(framework, setup, steps, undefined);
  const statuses = bare.answers.map(({ status }) => status);
  expect(statuses, "the bare server").toEqual(steps.map(({ status = 200 }) => status));
  const [enforced, reports] = await askWith(framework, setup, steps, false);
  const [observed, observations] = await askWith(framework, setup, steps, true);
  const rules = setup.normalize ?? [];
  expect(changes(bare, observed, rules), "a contract that only reports").toEqual([]);
  const replaced = named(reports, "answered");
  // The report of a response comes after the response.
  const reported = () => expect(named(observations, "observed"), "what would be replaced").toEqual(replaced);
  await vi.waitFor(reported, { interval: 5, timeout: 20_000 });
  return differences(bare, { ...enforced, reports }, rules, steps);
}

async function askWith<App>(
  framework: Framework<App>,
  setup: Setup<App>,
  steps: RequestState,
  reportOnly: boolean,
): Promise<[Side, ErrorReport[]]> {
  const reports: ErrorReport[] = [];
  const contract = createContract(acme, { reportOnly, onError: (report) => reports.push(report) });
  return [await ask(framework, setup, steps, contract), reports];
}

function named(reports: readonly ErrorReport[], as: ErrorReport["outcome"]): string[] {
  return reports.filter(({ outcome }) => outcome === as).map(({ status, code }) => `${status} ${code}`);
}

/** Starts a server, sends it the requests and closes it. */
async function ask<App>(
  framework: Framework<App>,
  setup: Setup<App>,
  steps: RequestState,
  contract: Contract | undefined,
): Promise<Side> {
  const log: string[] = [];
  const closers: (() => unknown)[] = [];
  const run: Run = { log: (line) => log.push(line), onClose: (close) => closers.push(close) };
  // Express's error page for developers shows a stack, and frames of the contract would be part of it.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  const server = await framework.start(setup, run, contract);
  const answers: Answer[] = [];
  const cookies = new Map<string, string>();
  try {
    for (const step of steps) {
      const answer = await exchange(server.port, prepared(step, server.port, answers.at(-1), cookies));
      answers.push(answer);
      keepCookies(answer, cookies);
    }
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    for (const close of closers.reverse()) await close();
    await server.close();
  }
  return { answers, log: [...log, ...((await setup.observe?.()) ?? [])] };
}

function prepared(step: Step, port: number, previous: Answer | undefined, cookies: ReadonlyMap<string, string>) {
  const { headers, resume, reply, ...request } = step;
  const own = typeof headers === "function" ? headers(previous) : headers;
  const all = { ...cookieField(cookies), ...own };
  if (resume === undefined && reply === undefined) return { ...request, headers: all };
  const onFirstBytes = (write: (bytes: Buffer) => void) => {
    if (resume !== undefined) void exchange(port, { path: resume });
    if (reply !== undefined) write(reply);
  };
  return { ...request, headers: all, onFirstBytes };
}
