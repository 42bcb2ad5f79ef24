import { reasonOf, type Summary } from "../check/result.ts";
import { printable } from "./escape.ts";

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
      ...(reason === undefined ? {} : { reason: printable(reason) }),
      ...(known === undefined ? {} : { known: printable(known) }),
      ...(outcome.status === "fail"
        ? { curl: printable(outcome.curl), response: printable(outcome.response, true) }
        : {}),
    };
  });
  const report = {
    url: printable(url),
    requirements,
    meaningless,
    counts,
    results: rows,
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}
