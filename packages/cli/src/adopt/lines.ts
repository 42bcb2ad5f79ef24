import { diffLines } from "diff";
import type { Change, Step } from "./result.ts";

/** Returns steps with the lines that they have after the changes. */
export function afterChanges(steps: readonly Step[], changes: readonly Change[]): readonly Step[] {
  const files = new Set(steps.map(({ file }) => file));
  // The diff of a file with thousands of changes takes seconds.
  const changed = changes.filter(({ file }) => files.has(file));
  const diffs = new Map(changed.map(({ file, before = "", after }) => [file, diffLines(before, after)]));
  return steps.map((step) => {
    const parts = diffs.get(step.file);
    return parts === undefined ? step : { ...step, line: lineAfter(step.line, parts) };
  });
}

function lineAfter(line: number, parts: ReturnType<typeof diffLines>): number {
  let [old, now] = [0, 0];
  let last = 1;
  for (const [index, { count, added, removed }] of parts.entries()) {
    if (added) {
      now += count;
      continue;
    }
    const next = parts[index + 1];
    // A line that is replaced moves to its replacement, or to the last line of that if it has fewer lines.
    const taken = removed && next?.added === true ? next.count : 1;
    if (line <= old + count) return now + (removed ? Math.min(line - old, taken) : line - old);
    old += count;
    if (!removed) now += count;
    last = Math.max(1, now);
  }
  return last;
}
