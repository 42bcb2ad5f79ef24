import { readFileSync } from "node:fs";
import { createContract, type ErrorReport, type RequestContext } from "@uhp-errors/core";
import { adoptionReport } from "@uhp-errors/core/adoption";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { acme } from "../../../support/catalog.ts";
import { optionIn } from "../../protocols/serve.ts";
import { changes, differences } from "../../support/compare.ts";
import { labelOf } from "../../support/label.ts";
import type { Answer } from "../../support/wire.ts";
import type { App } from "./app.ts";
import { type Played, play } from "./play.ts";

/** What happens to a response when the contract is in force. */
type Fate = "success" | "envelope" | "passed" | "kept out";

interface Outcome {
  readonly fate: Fate;
  readonly wrongs: readonly string[];
}

/** The results for an application in each of the three ways. */
interface Seen {
  readonly bare: ReadonlyMap<string, Played>;
  readonly watched: ReadonlyMap<string, Played>;
  /** Reports of the contract that only reports, by request. */
  readonly observed: ReadonlyMap<string, readonly ErrorReport[]>;
  /** The options that the adoption report names. */
  readonly lines: readonly string[];
  /** The elements of the option `recognize` that the report names. */
  readonly classes: readonly string[];
  readonly outcomes: ReadonlyMap<string, Outcome>;
}

/**
 * Declares the tests of an application. Its flow is sent to three servers: bare, with a contract that only reports, and with one in force.
 * The last one leaves out what the adoption report of the second one names.
 */
export function threeWays(app: App): void {
  const { keptOut = [], classes = [], differences: expected = {} } = app;
  const name = labelOf(app.library);
  describe(`${name}: ${app.is}`, () => {
    let seen: Seen;
    beforeAll(async () => {
      seen = await see(app);
    });

    test("bare, it answers as the flow says", () => {
      const statuses = [...seen.bare].map(([step, { answer }]) => [step, answer.status]);
      expect(statuses).toEqual(Object.entries(app.flow).map(([step, { status = 200 }]) => [step, status]));
      const broken = [...seen.bare].filter(([step, { answer }]) => !answer.whole && !hangsUp(app, step));
      expect(broken).toEqual([]);
    });

    test("a contract that only reports changes no byte", () => {
      const rules = app.normalize ?? [];
      const changed = [...seen.bare].flatMap(([step, { answer }]) => {
        const other = seen.watched.get(step);
        return changes(side(answer), side(other?.answer), rules).map((line) => `${step}: ${line}`);
      });
      expect(changed).toEqual([]);
    });

    test("it has one report for each failure", () => {
      const counts = [...seen.bare].map(([step, { answer }]) => [step, answer.status >= 400 ? 1 : 0]);
      expect([...seen.observed].map(([step, reports]) => [step, reports.length])).toEqual(counts);
    });

    test("the adoption report names what to keep out and what to teach", () => {
      expect({ keptOut: seen.lines, classes: seen.classes }).toEqual({ keptOut, classes });
    });

    test("a contract in force changes nothing but failures", ({ task }) => {
      const lines = [...app.adoption, ...seen.lines, ...seen.classes];
      task.meta.app = { name, is: app.is, ...countsOf(seen), lines };
      const wrong = [...seen.outcomes].filter(([, { wrongs }]) => wrongs.length > 0);
      const due = Object.entries(expected).map(([step, difference]) => [step, difference.seen]);
      expect(Object.fromEntries(wrong.map(([step, { wrongs }]) => [step, wrongs]))).toEqual(Object.fromEntries(due));
    });

    test("the docs count the same", () => {
      const { requests, envelopes, passed, keptOut: left } = countsOf(seen);
      const lines = app.adoption.length + seen.lines.length + seen.classes.length;
      const row = [`\`${app.library}\`, ${app.is}`, requests, envelopes, passed + left, lines];
      expect(DOCUMENTED).toContainEqual(row.map(String));
    });
  });
}

/** The rows of the docs' table of applications. */
const DOCUMENTED = readFileSync(new URL("../../../../docs/adopting.md", import.meta.url), "utf8")
  .replace(/^.*\n## Applications that were tried\n/s, "")
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .map((line) => line.split(" | ").map((cell) => cell.replace(/^\| | \|$/g, "").trim()));

function countsOf({ bare, outcomes }: Seen) {
  const all = [...outcomes].map(([step, outcome]) => ({
    ...outcome,
    isFailure: (bare.get(step)?.answer.status ?? 0) >= 400,
    isChanged: outcome.wrongs.some((wrong) => !wrong.startsWith("report")),
  }));
  const failures = all.filter(({ isFailure }) => isFailure);
  const successes = all.filter(({ isFailure }) => !isFailure);
  const become = (fate: Fate) => failures.filter((failure) => failure.fate === fate).length;
  return {
    requests: all.length,
    successes: successes.length,
    same: successes.filter(({ isChanged }) => !isChanged).length,
    failures: failures.length,
    envelopes: become("envelope"),
    passed: become("passed"),
    keptOut: become("kept out"),
  };
}

async function see(app: App): Promise<Seen> {
  const bare = await play(app, undefined);

  const adoption = adoptionReport();
  const observed = await playWith(app, { reportOnly: true }, () => true, adoption.add);
  const { otherProtocols, unknownClasses } = adoption.json();
  const lines = otherProtocols.map(({ line }) => line);
  const classes = unknownClasses.map(({ line }) => line);

  const conditions = lines.map((line) => optionIn(line).appliesTo);
  const appliesTo = (request: RequestContext) => conditions.every((applies) => applies?.(request) !== false);
  const enforced = await playWith(app, { appliesTo, recognize: app.recognize ?? [] }, (request) =>
    appliesTo(contextOf(request)),
  );

  const outcomes = [...bare].map(([step, before]): [string, Outcome] => {
    const after = enforced.played.get(step);
    const reports = enforced.reports.get(step) ?? [];
    if (after === undefined) throw new Error(`no answer to: ${step}`);
    return [step, judge(app, before.answer, after.answer, reports, appliesTo(contextOf(before.request)))];
  });
  return { bare, watched: observed.played, observed: observed.reports, lines, classes, outcomes: new Map(outcomes) };
}

/** Milliseconds after which a report counts as missing. */
const PATIENCE = 20_000;

/** Sends a flow to a server with a contract, and waits for the report of each failure before the next request. */
async function playWith(
  app: App,
  options: Parameters<typeof createContract>[1],
  isCovered: (request: Played["request"]) => boolean,
  onError: (report: ErrorReport) => void = () => {},
) {
  const all: ErrorReport[] = [];
  const reports = new Map<string, readonly ErrorReport[]>();
  const contract = createContract(acme, {
    ...options,
    onError: (report) => {
      all.push(report);
      onError(report);
    },
  });
  const played = await play(app, contract, async (step, { answer, request }) => {
    const before = [...reports.values()].flat().length;
    const due = answer.status >= 400 && isCovered(request) ? 1 : 0;
    await vi.waitFor(() => expect(all.length - before, `reports of: ${step}`).toBeGreaterThanOrEqual(due), {
      interval: 2,
      timeout: PATIENCE,
    });
    reports.set(step, all.slice(before));
  });
  return { played, reports };
}

function judge(app: App, before: Answer, after: Answer, reports: readonly ErrorReport[], isCovered: boolean): Outcome {
  const rules = app.normalize ?? [];
  if (!isCovered) {
    const wrongs = changes(side(before), side(after), rules);
    return { fate: "kept out", wrongs: [...wrongs, ...reports.map(({ outcome }) => `report: ${outcome}`)] };
  }
  const passed = reports.filter(({ outcome }) => outcome === "passed");
  const isPassed = passed.length > 0;
  const due = { reports: before.status >= 400 ? 1 : 0, ...(isPassed ? { outside: true as const } : {}) };
  const others = isPassed ? reports.filter(({ outcome }) => outcome !== "passed") : reports;
  const wrongs = differences(side(before), { ...side(after), reports: others }, rules, [due]);
  if (passed.length > 1) wrongs.push(`reports: passed ${passed.length} times`);
  const answered = reports.find(({ outcome }) => outcome === "answered");
  if (answered !== undefined && answered.status !== after.status) wrongs.push(`report: status ${answered.status}`);
  return { fate: isPassed ? "passed" : before.status >= 400 ? "envelope" : "success", wrongs };
}

function hangsUp(app: App, step: string): boolean {
  return app.flow[step]?.until !== undefined;
}

function side(answer: Answer | undefined) {
  return { answers: answer === undefined ? [] : [answer], log: [] };
}

/** A request in the form that the option `appliesTo` gets. */
function contextOf({ method, path, headers }: Played["request"]): RequestContext {
  const fields = new Headers(headers);
  return { method, path: path.replace(/\?.*/s, ""), header: (name) => fields.get(name) ?? undefined } as RequestContext;
}
