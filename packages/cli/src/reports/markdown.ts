import { describeCounts, describeSkips, groupSkips, type Result, reasonOf, type Summary } from "../check/result.ts";
import { fenced, inMarkdown } from "./escape.ts";

/** Reports a check as Markdown, for the summary of a build. */
export function markdownReport(summary: Summary): string {
  const { url, requirements, results, meaningless } = summary;
  const warning =
    meaningless === undefined
      ? []
      : [`**These results say nothing about the service.** ${inMarkdown(meaningless)}`, ""];
  const rows = results
    .filter(({ verdict }) => verdict !== "pass" && verdict !== "skip")
    .map(
      (result) =>
        `| ${result.audit.id} | ${result.verdict} | ${inMarkdown(result.audit.name)} | ${inMarkdown(reasonOf(result) ?? "")} |`,
    );
  const table = rows.length === 0 ? [] : ["| id | verdict | rule | why |", "| --- | --- | --- | --- |", ...rows, ""];
  return [
    "# Check of a service's errors",
    "",
    `${inMarkdown(url)} by the rules of ${requirements}: ${describeCounts(summary)}.`,
    "",
    ...warning,
    ...table,
    ...skipsOf(summary),
    ...results.flatMap(sectionOf),
  ].join("\n");
}

function skipsOf(summary: Summary): string[] {
  const groups = groupSkips(summary).map(([reason, ids]) => `- ${ids.join(", ")}: ${inMarkdown(reason)}`);
  return groups.length === 0 ? [] : [inMarkdown(describeSkips(summary)), "", ...groups, ""];
}

function sectionOf({ audit, outcome, verdict }: Result): string[] {
  if (outcome.status !== "fail" || verdict === "known" || verdict === "note") return [];
  const clause = `See [${audit.clause.name}](${audit.clause.url}).`;
  return [
    `## ${audit.id}`,
    "",
    `${inMarkdown(audit.name)}. ${inMarkdown(outcome.reason)} ${clause}`,
    "",
    fenced(`${outcome.curl}\n\n${outcome.response}`),
    "",
  ];
}
