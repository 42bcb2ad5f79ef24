import type { ErrorReport } from "../pipeline/report.ts";
import { heldBack, removedKinds, toMend, why } from "./report-facts.ts";
import { factsOf, stackOf } from "./thrown-facts.ts";
import { visible } from "./visible.ts";

/**
 * A report as one line of JSON. Each text in it is bounded and free of controls, and cycles cannot occur, since only texts and
 * numbers are taken.
 */
export function jsonLine(report: ErrorReport): string {
  const { level, outcome, code, type, status, version, origin, recognizer, upstream, thrown } = report;
  const [own, ...causes] = factsOf(thrown);
  const removed = removedKinds(report);
  return JSON.stringify({
    time: new Date().toISOString(),
    level,
    outcome,
    status,
    code: code === null ? null : visible(code, 200),
    type,
    method: visible(report.method, 40),
    path: visible(report.path, 500),
    route: report.route === undefined ? undefined : visible(report.route, 300),
    version,
    correlationId: visible(report.correlationId, 200),
    durationMs: Math.round(report.durationMs * 10) / 10,
    origin,
    recognizer: recognizer === undefined ? undefined : visible(recognizer, 80),
    why: why(report),
    mend: toMend(report),
    upstream:
      upstream === undefined
        ? undefined
        : {
            code: upstream.code === null ? null : visible(upstream.code, 80),
            status: upstream.status,
            requestId: upstream.requestId === undefined ? undefined : visible(upstream.requestId, 200),
          },
    thrown: thrown === undefined ? undefined : { ...own, stack: stackOf(thrown) },
    causes: causes.length === 0 ? undefined : causes,
    withheld: heldBack(report),
    removed: removed.length === 0 ? undefined : removed,
  });
}
