import type { DefaultTheme } from "vitepress";
import { codeGroups } from "./codes.ts";
import { ROOT } from "./sources.ts";

type Options = NonNullable<DefaultTheme.LocalSearchOptions>;

/** A part of a page that the search finds by itself. */
export interface Section {
  readonly anchor: string;
  /** The titles of the headings above it, and its own. */
  readonly titles: string[];
  readonly text: string;
}

const API = /^site\/generated\/api\//;

/** Pages that are not divided at every heading: by what their paths in the repository fit, the deepest heading that divides them. */
const DEPTHS: readonly (readonly [path: RegExp, depth: number])[] = [
  // Headings of members are some hundred codes and options, several times. They would stand before the pages that explain these.
  [API, 3],
  // Each code has a page, which is found as a whole.
  [/^docs\/errors\.md$/, 2],
  [/^site\/generated\/codes\/\w/, 1],
];

const HEADING = /<h([1-6])\b[^>]*>(.*?)<a\b[^>]* href="#([^"]*)"[^>]*>.*?<\/a><\/h\1>/gs;
const OPTION = /<tr\b[^>]* id="(option-[^"]*)"[^>]*>(.*?)<\/tr>/gs;
const FIRST_CELL = /<td\b[^>]*>(.*?)<\/td>/s;

/** Divides a page at its headings, and each option of a table from the others. A code is also found by its message. */
export function sectionsOf(path: string, html: string): readonly Section[] {
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
    // What is only listed is marked. So a page that explains the same name is found before it.
    const titles = [...parents, API.test(path) ? `${title} (API)` : title];
    return [{ anchor, titles, text: textOf(content) }, ...optionsOf(content, titles)];
  });
}

function optionsOf(content: string, above: readonly string[]): readonly Section[] {
  return [...content.matchAll(OPTION)].map(([, anchor = "", row = ""]) => {
    const name = textOf(FIRST_CELL.exec(row)?.[1] ?? "");
    return { anchor, titles: [...above, name], text: textOf(row) };
  });
}

/** The sentence that readers of a code's page have in front of them. */
function messageOf(path: string): readonly string[] {
  const [, code] = /^site\/generated\/codes\/(\w+)\.md$/.exec(path) ?? [];
  return codeGroups().flatMap(({ rows }) => rows.filter((row) => row.code === code).map(({ message }) => message));
}

function textOf(html: string): string {
  return html.replaceAll(/<[^>]*>/g, "");
}

/** The one search of the site. */
export const SEARCH: Options = {
  miniSearch: {
    searchOptions: {
      boost: { title: 4, titles: 3, text: 2 },
      // What only resembles a word stands below what has it.
      weights: { fuzzy: 0.1, prefix: 0.3 },
    },
    _splitIntoSections: (file, html) => [...sectionsOf(file.slice(ROOT.length), html)],
  },
};
