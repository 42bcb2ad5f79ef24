import { type AnyBlock, anyBlocksOf, pages } from "./blocks.ts";

/** What is done with the blocks of a kind, and which these are. */
const KINDS: readonly (readonly [kind: string, checked: string, isOne: (block: AnyBlock) => boolean])[] = [
  ["ts, whole programs", "type-checked and run", ({ language, prelude }) => language === "ts" && prelude === undefined],
  ["ts, parts", "type-checked", ({ language, prelude }) => language === "ts" && prelude !== undefined],
  ["json", "parsed; envelopes judged by the catalog", ({ language }) => language === "json"],
  ["http", "parsed; envelopes judged by the catalog", ({ language }) => language === "http"],
  ["sh", "parsed; scripts, packages, options and files are there", ({ language }) => language === "sh"],
  ["text", "not checked", ({ language }) => language === "text"],
  ["diff", "not checked", ({ language }) => language === "diff"],
];

const PLACES: readonly (readonly [place: string, isIn: (page: string) => boolean])[] = [
  ["README", (page) => page === "README.md"],
  ["docs", (page) => page.startsWith("docs/")],
  ["packages", (page) => page.startsWith("packages/")],
  ["other", (page) => page === "CONTRIBUTING.md" || page.startsWith("examples/")],
];

/** A table of all blocks of code: how many there are of each kind and where, and what checks them. */
export function blockTable(): string[] {
  const blocks = pages().flatMap(anyBlocksOf);
  const rowOf = (kind: string, own: readonly AnyBlock[], checked: string) => {
    const counts = PLACES.map(([, isIn]) => own.filter(({ page }) => isIn(page)).length);
    return line(kind, [...counts, own.length], checked);
  };
  return [
    line("", [...PLACES.map(([place]) => place), "in all"], ""),
    ...KINDS.map(([kind, checked, isOne]) => rowOf(kind, blocks.filter(isOne), checked)),
    rowOf("in all", blocks, ""),
  ];
}

function line(kind: string, cells: readonly (string | number)[], checked: string): string {
  const padded = cells.map((cell) => String(cell).padStart(10)).join("");
  return `${kind.padEnd(20)}${padded}   ${checked}`.trimEnd();
}
