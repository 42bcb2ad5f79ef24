/**
 * Measures how hard README, docs and the packages' READMEs are to read.
 *
 *   pnpm words [--base <commit>] [--list] [page or folder …]
 *
 * `--base` shows each number as it was in a commit, too. `--list` prints the sentences that are long or passive, by file and line.
 */
import { parseArgs } from "node:util";
import { reasonsToMend } from "./words/measure.ts";
import { type Prose, proseAt, proseNow } from "./words/pages.ts";
import { tableOf } from "./words/table.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { base: { type: "string" }, list: { type: "boolean", default: false } },
});

/** The pages that were asked for; all of them when none was. */
function chosen(prose: Prose): Prose {
  const isChosen = (page: string) =>
    positionals.some((path) => page === path || page.startsWith(`${path.replace(/\/$/, "")}/`));
  return positionals.length === 0 ? prose : new Map([...prose].filter(([page]) => isChosen(page)));
}

const now = chosen(proseNow());
const before = values.base === undefined ? undefined : chosen(proseAt(values.base));
if (now.size === 0 && (before?.size ?? 0) === 0) {
  console.error(`No page: ${positionals.join(", ")}`);
  process.exitCode = 1;
} else {
  const listed = [...now].flatMap(([page, sentences]) =>
    sentences.flatMap((sentence) => {
      const reasons = reasonsToMend(sentence);
      return reasons.length === 0 ? [] : [`${page}:${sentence.line}: ${reasons.join(", ")}: ${sentence.text}`];
    }),
  );
  const lines = [...(values.list ? [...listed, ""] : []), ...tableOf(now, before)];
  process.stdout.write(`${lines.join("\n")}\n`);
}
