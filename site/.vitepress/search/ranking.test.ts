import MiniSearch from "minisearch";
import { expect, test } from "vitest";
import { pack } from "./packing.ts";
import ranking from "./ranking.ts";
import { stemOf, wordsOf } from "./words.ts";

/** Sections of a site: the address, the title, the words below it, and the title above it. */
const SECTIONS: readonly (readonly [id: string, title: string, text: string, above?: string])[] = [
  ["/validation", "Validation", "error field zod"],
  ["/nest#pipes", "Validation pipes", "nest validation validation"],
  ["/errors", "Errors", "error error error"],
  ["/client#retries", "Retries", "client sends again wait"],
  ["/streams", "Streams", "a retry begins the stream again"],
  ["/client#streams", "Streams", "wait", "Retries"],
  ["/what#logs", "It logs what it logs", "it logs what"],
  ["/operating#what", "What it logs", "fields"],
  ["/inside", "Inside", "install input integer"],
  ["/upgrading#logger", "Logger", "logger"],
  ["/operating#logger", "Logger", "logger"],
  ["/api/core#createcontract", "createContract (API)", ""],
  ["/foreign-errors#basic-auth", "basic-auth", "auth"],
  ["/auth", "Authentication and scope", "token"],
];

const FIELDS = { fields: ["title", "titles", "text"], storeFields: ["title", "titles"] };
const index = new MiniSearch(FIELDS);
index.addAll(SECTIONS.map(([id, title, text, ...titles]) => ({ id, title, titles, text })));
const { search } = ranking.loadJSON(pack(JSON.parse(JSON.stringify(index))), {
  ...FIELDS,
  searchOptions: { fuzzy: 0.2, prefix: true },
});

/** What a reader types, and the first address. */
const SEARCHES: readonly (readonly [what: string, typed: string, first: string | undefined])[] = [
  ["a section with both words before one that repeats one", "validation error", "/validation"],
  ["a section with both words in its titles first", "retry in a stream", "/client#streams"],
  ["a sentence that is a title", "What it logs", "/operating#what"],
  ["another form of the word", "retry", "/client#retries"],
  ["nothing by words that say nothing", "retry in the client", "/client#retries"],
  ["the guide before the list of changes", "logger", "/operating#logger"],
  ["the beginning of a word", "createCon", "/api/core#createcontract"],
  ["a chapter before the name of a library", "auth", "/auth"],
  ["a word with a slip", "loger", "/operating#logger"],
  ["one of several words", "zod of bananas", "/validation"],
  ["nothing", "bananas", undefined],
];

test.each(SEARCHES)("a search finds %s", (_what, typed, first) => {
  expect(search(typed)[0]?.id).toBe(first);
});

test("a search by words that say nothing still looks for them", () => {
  expect(wordsOf("how do I")).toEqual(["how", "do", "i"]);
});

test.each([
  ["retries", "retr"],
  ["retry", "retr"],
  ["hiding", "hid"],
  ["hide", "hid"],
  ["disabled", "disabl"],
  ["disable", "disabl"],
  ["pages", "pag"],
  ["used", "used"],
])("the stem of %s is %s", (word, stem) => {
  expect(stemOf(word)).toBe(stem);
});
