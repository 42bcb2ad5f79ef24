import type { ErrorReport } from "@uhp-errors/core";
import type { Rule, Step } from "./setup.ts";
import { type Answer, decoded } from "./wire.ts";

/** Fields that the contract adds, and the date. */
const APART = /^(?:uhp-version|x-request-id|date):/i;

/** How many characters of a body a difference shows. */
const SHOWN = 160;

const DATE = /^date:/i;

/** One side of a comparison. */
export interface Side {
  readonly answers: readonly Answer[];
  readonly log: readonly string[];
}

/** How the responses of the two servers differ, in words; empty if they are the same. */
export function differences(
  bare: Side,
  contract: Side & { readonly reports: readonly ErrorReport[] },
  rules: readonly Rule[],
  steps: readonly Step[],
): string[] {
  const seen = bare.answers.flatMap((before, index) => {
    const after = contract.answers[index];
    const found = after === undefined ? ["no answer"] : compare(before, after, rules, steps[index]?.outside === true);
    return bare.answers.length === 1 ? found : found.map((line) => `step ${index + 1}: ${line}`);
  });
  const due = steps.reduce((sum, step, index) => sum + reportsOf(step, contract.answers[index]), 0);
  if (due !== contract.reports.length) {
    seen.push(
      `reports: ${contract.reports.map(({ outcome, code }) => `${outcome} ${code}`).join() || "none"} where ${due} are due`,
    );
  }
  return [...seen, ...changed("log", tidy(bare.log, rules), tidy(contract.log, rules))];
}

/** How a server's responses differ from the bare one's in any byte; empty if they are the same. */
export function changes(bare: Side, other: Side, rules: readonly Rule[]): string[] {
  const exact = (lines: readonly string[]) =>
    lines.filter((line) => !DATE.test(line)).map((line) => normal(line, rules));
  const texts = (answer: Answer) => [...exact(answer.head), end(answer)];
  return [
    ...bare.answers.flatMap((before, index) => {
      const after = other.answers[index];
      if (after === undefined) return ["no answer"];
      return [...changed(`answer ${index + 1}`, texts(before), texts(after)), ...bodyChange(before, after, rules)];
    }),
    ...changed("log", exact(bare.log), exact(other.log)),
  ];
}

function reportsOf({ reports, outside }: Step, answer: Answer | undefined): number {
  if (answer === undefined || outside === true) return 0;
  return reports ?? (answer.status >= 400 || !answer.whole ? 1 : 0);
}

function compare(before: Answer, after: Answer, rules: readonly Rule[], outside: boolean): string[] {
  const ends = before.whole === after.whole ? [] : [`ends: ${end(before)} → ${end(after)}`];
  const status = before.status === after.status ? [] : [`status: ${before.status} → ${after.status}`];
  if (after.status >= 400 && !outside) return [...ends, ...status, ...wrongsOf(after)];
  if (before.status >= 400 && !outside) return [...ends, ...status];
  const heads = changed("head", tidy(before.head, rules), tidy(after.head, rules));
  return [...ends, ...status, ...heads, ...bodyChange(before, after, rules), ...(outside ? [] : missing(after))];
}

function bodyChange(before: Answer, after: Answer, rules: readonly Rule[]): string[] {
  const [was, is] = [normal(before.body, rules), normal(after.body, rules)];
  return was === is ? [] : [`body: ${JSON.stringify(around(was, is))} → ${JSON.stringify(around(is, was))}`];
}

function end({ whole }: Answer): string {
  return whole ? "whole" : "broken";
}

/** The contract's own two fields, on every response that has a head. */
function missing({ status, headers }: Answer): string[] {
  if (status === 0 || status === 101) return [];
  return ["uhp-version", "x-request-id"].filter((name) => headers[name] === undefined).map((name) => `no ${name}`);
}

/** What is wrong with a response of status 400 or higher, which must be one envelope with five fields. */
function wrongsOf(answer: Answer): string[] {
  const wrongs = missing(answer);
  const type = answer.headers["content-type"];
  if (type !== "application/json; charset=utf-8") wrongs.push(`content-type: ${type}`);
  if (answer.status === 405 && answer.headers["allow"] === undefined) wrongs.push("no allow");
  // The response to HEAD has no body to check.
  if (answer.body === "" && answer.headers["content-length"] !== "0") return wrongs;
  const text = decoded(answer);
  try {
    const envelope = JSON.parse(text) as Record<string, Record<string, unknown>>;
    const fields = Object.keys(envelope["error"] ?? {}).join();
    if (Object.keys(envelope).join() !== "error" || fields !== "type,code,message,param,detail") {
      wrongs.push(`body: ${text.slice(0, SHOWN)}`);
    }
  } catch {
    wrongs.push(`body: ${text.slice(0, SHOWN)}`);
  }
  return wrongs;
}

/** Lines that were removed and lines that were added. If only the order of lines changed, it says so. */
function changed(what: string, before: readonly string[], after: readonly string[]): string[] {
  const gone = without(before, after).map((line) => `${what}: - ${line}`);
  const come = without(after, before).map((line) => `${what}: + ${line}`);
  const moved = gone.length + come.length === 0 && before.join("\n") !== after.join("\n");
  return moved ? [`${what}: order ${before.join(" | ")} → ${after.join(" | ")}`] : [...gone, ...come];
}

/** The lines of one list that the other lacks, as often as it lacks them. */
function without(lines: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return lines.filter((line) => {
    const at = left.indexOf(line);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

function tidy(lines: readonly string[], rules: readonly Rule[]): string[] {
  return lines.filter((line) => !APART.test(line)).map((line) => normal(line, rules));
}

function normal(line: string, rules: readonly Rule[]): string {
  return rules.reduce((text, { pattern, by }) => text.replace(pattern, by), line);
}

/** The part of a string that begins a little before its first difference from another. */
function around(text: string, other: string): string {
  let at = 0;
  while (at < text.length && text[at] === other[at]) at += 1;
  const start = Math.max(0, at - 20);
  return text.slice(start, start + SHOWN);
}
