import { writeFileSync } from "node:fs";
import type { Explanation } from "@uhp-errors/core";

/** One error that a library threw. */
export interface ExplainedLine {
  readonly library: string;
  readonly version: string;
  readonly condition: string;
  readonly answer: string;
  readonly explained: Explanation;
}

const FILE = new URL("../../site/data/explained-errors.json", import.meta.url);

/** Writes the errors that the site's playground shows: for each library, those of the newest version that was tried. */
export function writeExplained(lines: readonly ExplainedLine[]): void {
  const newest = new Map<string, string>();
  for (const { library, version } of lines) {
    const known = newest.get(library);
    const isNewer = known === undefined || known.localeCompare(version, "en", { numeric: true }) < 0;
    if (isNewer) newest.set(library, version);
  }
  const rows = lines
    .filter(({ library, version }) => newest.get(library) === version)
    .map(({ library, version, condition, answer, explained: { origin, recognizer = null, because } }) =>
      JSON.stringify({ library, version, condition, answer, origin, recognizer, because }),
    );
  writeFileSync(FILE, `[\n${[...new Set(rows)].sort().join(",\n")}\n]\n`);
}
