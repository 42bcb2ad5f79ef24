import type { Audit, Outcome } from "@uhp-errors/conformance";
import type { Version } from "@uhp-errors/core";

/**
 * What an outcome means for the command: `warn` is a SHOULD that is broken, `note` a MAY that is not done, `known` a failure that
 * the baseline lists, and `stale` one that it lists and that no longer is.
 */
export type Verdict = "pass" | "fail" | "warn" | "note" | "skip" | "known" | "stale";

/** An audit, and what came of it. */
export interface Result {
  readonly audit: Audit;
  readonly outcome: Outcome;
  readonly verdict: Verdict;
  /** What the baseline says of it. */
  readonly known?: string;
}

/** What came of all. */
export interface Summary {
  readonly url: string;
  readonly requirements: Version;
  readonly results: readonly Result[];
  readonly counts: Readonly<Record<Verdict, number>>;
  /** Why the results say nothing about the service: a sentence. */
  readonly meaningless?: string;
}

/** The verdicts in the order in which they are counted. */
export const VERDICTS: readonly Verdict[] = ["fail", "stale", "warn", "known", "note", "skip", "pass"];

/** The verdict on an outcome. */
export function verdictOf({ level }: Audit, { status }: Outcome, isKnown: boolean): Verdict {
  if (status === "pass") return isKnown ? "stale" : "pass";
  if (status === "skip") return "skip";
  if (isKnown) return "known";
  return level === "MUST" ? "fail" : level === "SHOULD" ? "warn" : "note";
}

/** The sentence on how many had which verdict. */
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

/** Why a result is as it is, where there is something to say. */
export function reasonOf({ outcome, verdict }: Result): string | undefined {
  if (verdict === "stale") return "The baseline lists it as failing, and it passes. Take it out of the baseline.";
  return outcome.status === "pass" ? undefined : outcome.reason;
}
