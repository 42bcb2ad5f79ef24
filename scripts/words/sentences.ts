/// <reference path="./passive-voice.d.ts" />
import type { Node, Parent, Root, Text } from "mdast";
import { toNlcst } from "mdast-util-to-nlcst";
import { toString as textOf } from "nlcst-to-string";
import { ParseEnglish } from "parse-english";
import passiveVoice from "passive-voice";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { syllable } from "syllable";
import { unified } from "unified";
import { visit } from "unist-util-visit";
import { VFile } from "vfile";

/** A sentence of prose. */
export interface Sentence {
  /** The line of the page on which it begins, counted from 1. */
  readonly line: number;
  /** As it stands in the page, on one line. */
  readonly text: string;
  /** How many words it has. Code in a sentence is one word. */
  readonly words: number;
  /** How many of the words are code. */
  readonly codes: number;
  /** How many syllables the words have that are not code. */
  readonly syllables: number;
  readonly passive: boolean;
}

/** What is on a page and nobody reads as a sentence. */
const NOT_PROSE = ["code", "definition", "heading", "html", "image", "imageReference", "table"];

const markdown = unified().use(remarkParse).use(remarkGfm);

/** The sentences of a page in Markdown, in their order. Headings, tables, comments and blocks of code have none. */
export function sentencesOf(page: string): Sentence[] {
  const file = new VFile(page);
  const tree = markdown.parse(file);
  const codes = align(tree, page);
  const sentences: Sentence[] = [];
  visit(toNlcst(tree, file, ParseEnglish, { ignore: NOT_PROSE }), "SentenceNode", (sentence) => {
    const words: { readonly text: string; readonly isCode: boolean }[] = [];
    visit(sentence, "WordNode", (word) => {
      words.push({ text: textOf(word), isCode: codes.has(startOf(word)) });
    });
    if (words.length === 0) return;
    const prose = words.filter(({ isCode }) => !isCode);
    sentences.push({
      line: sentence.position?.start.line ?? 0,
      text: sourceOf(sentence, page),
      words: words.length,
      codes: words.length - prose.length,
      syllables: prose.reduce((sum, { text }) => sum + syllable(text), 0),
      passive: passiveVoice(textOf(sentence)).length > 0,
    });
  });
  return sentences;
}

/**
 * Makes each text as long as it is in the page, since places are counted by it, and gives where code begins. Code becomes a
 * capitalized word: the parser would join a sentence that begins with code to the one before.
 */
function align(tree: Root, page: string): ReadonlySet<number> {
  const codes = new Set<number>();
  visit(tree, ["inlineCode", "text"], (node, index, parent) => {
    if (parent === undefined || index === undefined || node.position === undefined) return;
    const start = startOf(node);
    const source = page.slice(start, node.position.end.offset);
    if (node.type === "inlineCode") codes.add(start);
    const value = node.type === "inlineCode" ? "C".padEnd(source.length, "c") : source.replaceAll(MARGIN, blank);
    (parent as Parent).children[index] = { type: "text", value, position: node.position } as Text;
  });
  return codes;
}

/** What a line of a quotation in a list begins with. */
const MARGIN = /\n[ >]+/g;

const blank = (margin: string) => margin.replaceAll(">", " ");

/** A sentence with the marks of Markdown that it begins with, on one line. */
function sourceOf(sentence: Node, page: string): string {
  const start = startOf(sentence);
  const marks = /[[*_~]*$/.exec(page.slice(Math.max(0, start - 4), start))?.[0] ?? "";
  return (
    marks +
    page
      .slice(start, sentence.position?.end.offset)
      .replaceAll(/\s[\s>]*/g, " ")
      .trim()
  );
}

/** Where a node begins in the page, counted from 0. */
function startOf(node: {
  readonly position?: { readonly start: { readonly offset?: number | undefined } } | undefined;
}): number {
  return node.position?.start.offset ?? -1;
}
