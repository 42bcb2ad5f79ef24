import { describe, expect, test } from "vitest";
import { builtInRules } from "../rules/index.ts";
import { endsWithPrivate, hasPrivate } from "./private-group.ts";
import { privateOf, runnable } from "./rule.ts";

test.each<readonly [pattern: RegExp, ends: boolean]>([
  [/key=(?<private>\w+)/, true],
  [/key=(?<private>(?:a|b)+[)(]\))(?=;|$)/, true],
  [/(?<private>\w+)(?![\w)]|\.\d)(?=x)/, true],
  [/(?:a|(?<private>b))/, true],
  [/(?:)(?<private>\w+)(?:)/, true],
  [/'(?<private>\w+)'/, false],
  [/(?:a(?<private>b)|c)d/, false],
  [/(?<private>b)|c/, false],
  [/(?:(?<private>b))+/, false],
  [/(?<private>b)?/, false],
  [/(?<private>b)(?=(c))/, false],
  [/key=\w+/, false],
])("%s ends with what is private: %s", (pattern, ends) => {
  expect(endsWithPrivate(pattern.source)).toBe(ends);
});

describe("what is private stands where the engine says", () => {
  const named = builtInRules().filter(({ pattern }) => hasPrivate(pattern.source));

  test("in rules of both kinds", () => {
    expect(named.filter(({ pattern }) => endsWithPrivate(pattern.source)).length).toBeGreaterThan(10);
    expect(named.filter(({ pattern }) => !endsWithPrivate(pattern.source)).length).toBeGreaterThan(10);
  });

  test.each(named.map((rule) => [rule.id, rule] as const))("in the examples of %s", (_, rule) => {
    const told = new RegExp(rule.pattern.source, `${rule.pattern.flags.replace("g", "")}gd`);
    for (const text of [...rule.redacts, ...rule.keeps]) {
      const places = [...text.matchAll(told)].map((match) => match.indices?.groups?.["private"] ?? match.indices?.[0]);
      const spans = [...text.matchAll(runnable(rule).everywhere())].map(privateOf);
      expect(spans.map(({ start, end }) => [start, end])).toEqual(places);
    }
  });
});
