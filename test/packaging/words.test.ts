import { describe, expect, test } from "vitest";
import { measure, reasonsToMend } from "../../scripts/words/measure.ts";
import { sentencesOf } from "../../scripts/words/sentences.ts";
import { tableOf } from "../../scripts/words/table.ts";

const LONG = `${"Word ".repeat(30)}end.`;

/** What stands on a page, and the sentences that a reader finds there: line, words, passive. */
const PAGES: readonly (readonly [
  says: string,
  page: string,
  sentences: readonly (readonly [number, number, boolean])[],
])[] = [
  [
    "two sentences on a line",
    "One is here. Two is there.\n",
    [
      [1, 3, false],
      [1, 3, false],
    ],
  ],
  [
    "a sentence over two lines",
    "It starts here\nand ends there. Next.\n",
    [
      [1, 6, false],
      [2, 1, false],
    ],
  ],
  ["code as one word", "Call `install(app, contract)` first.\n", [[1, 3, false]]],
  [
    "a sentence that begins with code",
    "It works. `a` is one.\n`install` adds it.\n",
    [
      [1, 2, false],
      [1, 3, false],
      [2, 3, false],
    ],
  ],
  ["a file's name and a shortened word", "Node.js reads it, e.g. `a.ts`.\n", [[1, 5, false]]],
  ["a link by its text", "See [the two rules](https://example.com/a/b.html).\n", [[1, 4, false]]],
  [
    "each item of a list",
    "Do this:\n\n- first one\n- second one\n",
    [
      [1, 2, false],
      [3, 2, false],
      [4, 2, false],
    ],
  ],
  ["a quotation", "> [!NOTE]\n> It holds.\n", [[1, 3, false]]],
  ["no heading", "# A heading of five words\n\nText.\n", [[3, 1, false]]],
  ["no block of code", "Text.\n\n```ts\nconst it = is.replaced;\n```\n", [[1, 1, false]]],
  ["no table", "Text.\n\n| a | b |\n| --- | --- |\n| it is | shown here |\n", [[1, 1, false]]],
  ["no comment", "<!-- prelude: express -->\n\nText.\n", [[3, 1, false]]],
  ["the passive of a regular verb", "It is replaced.\n", [[1, 3, true]]],
  ["the passive of an irregular verb", "`code` was thrown by it.\n", [[1, 5, true]]],
  ["the active voice", "It replaces the message, which is old.\n", [[1, 7, false]]],
];

describe("counting words", () => {
  test.each(PAGES)("sees %s", (_says, page, sentences) => {
    expect(sentencesOf(page).map(({ line, words, passive }) => [line, words, passive])).toEqual(sentences);
  });

  test.each([
    ["a paragraph", "First. Call `a`\nof **it**, too.\n", ["First.", "Call `a` of **it**, too."]],
    [
      "a list",
      "- First goes\n  over lines.\n  Then it\n  ends. So.\n",
      ["First goes over lines.", "Then it ends.", "So."],
    ],
    ["a quotation", "> First goes\n> over lines. So.\n", ["First goes over lines.", "So."]],
    ["escaped characters", "All of a\\_b &amp; it. So.\n", ["All of a\\_b &amp; it.", "So."]],
    ["a link", "Read on:\n\n- [It](a.md): so.\n", ["Read on:", "[It](a.md): so."]],
  ])("quotes the sentences of %s as they stand there", (_says, page, texts) => {
    expect(sentencesOf(page).map(({ text }) => text)).toEqual(texts);
  });

  test("names the line of a sentence in a list of long items", () => {
    const page = "- One goes\n  over lines,\n  some lines.\n  Two does.\n  Three does.\n";
    expect(sentencesOf(page).map(({ line }) => line)).toEqual([1, 4, 5]);
  });
});

describe("measuring prose", () => {
  test("counts what is long and what is passive", () => {
    const sentences = sentencesOf(`Short one. It is replaced. ${LONG} ${"Word ".repeat(26)}end, is cut.\n`);
    expect(measure(sentences)).toMatchObject({ words: 65, sentences: 4, over30: 1, over25: 2, passive: 2 });
    expect(sentences.map((sentence) => reasonsToMend(sentence))).toEqual([
      [],
      ["passive"],
      ["31 words"],
      ["29 words", "passive"],
    ]);
  });

  test.each([
    ["longer sentences", "The cat sat here. The dog sat there.", "The cat sat here and the dog sat there."],
    ["longer words", "The cat sat here.", "The animal relaxed comfortably."],
  ])("gives %s a higher grade", (_says, easy, hard) => {
    expect(measure(sentencesOf(hard)).grade).toBeGreaterThan(measure(sentencesOf(easy)).grade);
  });

  test("gives a code the length of the words around it", () => {
    const grade = (page: string) => measure(sentencesOf(page)).grade;
    expect(grade("The `c` sat here.")).toBe(grade("The `internalServerErrorHandler` sat here."));
    expect(grade("The `c` sat here.")).toBeCloseTo(grade("The cat sat here."));
  });
});

describe("the table", () => {
  const before = new Map([
    ["gone.md", sentencesOf("It left.")],
    ["kept.md", sentencesOf("It is replaced.")],
  ]);
  const now = new Map([
    ["kept.md", sentencesOf("We replace it. Yes.")],
    ["new.md", sentencesOf("```ts\n```\n")],
  ]);

  test("shows the pages of now", () => {
    const rows = tableOf(now).map((row) => row.split(/ {2,}/).slice(0, 6));
    expect(rows).toEqual([
      ["page", "words", "sentences", "> 30 words", "> 25 words", "passive"],
      ["kept.md", "4", "2", "0", "0", "0"],
      ["new.md", "-", "-", "-", "-", "-"],
      ["in all", "4", "2", "0", "0", "0"],
    ]);
  });

  test("shows what they were before, and marks pages that are gone or new", () => {
    const rows = tableOf(now, before).map((row) => row.split(/ {2,}/).slice(0, 3));
    expect(rows).toEqual([
      ["page", "words", "sentences"],
      ["gone.md (gone)", "2 → -", "1 → -"],
      ["kept.md", "3 → 4", "1 → 2"],
      ["new.md (new)", "- → -", "- → -"],
      ["in all", "5 → 4", "2 → 2"],
    ]);
  });
});
