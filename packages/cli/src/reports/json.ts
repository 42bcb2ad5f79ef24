import { reasonOf, type Summary } from "../check/result.ts";
import { visible } from "./escape.ts";

/** One JSON document, for programs. */
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
      ...(reason === undefined ? {} : { reason: visible(reason) }),
      ...(known === undefined ? {} : { known: visible(known) }),
      ...(outcome.status === "fail" ? { curl: visible(outcome.curl), response: visible(outcome.response, true) } : {}),
    };
  });
  const report = {
    url: visible(url),
    requirements,
    ...(meaningless === undefined ? {} : { meaningless }),
    counts,
    results: rows,
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}
