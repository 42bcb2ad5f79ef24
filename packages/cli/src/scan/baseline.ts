import type { Finding, Scan } from "./finding.ts";

/** The fields by which a finding is recognized in another version of the sources. Lines move, so they do not count. */
type Identity = Pick<Finding, "kind" | "file" | "library"> & Partial<Pick<Finding, "status" | "sentence">>;

function identify({ kind, file, library, status, sentence }: Identity): string {
  return JSON.stringify([kind, file, library, status ?? null, sentence ?? null]);
}

export type Baseline = readonly Identity[];

/** Returns the hand-written errors that a baseline does not have: responses and exceptions. Two equal ones in a file count as two. */
export function newFindings({ findings }: Scan, baseline: Baseline): readonly Finding[] {
  const known = new Map<string, number>();
  for (const finding of baseline) known.set(identify(finding), (known.get(identify(finding)) ?? 0) + 1);
  return findings.filter((finding) => {
    if (finding.kind !== "response" && finding.kind !== "exception") return false;
    const left = known.get(identify(finding)) ?? 0;
    known.set(identify(finding), left - 1);
    return left <= 0;
  });
}

/** Reads what `uhp-errors scan --json` printed before. @throws TypeError for anything else */
export function baselineIn(baseline: unknown): Baseline {
  const findings = (baseline as { readonly findings?: unknown } | null)?.findings;
  if (Array.isArray(findings) && findings.every(isIdentity)) return findings;
  throw new TypeError("expected what `uhp-errors scan --json` printed");
}

function isIdentity(value: unknown): value is Identity {
  const { kind, file, library, status = 0, sentence = "" } = (value ?? {}) as Partial<Identity>;
  const texts: readonly unknown[] = [kind, file, library, sentence];
  return texts.every((text) => typeof text === "string") && typeof status === "number";
}
