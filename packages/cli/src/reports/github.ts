import { visible } from "@uhp-errors/core/internal";
import { describeCounts, type Result, reasonOf, type Summary, type Verdict } from "../check/result.ts";
import { inCommand, inProperty } from "./escape.ts";

const COMMANDS: Readonly<Partial<Record<Verdict, "error" | "warning">>> = {
  fail: "error",
  stale: "error",
  warn: "warning",
};

/** Reports each failure as a log command, which GitHub shows beside the build. */
export function githubReport(summary: Summary): string {
  const warning =
    summary.meaningless === undefined ? [] : [`::error title=uhp-errors::${inCommand(summary.meaningless)}`];
  const commands = summary.results.flatMap(commandOf);
  return [...warning, ...commands, `${visible(summary.url)}: ${describeCounts(summary)}`, ""].join("\n");
}

function commandOf(result: Result): string[] {
  const command = COMMANDS[result.verdict];
  if (command === undefined) return [];
  const { audit, outcome } = result;
  const shown = outcome.status === "fail" ? [outcome.curl, outcome.response] : [];
  const message = [reasonOf(result) ?? "", `See ${audit.clause.name}: ${audit.clause.url}`, ...shown].join("\n");
  return [`::${command} title=${inProperty(`${audit.id} ${audit.name}`)}::${inCommand(message)}`];
}
