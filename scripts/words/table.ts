import { type Measures, measure } from "./measure.ts";
import type { Prose } from "./pages.ts";
import type { Sentence } from "./sentences.ts";

const HEADS: readonly (readonly [key: keyof Measures, head: string])[] = [
  ["words", "words"],
  ["sentences", "sentences"],
  ["over30", "> 30 words"],
  ["over25", "> 25 words"],
  ["passive", "passive"],
  ["grade", "grade"],
];

/**
 * A table with a row for each page, and the totals. @param now The pages to show. @param before The same pages earlier; each cell
 * then shows both. A page that is only in one of the two is marked.
 */
export function tableOf(now: Prose, before?: Prose): string[] {
  const pages = [...new Set([...now.keys(), ...(before?.keys() ?? [])])].sort();
  const rows = pages.map((page) => [
    `${page}${markOf(page, now, before)}`,
    ...cellsOf(now.get(page), before && (before.get(page) ?? [])),
  ]);
  const total = ["in all", ...cellsOf([...now.values()].flat(), before && [...before.values()].flat())];
  return aligned([["page", ...HEADS.map(([, head]) => head)], ...rows, total]);
}

function markOf(page: string, now: Prose, before: Prose | undefined): string {
  if (!now.has(page)) return " (gone)";
  return before === undefined || before.has(page) ? "" : " (new)";
}

function cellsOf(now: readonly Sentence[] = [], before?: readonly Sentence[]): string[] {
  const after = measure(now);
  const earlier = before && measure(before);
  return HEADS.map(([key]) => {
    const shown = show(key, after);
    return earlier === undefined ? shown : `${show(key, earlier)} → ${shown}`;
  });
}

function show(key: keyof Measures, measures: Measures): string {
  if (measures.sentences === 0) return "-";
  return key === "grade" ? measures.grade.toFixed(1) : String(measures[key]);
}

/** Pads the cells of each column to one width; the first column is text and stands left. */
function aligned(rows: readonly (readonly string[])[]): string[] {
  const widthOf = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  const widths = (rows[0] ?? []).map((_head, column) => widthOf(column));
  return rows.map(([page = "", ...cells]) => {
    const padded = cells.map((cell, index) => cell.padStart(widths[index + 1] ?? 0));
    return [page.padEnd(widths[0] ?? 0), ...padded].join("  ");
  });
}
