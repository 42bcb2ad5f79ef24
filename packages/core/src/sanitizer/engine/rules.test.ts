import { describe, expect, test } from "vitest";
import { EXAMPLES } from "../rules/index.examples.ts";
import { builtInRules } from "../rules/index.ts";
import { findPrivate, searchOf } from "./redact.ts";
import { runnable } from "./rule.ts";

const ALPHABETS: Readonly<Record<string, string>> = {
  alnum: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
  lower: "abcdefghijklmnopqrstuvwxyz0123456789",
  upper: "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
  base32: "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
  hex: "0123456789abcdef",
  digits: "0123456789",
};

/** Fills an example such as `ghp_{alnum:36}`, so that no file holds a finished token. The same on every run. */
function filled(example: string, seed = 1): string {
  let state = seed;
  return example.replace(/\{(\w+):(\d+)\}/g, (_, name: string, count: string) => {
    const alphabet = ALPHABETS[name] ?? "";
    return Array.from({ length: Number(count) }, () => {
      state = (state * 48_271) % 2_147_483_647;
      return alphabet[state % alphabet.length];
    }).join("");
  });
}

describe.each(builtInRules().map((rule) => [rule.id, rule] as const))("the rule %s", (_, rule) => {
  const search = searchOf([runnable(rule)]);
  const { redacts = [], keeps = [] } = EXAMPLES[rule.id] ?? {};

  test("finds something in each string that it redacts", () => {
    expect(redacts).not.toEqual([]);
    const missed = redacts.filter((text) =>
      [1, 2, 3].some((seed) => findPrivate(filled(text, seed), search).length === 0),
    );
    expect(missed).toEqual([]);
  });

  test("finds nothing in those that it keeps", () => {
    expect(keeps).not.toEqual([]);
    expect(keeps.filter((text) => findPrivate(filled(text), search).length > 0)).toEqual([]);
  });
});

test("every rule has its own id", () => {
  const ids = builtInRules().map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

test("every proof belongs to a rule", () => {
  const ids = new Set(builtInRules().map(({ id }) => id));
  expect(Object.keys(EXAMPLES).filter((id) => !ids.has(id))).toEqual([]);
});

test("credentials of at least sixty vendors and shapes are recognized", () => {
  expect(builtInRules().filter(({ kind }) => kind === "credential").length).toBeGreaterThanOrEqual(60);
});
