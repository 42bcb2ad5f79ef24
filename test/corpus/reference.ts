import type { Finding, RunnableRule } from "../../packages/core/src/sanitizer/engine/rule.ts";
import { RuleScanner, searchAll } from "../../packages/core/src/sanitizer/engine/rule-scanner.ts";
import { EXAMPLES } from "../../packages/core/src/sanitizer/rules/index.examples.ts";
import { runnableRules } from "../../packages/core/src/sanitizer/rules/runnable.ts";

const scanner = new RuleScanner(runnableRules());
const enabled = new Uint8Array(runnableRules().length).fill(1);

/** Findings in a form that can be compared, whatever their order. */
export function inOrder(findings: readonly Finding[]): readonly string[] {
  return findings.map(({ rule, start, end }) => `${rule} ${start} ${end}`).sort();
}

/** The findings of the rules, at their triggers. */
export function triggered(text: string): readonly string[] {
  scanner.read(text);
  return inOrder(scanner.findings(text, enabled));
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

const ALPHABETS: Readonly<Record<string, string>> = {
  alnum: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
  base64url: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_",
  lower: "abcdefghijklmnopqrstuvwxyz0123456789",
  upper: "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
  base32: "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
  bech: "023456789acdefghjklmnpqrstuvwxyz",
  hex: "0123456789abcdef",
  digits: "0123456789",
};

/** Fills an example such as `ghp_{alnum:36}`, so that no file holds a finished token. The same on every run. */
export function filled(example: string, seed = 1): string {
  let state = seed;
  return example.replace(/\{(\w+):(\d+)\}/g, (_, name: string, count: string) => {
    const alphabet = ALPHABETS[name] ?? "";
    return Array.from({ length: Number(count) }, () => {
      state = (state * 48_271) % 2_147_483_647;
      return alphabet[state % alphabet.length];
    }).join("");
  });
}

/** All example strings of the rules, with something private and without. */
export const EXAMPLE_TEXTS: readonly string[] = Object.values(EXAMPLES).flatMap(({ redacts, keeps }) =>
  [...redacts, ...keeps].map((text) => filled(text)),
);

/** Characters and words that occur next to triggers, or are triggers. */
export const SIGNS: readonly string[] =
  "\n|\t| |  |\\|\\\\|/|//|:|::|:/|=|==|@|#|$|%|^|~|!|?|.|..|,|;|-|--|_|\"|'|`|(|)|[|]|{|}|<|>|&|+|*|0|12|at |key|token_|_live_|password|é|ß|密码|\u017f|\u212a|😀|[host]|[credential]".split(
    "|",
  );
