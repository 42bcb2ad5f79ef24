import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Lookout } from "../../packages/core/src/sanitizer/engine/look.ts";
import type { Finding } from "../../packages/core/src/sanitizer/engine/rule.ts";
import { searchAll } from "../../packages/core/src/sanitizer/engine/search.ts";
import { builtInRules, runnableRules } from "../../packages/core/src/sanitizer/rules/index.ts";
import { sampled, sized } from "../support/effort.ts";
import { loadCorpus } from "./load.ts";

const RUNS = sized(20_000);
const parameters = { numRuns: RUNS };
const timeout = 20_000 + RUNS * 10;

const lookout = new Lookout(runnableRules());
const needs = Int32Array.from(runnableRules(), (rule) => rule.needs);

function inOrder(findings: readonly Finding[]): readonly string[] {
  return findings.map(({ rule, start, end }) => `${rule} ${start} ${end}`).sort();
}

/** What the rules find where their triggers stand. */
function triggered(text: string): readonly string[] {
  return inOrder(lookout.findings(text, lookout.read(text), needs));
}

/** What they find when each looks at the whole text, as far as the text has what it needs. */
function plainly(text: string): readonly string[] {
  const traits = lookout.read(text);
  const findings: Finding[] = [];
  for (const rule of runnableRules()) {
    if ((rule.needs & ~traits) === 0 && rule.hint?.test(text) !== false) searchAll(text, rule, findings);
  }
  return inOrder(findings);
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
