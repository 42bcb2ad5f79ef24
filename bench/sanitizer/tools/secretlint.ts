import { lintSource } from "@secretlint/core";
import { secretLintProfiler } from "@secretlint/profiler";
import { creator } from "@secretlint/secretlint-rule-preset-recommend";
import { REMOVED, type Tool } from "./tool.ts";

// The profiler is on by default, and keeps every measurement of every rule. Anyone who cares about speed switches it off.
secretLintProfiler.setEnabled(false);

const options = {
  noPhysicFilePath: true,
  config: { rules: [{ id: "@secretlint/secretlint-rule-preset-recommend", rule: creator, options: {} }] },
};

type Range = readonly [start: number, end: number];

function placesOf(value: unknown, content: string): Range[] {
  const places: Range[] = [];
  if (typeof value !== "string" || value === "") return places;
  for (let start = content.indexOf(value); start >= 0; start = content.indexOf(value, start + value.length)) {
    places.push([start, start + value.length]);
  }
  return places;
}

/** The ranges that the reports name, and those of the values that they quote: the range of the rule for AWS is too far left. */
async function foundRanges(content: string): Promise<Range[]> {
  const source = { content, filePath: "message.txt", ext: ".txt", contentType: "text" as const };
  const { messages } = await lintSource({ source, options });
  return messages.flatMap(({ range: [start, end], data = {} }): Range[] => [
    [start, end],
    ...Object.values(data).flatMap((value) => placesOf(value, content)),
  ]);
}

/** The text without the ranges, which may come in any order and overlap. */
function without(text: string, ranges: readonly Range[]): string {
  let output = "";
  let position = 0;
  for (const [start, end] of ranges.toSorted(([a], [b]) => a - b)) {
    if (start >= position) output += text.slice(position, start) + REMOVED;
    position = Math.max(position, end);
  }
  return output + text.slice(position);
}

/** secretlint with its recommended rules. What a rule reports is removed. */
export const secretlint: Tool = {
  name: "secretlint",
  mode: "async",
  redact: async (text) => without(text, await foundRanges(text)),
};
