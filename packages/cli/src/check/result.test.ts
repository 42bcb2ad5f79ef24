import type { Audit, AuditLevel, AuditOutcome } from "@uhp-errors/conformance";
import { describe, expect, test } from "vitest";
import {
  describeCounts,
  describeSkips,
  groupSkips,
  judgeOutcome,
  reasonOf,
  type Summary,
  type Verdict,
} from "./result.ts";

const OUTCOMES = {
  passes: { status: "pass" },
  fails: { status: "fail", reason: "It is wrong.", curl: "curl -i http://127.0.0.1", response: "HTTP 200" },
  "is skipped": { status: "skip", reason: "Only a raw socket can send this." },
} as const satisfies Readonly<Record<string, AuditOutcome>>;

function auditOf(level: AuditLevel): Audit {
  const clause = { name: "errors 1", url: "https://uhp.example" };
  return { id: "ENV01", level, name: `${level} be right`, clause, needs: [], run: async () => OUTCOMES.passes };
}

test.each<readonly [level: AuditLevel, does: keyof typeof OUTCOMES, isKnown: boolean, verdict: Verdict]>([
  ["MUST", "passes", false, "pass"],
  ["SHOULD", "passes", false, "pass"],
  ["MAY", "passes", false, "pass"],
  ["MUST", "passes", true, "stale"],
  ["MAY", "passes", true, "stale"],
  ["MUST", "fails", false, "fail"],
  ["SHOULD", "fails", false, "warn"],
  ["MAY", "fails", false, "note"],
  ["MUST", "fails", true, "known"],
  ["SHOULD", "fails", true, "known"],
  ["MAY", "fails", true, "known"],
  ["MUST", "is skipped", false, "skip"],
  ["MUST", "is skipped", true, "skip"],
])("a %s that %s, known as failing: %s, counts as %s", (level, does, isKnown, verdict) => {
  expect(judgeOutcome(auditOf(level), OUTCOMES[does], isKnown)).toBe(verdict);
});

test.each<readonly [does: keyof typeof OUTCOMES, verdict: Verdict, reason: string | undefined]>([
  ["passes", "pass", undefined],
  ["passes", "stale", "The baseline lists it as failing, and it passes. Take it out of the baseline."],
  ["fails", "fail", "It is wrong."],
  ["fails", "known", "It is wrong."],
  ["is skipped", "skip", "Only a raw socket can send this."],
])("what %s and counts as %s has the reason %j", (does, verdict, reason) => {
  expect(reasonOf({ audit: auditOf("MUST"), outcome: OUTCOMES[does], verdict })).toBe(reason);
});

test.each<readonly [counts: Partial<Summary["counts"]>, says: string]>([
  [{ pass: 3 }, "3 passed"],
  [{ fail: 2, pass: 1 }, "2 failed, 1 passed"],
  [
    { pass: 1, skip: 2, note: 3, known: 4, warn: 5, stale: 6, fail: 7 },
    "7 failed, 6 stale in the baseline, 5 warned, 4 failed as known, 3 noted, 2 skipped, 1 passed",
  ],
])("the counts %j are told as %j", (counts, says) => {
  const none = { fail: 0, stale: 0, warn: 0, known: 0, note: 0, skip: 0, pass: 0 };
  const summary = { url: "http://127.0.0.1", requirements: "2026-10-04", results: [], counts: { ...none, ...counts } };
  expect(describeCounts(summary as Summary)).toBe(says);
});

describe("skipped rules", () => {
  const skipped = (id: string, reason: string) => ({
    audit: { ...auditOf("MUST"), id },
    outcome: { status: "skip", reason },
    verdict: "skip",
  });
  const ROUTES = 'The routes have no "json".';
  const RAW = "Only a raw socket can send this.";

  test("are grouped by the reason, in the order in which they came", () => {
    const passed = { audit: auditOf("MUST"), outcome: OUTCOMES.passes, verdict: "pass" };
    const results = [skipped("A", ROUTES), passed, skipped("B", RAW), skipped("C", ROUTES)];
    expect(groupSkips({ results } as unknown as Summary)).toEqual([
      [ROUTES, ["A", "C"]],
      [RAW, ["B"]],
    ]);
  });

  test.each<readonly [reasons: readonly string[], heading: string]>([
    [["The version was not refused; see VER01."], "Skipped:"],
    [[ROUTES], "Skipped; --routes lets more be judged:"],
    [
      ['An unknown address asks for no token, and the routes have no "protected".'],
      "Skipped; --routes lets more be judged:",
    ],
    [[RAW], "Skipped; --raw lets more be judged:"],
    [[RAW, ROUTES], "Skipped; --routes and --raw let more be judged:"],
  ])("for %j have a heading that names the options", (reasons, heading) => {
    const results = reasons.map((reason) => skipped("A", reason));
    expect(describeSkips({ results } as unknown as Summary)).toBe(heading);
  });
});
