import { type AuditOptions, type AuditResponse, audits } from "@uhp-errors/conformance";
import { VERSIONS, type Version } from "@uhp-errors/core";
import type { Baseline } from "./baseline.ts";
import { judgeOutcome, type Result, type Summary, VERDICTS, type Verdict } from "./result.ts";

export type OnProgress = (done: number, all: number, name: string) => void;

export async function runChecks(options: AuditOptions, baseline: Baseline, onProgress: OnProgress): Promise<Summary> {
  const seen: AuditResponse[] = [];
  const all = audits({ ...options, onResponse: (response) => void seen.push(response) });
  const results: Result[] = [];
  for (const audit of all) {
    onProgress(results.length, all.length, `${audit.id} ${audit.name}`);
    const outcome = await audit.run();
    const known = baseline.get(audit.id);
    const verdict = judgeOutcome(audit, outcome, known !== undefined);
    results.push({ audit, outcome, verdict, ...(known === undefined ? {} : { known }) });
  }
  const url = new URL(options.url);
  const meaningless = whyMeaningless(seen, options);
  return {
    // Its query may contain secrets.
    url: `${url.origin}${url.pathname}`,
    requirements: options.requirements ?? (VERSIONS.at(-1) as Version),
    results,
    counts: Object.fromEntries(
      VERDICTS.map((verdict) => [verdict, results.filter((result) => result.verdict === verdict).length]),
    ) as Record<Verdict, number>,
    ...(meaningless === undefined ? {} : { meaningless }),
  };
}

/** Statuses of a proxy in front of a service, or of a service that is not ready. */
const TURNED_AWAY: readonly number[] = [403, 407, 429, 502, 503, 504];

/** Returns why the responses say nothing about a service: all ordinary requests were refused before they reached it. */
function whyMeaningless(seen: readonly AuditResponse[], { token, routes }: AuditOptions): string | undefined {
  const hasToken = token !== undefined;
  const ordinary = seen.filter((one) => one.ordinary);
  const statuses = new Set(ordinary.map(({ status }) => status));
  const [status] = statuses;
  if (status === undefined) return "No request was answered.";
  const served = hasToken ? [routes?.success, routes?.protected] : [routes?.success];
  const refused = ordinary.find(
    (one) => one.status === 401 && served.some((line) => line === `${one.method} ${one.path}`),
  );
  const why = hasToken ? "the service does not accept the token" : "give it a token with --token";
  if (statuses.size > 1) {
    if (refused !== undefined) return `${refused.method} ${refused.path} was answered with 401: ${why}.`;
    const isTurnedAway = [...statuses].every((one) => TURNED_AWAY.includes(one));
    return isTurnedAway ? `Every request was answered with one of ${[...statuses].join(", ")}.` : undefined;
  }
  if (status === 401) return `Every request was answered with 401: ${why}.`;
  if (status >= 300 && status < 400)
    return `Every request was answered with ${status}: the service is at another address.`;
  return TURNED_AWAY.includes(status) ? `Every request was answered with ${status}.` : undefined;
}
