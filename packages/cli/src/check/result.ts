import type { Audit, AuditOutcome } from "@uhp-errors/conformance";
import type { Version } from "@uhp-errors/core";

/**
 * The meaning of an outcome for the command. `warn`: a SHOULD is broken. `note`: a MAY is not used. `known`: a failure
 * that is in the baseline. `stale`: an entry of the baseline that no longer fails.
 */
export type Verdict = "pass" | "fail" | "warn" | "note" | "skip" | "known" | "stale";

/** An audit and its outcome. */
export interface Result {
  readonly audit: Audit;
  readonly outcome: AuditOutcome;
  readonly verdict: Verdict;
  /** The reason in the baseline. */
  readonly known?: string;
}

/** The results of a check. */
export interface Summary {
  readonly url: string;
  readonly requirements: Version;
  readonly results: readonly Result[];
  readonly counts: Readonly<Record<Verdict, number>>;
  /** Why the results say nothing about the service, in a sentence. */
  readonly meaningless?: string;
}

/** The verdicts in the order in which they are counted. */
export const VERDICTS: readonly Verdict[] = ["fail", "stale", "warn", "known", "note", "skip", "pass"];

/** Returns the verdict on an outcome. */
export function verdictOf({ level }: Audit, { status }: AuditOutcome, isKnown: boolean): Verdict {
  if (status === "pass") return isKnown ? "stale" : "pass";
  if (status === "skip") return "skip";
  if (isKnown) return "known";
  return level === "MUST" ? "fail" : level === "SHOULD" ? "warn" : "note";
}

/** Returns a sentence with the number of results of each verdict. */
export function countsOf({ counts }: Summary): string {
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

/** Returns the reason of a result, if there is one. */
export function reasonOf({ outcome, verdict }: Result): string | undefined {
  if (verdict === "stale") return "The baseline lists it as failing, and it passes. Take it out of the baseline.";
  return outcome.status === "pass" ? undefined : outcome.reason;
}
