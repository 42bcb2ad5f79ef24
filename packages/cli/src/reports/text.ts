import { visible } from "@uhp-errors/core/internal";
import {
  describeCounts,
  describeSkips,
  groupSkips,
  type Result,
  reasonOf,
  type Summary,
  type Verdict,
} from "../check/result.ts";
import type { Colors } from "./colors.ts";
import { barred, printable } from "./escape.ts";

const SIGNS: Readonly<Record<Verdict, string>> = {
  pass: "✓",
  fail: "✗",
  stale: "✗",
  warn: "!",
  known: "~",
  note: "i",
  skip: "-",
};

/** Reports a check for people, with the request and the response of each failure. */
export function textReport(summary: Summary, colors: Colors): string {
  const { url, requirements, results, meaningless } = summary;
  const lines = results.filter(({ verdict }) => verdict !== "skip").map((result) => lineOf(result, colors));
  const warning =
    meaningless === undefined ? [] : [colors.red(`These results say nothing about the service. ${meaningless}`)];
  return [
    `${visible(url)} by the rules of ${requirements}`,
    "",
    ...lines,
    "",
    ...skipLines(summary, colors),
    ...warning,
    describeCounts(summary),
    "",
  ].join("\n");
}

function lineOf(result: Result, colors: Colors): string {
  const { audit, verdict, known, outcome } = result;
  const head = colorOf(verdict, colors)(`${SIGNS[verdict]} ${audit.id} ${audit.name}`);
  const reason = reasonOf(result);
  const told = reason === undefined ? [] : [printable(reason)];
  const because = known === undefined ? [] : [`Known: ${printable(known)}`];
  if (outcome.status !== "fail" || verdict === "known" || verdict === "note")
    return [head, ...indented([...told, ...because])].join("\n");
  const clause = `See ${audit.clause.name}: ${audit.clause.url}`;
  const asked = printable(outcome.curl);
  return [head, ...indented([...told, clause, asked]), colors.dim(barred(outcome.response, "    "))].join("\n");
}

/** Returns a line for each reason, since one missing route can skip many rules. */
function skipLines(summary: Summary, { dim }: Colors): string[] {
  const groups = groupSkips(summary).map(([reason, ids]) =>
    dim(`${SIGNS.skip} ${ids.join(", ")}: ${printable(reason)}`),
  );
  return groups.length === 0 ? [] : [describeSkips(summary), ...groups, ""];
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `    ${line}`);
}

function colorOf(verdict: Verdict, { green, red, yellow, dim }: Colors): (text: string) => string {
  if (verdict === "pass") return green;
  if (verdict === "fail" || verdict === "stale") return red;
  return verdict === "warn" ? yellow : dim;
}
