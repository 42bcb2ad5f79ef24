import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Lookout } from "../../packages/core/src/sanitizer/engine/look.ts";
import { builtInSearch, findPrivate, redactText } from "../../packages/core/src/sanitizer/engine/redact.ts";
import type { BuiltInRule, Finding, RunnableRule } from "../../packages/core/src/sanitizer/engine/rule.ts";
import { searchAll } from "../../packages/core/src/sanitizer/engine/search.ts";
import { aiRules } from "../../packages/core/src/sanitizer/rules/credentials/ai.ts";
import { cloudRules } from "../../packages/core/src/sanitizer/rules/credentials/clouds.ts";
import { codeHostingRules } from "../../packages/core/src/sanitizer/rules/credentials/code-hosting.ts";
import { monitoringRules } from "../../packages/core/src/sanitizer/rules/credentials/monitoring.ts";
import { serviceRules } from "../../packages/core/src/sanitizer/rules/credentials/services.ts";
import { builtInRules, runnableRules } from "../../packages/core/src/sanitizer/rules/index.ts";
import { sampled, sized } from "../support/effort.ts";
import { loadCorpus } from "./load.ts";
import { shortestOf, shrunk } from "./shortest.ts";

const RUNS = sized(20_000);
const parameters = { numRuns: RUNS };
const timeout = 20_000 + RUNS * 10;

const lookout = new Lookout(runnableRules());
const search = builtInSearch();
const needs = Int32Array.from(runnableRules(), (rule) => rule.needs);

function inOrder(findings: readonly Finding[]): readonly string[] {
  return findings.map(({ rule, start, end }) => `${rule} ${start} ${end}`).sort();
}

/** What the rules find where their triggers stand. */
function triggered(text: string): readonly string[] {
  return inOrder(lookout.findings(text, lookout.read(text), needs));
}

/** What rules find by their expressions alone, each in the whole text: a hint is a part of what a rule says. */
function found(text: string, rules: readonly RunnableRule[] = runnableRules()): readonly Finding[] {
  const findings: Finding[] = [];
  for (const rule of rules) if (rule.hint?.test(text) !== false) searchAll(text, rule, findings);
  return findings;
}

/** The same, told as {@link triggered} tells it. */
function plainly(text: string): readonly string[] {
  return inOrder(found(text));
}

/** A long random part, such as tokens have, in place of the notation of an example. */
function filled(example: string): string {
  return example.replace(/\{(\w+):(\d+)\}/g, (_, alphabet: string, count: string) => {
    const letters = alphabet === "digits" ? "4807153962" : alphabet === "hex" ? "3fa85b0c9e1d" : "A7K2M4Q9X3";
    const mixed = alphabet === "alnum" ? "aB3dE5fG7hJ9kL2m" : alphabet === "lower" ? "a7k2m4q9x3" : letters;
    return mixed.repeat(Math.ceil(Number(count) / mixed.length)).slice(0, Number(count));
  });
}

const examples = builtInRules().flatMap(({ redacts, keeps }) => [...redacts, ...keeps].map(filled));

/** The rules with the shortest texts that each finds something in: of its expression, and of the texts that it redacts. */
const shortest = runnableRules().map((rule, index) => {
  const { id, pattern, redacts } = builtInRules()[index] as BuiltInRule;
  const finds = (text: string) => found(text, [rule]).length > 0;
  const texts = [...shortestOf(pattern).filter(finds), ...redacts.map((text) => shrunk(filled(text), finds))];
  return [id, rule, [...new Set(texts)]] as const;
});

describe("a rule finds its shortest match wherever it is", () => {
  const SENTENCES = [
    "%",
    "x0A%",
    "%x",
    "_%_",
    "é%é",
    "%.",
    "The value % was refused.",
    "a=%&b=c",
    'Invalid "%"',
    "x: %\n  y",
    "{'%'}",
    "\t%\r\n",
  ];

  test.each(shortest)("%s", (_, rule, texts) => {
    expect(texts).not.toEqual([]);
    for (const text of texts) {
      for (const sentence of SENTENCES) {
        const given = sentence.replace("%", () => text);
        const own = (list: readonly string[]) => list.filter((told) => told.startsWith(`${rule.id} `));
        expect(own(triggered(given)), given).toEqual(inOrder(found(given, [rule])));
      }
    }
  });
});

/** Rules for tokens that are known by their shape, whatever is around them. */
const TOKENS: ReadonlySet<string> = new Set(
  [aiRules(), cloudRules(), codeHostingRules(), monitoringRules(), serviceRules()].flat().map(({ id }) => id),
);

/** What may be right before a match, escaped, and what it stands for. */
const BORDERS = [
  ["%20", " "],
  ["%2520", " "],
  ["%0A", "\n"],
  ["%22", '"'],
  ["https%3A%2F%2F", "https://"],
  ["%C2%A0", "\u00a0"],
  ["\\n", "\n"],
  ["\\\\r\\\\n", "\r\n"],
  ["\\u000a", "\n"],
  ["\\x20", " "],
  ["\\u{22}", '"'],
  ["\\040", " "],
  ["&quot;", '"'],
  ["&amp;#34;", '"'],
  ["&#x3D;", "="],
] as const;

describe("after an escape, a rule finds its shortest match as after the character itself", () => {
  /** Which units of a text are taken out, from one on. */
  const taken = (findings: readonly Finding[], from: number, length: number) =>
    Array.from({ length }, (_, index) =>
      findings.some(({ start, end }) => start <= from + index && from + index < end),
    );

  test.each(shortest)("%s", (_, rule, texts) => {
    for (const text of sampled(texts).filter((one) => !/[%&\\]/.test(one))) {
      for (const [escaped, plain] of BORDERS) {
        const wanted = taken(found(`x${plain}${text}`, [rule]), 1 + plain.length, text.length);
        const given = `x${escaped}${text}`;
        const got = taken(findPrivate(given, search), 1 + escaped.length, text.length);
        expect(
          got.map((one, index) => one || !wanted[index]),
          given,
        ).not.toContain(false);
      }
    }
  });

  test.each(shortest.filter(([id]) => TOKENS.has(id)))("and takes all of it out: %s", (_, _rule, texts) => {
    for (const text of sampled(texts)) {
      for (const [escaped, plain] of BORDERS) {
        for (const before of [escaped, plain]) expect(redactText(`x${before}${text}`).text).not.toContain(text);
      }
    }
  });
});

/** Signs and words that stand beside triggers, or are some. */
const SIGNS =
  "\n|\t| |  |\\|\\\\|/|//|:|::|:/|=|==|@|#|$|%|^|~|!|?|.|..|,|;|-|--|_|\"|'|`|(|)|[|]|{|}|<|>|&|+|*|0|12|at |key|token_|_live_|password|é|ß|密码|\u017f|\u212a|😀|[host]|[credential]".split(
    "|",
  );

const cut = fc
  .tuple(fc.constantFrom(...examples), fc.nat(120), fc.nat(120))
  .map(([text, from, length]) => text.slice(from % (text.length + 1)).slice(0, length));
const piece = fc.oneof(
  fc.constantFrom(...examples),
  fc.constantFrom(...shortest.flatMap(([, , texts]) => texts)),
  cut,
  fc.constantFrom(...examples).map((text) => text.toUpperCase()),
  fc.constantFrom("|", ...SIGNS),
  fc.string({ maxLength: 8 }),
);
const text = fc.array(piece, { maxLength: 10 }).map((parts) => parts.join(""));

describe("a rule that looks where its triggers stand finds what it finds in the whole text", () => {
  test.each(builtInRules().map(({ id, redacts, keeps }) => [id, [...redacts, ...keeps]] as const))(
    "in the examples of %s",
    (_, own) => {
      for (const example of own.map(filled)) {
        expect(triggered(example)).toEqual(plainly(example));
        expect(triggered(`${example} ${example}`)).toEqual(plainly(`${example} ${example}`));
      }
    },
  );

  test("in drawn mixtures of all of them", { timeout }, () => {
    fc.assert(
      fc.property(text, (given) => {
        expect(triggered(given)).toEqual(plainly(given));
      }),
      parameters,
    );
  });

  test("in the corpus", { timeout: 60_000 }, () => {
    for (const entry of sampled(loadCorpus())) expect(triggered(entry.text)).toEqual(plainly(entry.text));
  });
});
