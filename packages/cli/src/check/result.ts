import type { Audit, AuditOutcome } from "@uhp-errors/conformance";
import type { Version } from "@uhp-errors/core";

/**
 * The meaning of an outcome for the command. `warn`: a SHOULD is broken. `note`: a MAY is not used. `known`: a failure
 * that is in the baseline. `stale`: an entry of the baseline that no longer fails.
 */
export type Verdict = "pass" | "fail" | "warn" | "note" | "skip" | "known" | "stale";

export interface Result {
  readonly audit: Audit;
  readonly outcome: AuditOutcome;
  readonly verdict: Verdict;
  readonly known?: string;
}

export interface Summary {
  readonly url: string;
  readonly requirements: Version;
  readonly results: readonly Result[];
  readonly counts: Readonly<Record<Verdict, number>>;
  readonly meaningless?: string;
}

/** The verdicts in the order in which they are counted. */
export const VERDICTS: readonly Verdict[] = ["fail", "stale", "warn", "known", "note", "skip", "pass"];

export function judgeOutcome({ level }: Audit, { status }: AuditOutcome, isKnown: boolean): Verdict {
  if (status === "pass") return isKnown ? "stale" : "pass";
  if (status === "skip") return "skip";
  if (isKnown) return "known";
  return level === "MUST" ? "fail" : level === "SHOULD" ? "warn" : "note";
}

export function describeCounts({ counts }: Summary): string {
  const shown = VERDICTS.filter((verdict) => counts[verdict] > 0);
  return shown.map((verdict) => `${counts[verdict]} ${WORDS[verdict]}`).join(", ");
}

const WORDS: Readonly<Record<Verdict, string>> = {
  fail: "failed",
  stale: "stale in the baseline",
  warn: "warned",
  known: "failed as known",
  note: "noted",
  skip: "skipped",
  pass: "passed",
};

export function reasonOf({ outcome, verdict }: Result): string | undefined {
  if (verdict === "stale") return "The baseline lists it as failing, and it passes. Take it out of the baseline.";
  return outcome.status === "pass" ? undefined : outcome.reason;
}

/** Groups the rules that were skipped: their ids, by the reason. */
export function groupSkips({ results }: Summary): readonly (readonly [reason: string, ids: readonly string[]])[] {
  const groups = new Map<string, string[]>();
  for (const { audit, outcome } of results) {
    if (outcome.status !== "skip") continue;
    groups.set(outcome.reason, [...(groups.get(outcome.reason) ?? []), audit.id]);
  }
  return [...groups];
}

/** Options without which rules are skipped, and what the reason then says. */
const OPTIONS: readonly (readonly [option: string, says: RegExp])[] = [
  ["--routes", /\broutes have no\b/],
  ["--raw", /\braw socket\b/],
];

/** Writes a heading for the rules that were skipped. It names the options by which more are judged. */
export function describeSkips(summary: Summary): string {
  const reasons = groupSkips(summary).map(([reason]) => reason);
  const options = OPTIONS.filter(([, says]) => reasons.some((reason) => says.test(reason))).map(([option]) => option);
  const more =
    options.length === 0 ? "" : `; ${options.join(" and ")} ${options.length === 1 ? "lets" : "let"} more be judged`;
  return `Skipped${more}:`;
}
