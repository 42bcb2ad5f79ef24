import type { DefaultTheme } from "vitepress";
import { codeGroups } from "../codes.ts";
import { ROOT } from "../sources.ts";
import { wordsOf } from "./words.ts";

type Options = NonNullable<DefaultTheme.LocalSearchOptions>;

/** A part of a page that the search lists separately. */
export interface Section {
  readonly anchor: string;
  /** The titles of the headings above it, and its own. */
  readonly titles: string[];
  readonly text: string;
}

const API = /^site\/generated\/api\//;

/** The API that only other packages of this repository use. */
const INTERNAL = /^site\/generated\/api\/.*\binternal\b/;

/** A page of a code, which has the same sentences as many others below its first heading. */
const CODE = /^site\/generated\/codes\/(\w+)\.md$/;

/** Pages with generated tables of the answers to errors. Only the names in the first column are looked for. */
const ANSWERS = /^docs\/(?:foreign-errors|before-after)\b/;

/** Lists what other pages explain, so that only its headings are looked for. */
const LISTS = /^docs\/errors\.md$|^site\/generated\/api\//;

/** Pages that are not divided at every heading: a pattern for their paths in the repository, and the deepest level that divides them. */
const DEPTHS: readonly (readonly [path: RegExp, depth: number])[] = [
  // Members are hundreds of codes and options, several times each. Their headings would come before the pages that explain these.
  [API, 3],
  // Each code has a page of its own, which is found as a whole.
  [/^docs\/errors\.md$/, 2],
  [/^site\/generated\/codes\/\w/, 1],
];

const HEADING = /<h([1-6])\b[^>]*>(.*?)<a\b[^>]* href="#([^"]*)"[^>]*>.*?<\/a><\/h\1>/gs;
const OPTION = /<tr\b[^>]* id="(option-[^"]*)"[^>]*>(.*?)<\/tr>/gs;
const FIRST_CELL = /<td\b[^>]*>(.*?)<\/td>/s;
const ROW = /<tr\b[^>]*>.*?<\/tr>/gs;
/** The types that a page shows for a name in its code. */
const HOVERED = /<template v-slot:popper\b.*?<\/template>/gs;

/** Divides a page at its headings, and makes each option of a table a section too. A code is also found by its message. */
export function sectionsOf(path: string, html: string): readonly Section[] {
  if (INTERNAL.test(path)) return [];
  const depth = DEPTHS.find(([fits]) => fits.test(path))?.[1] ?? 6;
  const headings = [...html.matchAll(HEADING)].filter(([, level]) => Number(level) <= depth);
  const above: (string | undefined)[] = [];
  return headings.flatMap((heading, index) => {
    const [whole, level, inner = "", anchor = ""] = heading;
    const content = html.slice(heading.index + whole.length, headings[index + 1]?.index);
    above.length = Number(level) - 1;
    const title = textOf(inner).trim();
    const parents = [...messageOf(path), ...above.filter((parent) => parent !== undefined)];
    above.push(title);
    // Marks what the API reference only lists, so that a page that explains the same name comes first.
    const titles = [...parents, API.test(path) ? `${title} (API)` : title];
    return [{ anchor, titles, text: lookedFor(path, content) }, ...optionsOf(content, titles)];
  });
}

/** The words of a section that readers look for. */
function lookedFor(path: string, html: string): string {
  if (LISTS.test(path)) return "";
  if (CODE.test(path)) return tellingText(html.slice(0, html.search(/<h2\b|$/)));
  return tellingText(ANSWERS.test(path) ? html.replaceAll(ROW, (row) => FIRST_CELL.exec(row)?.[0] ?? "") : html);
}

function tellingText(html: string): string {
  return wordsOf(textOf(html.replaceAll(HOVERED, " "))).join(" ");
}

function optionsOf(content: string, above: readonly string[]): readonly Section[] {
  return [...content.matchAll(OPTION)].map(([, anchor = "", row = ""]) => {
    const name = textOf(FIRST_CELL.exec(row)?.[1] ?? "");
    return { anchor, titles: [...above, name], text: tellingText(row) };
  });
}

/** The message of the code that a page is about. Readers often search for it. */
function messageOf(path: string): readonly string[] {
  const [, code] = CODE.exec(path) ?? [];
  return codeGroups().flatMap(({ rows }) => rows.filter((row) => row.code === code).map(({ message }) => message));
}

function textOf(html: string): string {
  return html.replaceAll(/<[^>]*>/g, "").replaceAll(/&\w+;|&#\w+;/g, " ");
}

export const SEARCH: Options = {
  miniSearch: {
    _splitIntoSections: (file, html) => [...sectionsOf(file.slice(ROOT.length), html)],
  },
};
