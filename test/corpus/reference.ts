import { Lookout, searchAll } from "../../packages/core/src/sanitizer/engine/look.ts";
import type { Finding, RunnableRule } from "../../packages/core/src/sanitizer/engine/rule.ts";
import { EXAMPLES } from "../../packages/core/src/sanitizer/rules/index.examples.ts";
import { runnableRules } from "../../packages/core/src/sanitizer/rules/runnable.ts";

const lookout = new Lookout(runnableRules());
const looks = new Uint8Array(runnableRules().length).fill(1);

/** Findings in a form that can be compared, whatever their order. */
export function inOrder(findings: readonly Finding[]): readonly string[] {
  return findings.map(({ rule, start, end }) => `${rule} ${start} ${end}`).sort();
}

/** The findings of the rules, at their triggers. */
export function triggered(text: string): readonly string[] {
  lookout.read(text);
  return inOrder(lookout.findings(text, looks));
}

/** The findings of rules in the whole string, without triggers. */
export function found(text: string, rules: readonly RunnableRule[] = runnableRules()): readonly Finding[] {
  const findings: Finding[] = [];
  for (const rule of rules) if (rule.context?.test(text) !== false) searchAll(text, rule, findings);
  return findings;
}

/** The same findings, in the form of {@link triggered}. */
export function plainly(text: string): readonly string[] {
  return inOrder(found(text));
}

/** A long random part, as tokens have one, in the place of the notation in an example. */
export function filled(example: string): string {
  return example.replace(/\{(\w+):(\d+)\}/g, (_, alphabet: string, count: string) => {
    const letters = alphabet === "digits" ? "4807153962" : alphabet === "hex" ? "3fa85b0c9e1d" : "A7K2M4Q9X3";
    const mixed = alphabet === "alnum" ? "aB3dE5fG7hJ9kL2m" : alphabet === "lower" ? "a7k2m4q9x3" : letters;
    return mixed.repeat(Math.ceil(Number(count) / mixed.length)).slice(0, Number(count));
  });
}

/** All example strings of the rules, with something private and without. */
export const EXAMPLE_TEXTS: readonly string[] = Object.values(EXAMPLES).flatMap(({ redacts, keeps }) =>
  [...redacts, ...keeps].map(filled),
);

/** Characters and words that occur next to triggers, or are triggers. */
export const SIGNS: readonly string[] =
  "\n|\t| |  |\\|\\\\|/|//|:|::|:/|=|==|@|#|$|%|^|~|!|?|.|..|,|;|-|--|_|\"|'|`|(|)|[|]|{|}|<|>|&|+|*|0|12|at |key|token_|_live_|password|é|ß|密码|\u017f|\u212a|😀|[host]|[credential]".split(
    "|",
  );
