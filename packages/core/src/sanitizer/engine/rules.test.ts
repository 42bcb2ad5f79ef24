import { describe, expect, test } from "vitest";
import { filled } from "../../../../../test/corpus/reference.ts";
import { EXAMPLES } from "../rules/index.examples.ts";
import { builtInRules } from "../rules/index.ts";
import { createSearch, findPrivate } from "./redact.ts";
import { runnable } from "./rule.ts";

describe.each(builtInRules().map((rule) => [rule.id, rule] as const))("the rule %s", (_, rule) => {
  const search = createSearch([runnable(rule)]);
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
