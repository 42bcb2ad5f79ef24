import type { AdoptionChange, AdoptionRoute, AdoptionSummary } from "@uhp-errors/core/adoption";
import { fit, pad, wrap } from "./columns.ts";
import {
  describeRoute,
  describeSource,
  describeStatus,
  fateIn,
  headline,
  listOmissions,
  listSections,
  listWords,
  type Section,
} from "./wording.ts";

const WIDTH = 100;

/** The widths of the table's columns. The last column takes the rest of the line. */
const COLUMNS = { count: 6, status: 11, code: 34, fate: 14 };

const GAP = "  ";

const INDENT = " ".repeat(COLUMNS.count + GAP.length);

export function asText(summary: AdoptionSummary): string {
  const { routes } = summary;
  const table =
    routes.length === 0 ? [] : [row("times", "status", "code", "sentence", "from"), ...routes.flatMap(writeRoute)];
  const blocks = [
    wrap(headline(summary), WIDTH),
    table,
    ...listSections(summary).map(writeSection),
    listOmissions(summary).flatMap((sentence) => wrap(sentence, WIDTH)),
  ];
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => `${fit(line, WIDTH).trimEnd()}\n`).join(""))
    .join("\n");
}

function row(count: string, status: string, code: string, fate: string, source: string): string {
  const cells = [
    count.padStart(COLUMNS.count),
    pad(status, COLUMNS.status),
    pad(code, COLUMNS.code),
    pad(fate, COLUMNS.fate),
    source,
  ];
  return cells.join(GAP);
}

function writeRoute(found: AdoptionRoute): readonly string[] {
  const { method, route, changes, notKept } = found;
  const facts = `${GAP}(${describeRoute(found)})`;
  const more = notKept === 0 ? [] : [`${INDENT}${notKept} more were not kept`];
  return ["", `${fit(`${method} ${route}`, WIDTH - facts.length)}${facts}`, ...changes.flatMap(writeChange), ...more];
}

function writeChange(change: AdoptionChange): readonly string[] {
  return [
    row(String(change.count), describeStatus(change), change.after.code, fateIn(change), describeSource(change)),
    ...listWords(change).map(({ sign, text }) => `${INDENT}${sign} ${text}`),
  ];
}

function writeSection({ title, advice, items }: Section): readonly string[] {
  return [title, ...wrapped(advice, GAP), "", ...items.flatMap(writeItem)];
}

const LINE = 44;

function writeItem({ line, facts }: Section["items"][number]): readonly string[] {
  const beside = `${GAP}${GAP}${pad(line, LINE)}${GAP}${facts}`;
  if (fit(line, LINE) === line && fit(beside, WIDTH) === beside) return [beside];
  return [...wrapped(line, GAP + GAP), ...wrapped(facts, GAP + GAP + GAP)];
}

function wrapped(text: string, indent: string): readonly string[] {
  return wrap(text, WIDTH - indent.length).map((line) => `${indent}${line}`);
}
