import { visible } from "@uhp-errors/core/internal";
import { reasonOf, type Summary } from "../check/result.ts";
import { withoutCommands } from "./escape.ts";

export function jsonReport({ url, requirements, results, counts, meaningless }: Summary): string {
  const rows = results.map((result) => {
    const { audit, outcome, verdict, known } = result;
    const { id, level, name, clause } = audit;
    const reason = reasonOf(result);
    return {
      id,
      level,
      name,
      clause,
      verdict,
      ...(reason === undefined ? {} : { reason: shown(reason) }),
      ...(known === undefined ? {} : { known: shown(known) }),
      ...(outcome.status === "fail" ? { curl: shown(outcome.curl), response: shown(outcome.response, true) } : {}),
    };
  });
  const report = {
    url: shown(url),
    requirements,
    ...(meaningless === undefined ? {} : { meaningless }),
    counts,
    results: rows,
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

function shown(text: string, lines = false): string {
  return withoutCommands(visible(text, lines));
}
