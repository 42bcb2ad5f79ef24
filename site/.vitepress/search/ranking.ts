import MiniSearch, {
  type AsPlainObject,
  type Options,
  type Query,
  type SearchOptions,
  type SearchResult,
} from "minisearch";
import { unpack } from "./packing.ts";
import { stemOf, wordsOf } from "./words.ts";

/** The titles of these are names of exports and libraries, many of which are words too. */
const NAMES = /^\/(?:api|foreign-errors)\b/;

/** Places that readers mean less often than a page of the guide that has the same words. */
const WEIGHTS: readonly (readonly [place: RegExp, weight: number])[] = [
  [/^\/(?:api|contributors)\//, 0.4],
  [/^\/(?:upgrading|before-after|errors)\b/, 0.5],
  [/^\/(?:packages|foreign-errors)\b/, 0.7],
];

/** The beginning of a page says what all of it is about, and a chapter what all its parts are about. */
const LEVELS = [1.5, 1.2];

/**
 * Ranks the sections of the site: first those whose title was typed, then those that have all words in their title and those above it, then
 * those that have all words, then those that have some.
 */
export function rank(index: MiniSearch, typed: string): SearchResult[] {
  const words = wordsOf(typed);
  const queries = words.map(formsOf);
  const find = (combineWith: "AND" | "OR") => index.search({ combineWith, queries, ...OPTIONS });
  const withAll = find("AND");
  const ids = new Set(withAll.map(({ id }) => id));
  const found = [...withAll, ...find("OR").filter(({ id }) => !ids.has(id))];
  const sentence = typed.trim().toLowerCase();
  const groupOf = ({ id, title, titles }: SearchResult): number => {
    if (NAMES.test(id)) return 2;
    if (sentence.includes(" ") && [title, ...titles].some((one: string) => one.toLowerCase() === sentence)) return 0;
    return words.every(isAmong([title, ...titles])) && words.some(isAmong([title])) ? 1 : 2;
  };
  return found
    .map((section) => ({ section, group: groupOf(section) }))
    .sort((a, b) => a.group - b.group)
    .map(({ section }) => section);
}

/** Whether titles have a word, in any form. */
function isAmong(titles: readonly string[]): (word: string) => boolean {
  const words = titles.flatMap(wordsOf);
  return (word) => words.some((one) => one.startsWith(stemOf(word)));
}

/** Looks for a word, and nearly as much for words that begin with its stem. */
function formsOf(word: string): Query {
  const stem: Query = { queries: [stemOf(word)], fuzzy: false, weights: { fuzzy: 0, prefix: 0.8 } };
  return { combineWith: "OR", queries: [word, stem] };
}

function weightOf(id: string, _term: string, stored?: Readonly<Record<string, unknown>>): number {
  const above = stored?.["titles"] as readonly string[] | undefined;
  const level = LEVELS[above?.length ?? 0] ?? 1;
  return level * (WEIGHTS.find(([place]) => place.test(id))?.[1] ?? 1);
}

const OPTIONS: SearchOptions = {
  boost: { title: 4, titles: 3, text: 2 },
  // Text with a similar word comes after text with the word itself.
  weights: { fuzzy: 0.1, prefix: 0.3 },
  boostDocument: weightOf,
};

/** What VitePress's search uses of MiniSearch. */
export default {
  loadJSON(packed: string, options: Options) {
    const index = MiniSearch.loadJS(unpack(packed) as unknown as AsPlainObject, options);
    return { search: (typed: string) => rank(index, typed) };
  },
};
