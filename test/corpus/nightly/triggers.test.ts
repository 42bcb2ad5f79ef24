import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { loadCorpus } from "../../../corpus/load.ts";
import { createBuiltInSearch, findPrivate, redactText } from "../../../packages/core/src/sanitizer/engine/redact.ts";
import type { BuiltInRule, Finding } from "../../../packages/core/src/sanitizer/engine/rule.ts";
import { contains, containsToken, type Trigger } from "../../../packages/core/src/sanitizer/engine/trigger.ts";
import { tokenRules } from "../../../packages/core/src/sanitizer/rules/credentials/tokens.ts";
import { EXAMPLES } from "../../../packages/core/src/sanitizer/rules/index.examples.ts";
import { builtInRules } from "../../../packages/core/src/sanitizer/rules/index.ts";
import { runnableRules } from "../../../packages/core/src/sanitizer/rules/runnable.ts";
import { sampled, sized } from "../../support/effort.ts";
import { EXAMPLE_TEXTS, filled, found, inOrder, plainly, SIGNS, triggered } from "../reference.ts";
import { shortestOf, shrunk } from "../shortest.ts";
import { untriggered } from "../untriggered.ts";

const RUNS = sized(20_000);
const parameters = { numRuns: RUNS };
const timeout = 20_000 + RUNS * 10;

const search = createBuiltInSearch();

/** Each rule with the shortest strings in which it finds something, made from its expression and from its examples. */
const shortest = runnableRules().map((rule, index) => {
  const { id, pattern } = builtInRules()[index] as BuiltInRule;
  const { redacts = [] } = EXAMPLES[id] ?? {};
  const finds = (text: string) => found(text, [rule]).length > 0;
  const texts = [...shortestOf(pattern).filter(finds), ...redacts.map((text) => shrunk(filled(text), finds))];
  return [id, rule, [...new Set(texts)]] as const;
});

/**
 * Rules whose triggers do not come from the match itself, but from what is around it or from a look back from within it. Random strings
 * test these.
 */
const NOT_IN_EXPRESSION: ReadonlySet<string> = new Set([
  "card-number",
  "cluster-bootstrap-token",
  "database-host",
  "go-frame",
  "internal-name",
  "mounted-export",
  "one-time-link",
  "password-setting",
  "strong-password",
]);

describe("every match contains a trigger, by the literals of its expression", () => {
  const rules = builtInRules().filter(({ triggers }) => triggers.every(({ words }) => words === 0));
  const known = rules.filter(({ id }) => !NOT_IN_EXPRESSION.has(id));

  test.each(known.map((rule) => [rule.id, rule] as const))("%s", (_, { pattern, context, triggers }) => {
    const missed = untriggered(pattern, triggers);
    expect(missed === undefined || context === undefined ? missed : untriggered(context, triggers)).toBeUndefined();
  });

  test("but for few rules", () => {
    expect(known.length).toBeGreaterThan(builtInRules().length * 0.9);
    for (const { pattern, triggers } of rules.filter((rule) => !known.includes(rule)))
      expect(untriggered(pattern, triggers)).not.toBeUndefined();
  });

  test.each<readonly [what: string, pattern: RegExp, triggers: readonly Trigger[], missed: string | undefined]>([
    ["a match without any", /ab?c/, [contains("abc")], "ac"],
    ["an alternative", /x(?:ab|cd)/, [contains("ab")], "xcd"],
    ["a token in another case", /ab/i, [containsToken("ab")], "AB"],
    ["a class that the text does not cover", /[ab]c/, [contains("ac")], "bc"],
    ["nothing that stands in any case, with any digit", /[aA]\d/, [contains("a0")], undefined],
    ["nothing that precedes or follows the match", /(?<=a)b(?=c)/, [contains("a"), contains("c")], undefined],
    ["nothing where all alternatives have one", /a+b|c{3}b/, [contains("ab", "ccb")], undefined],
  ])("which tells of %s", (_, pattern, triggers, missed) => {
    expect(untriggered(pattern, triggers)).toBe(missed);
  });
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
    for (const text of sampled(texts)) {
      for (const sentence of SENTENCES) {
        const given = sentence.replace("%", () => text);
        const own = (list: readonly string[]) => list.filter((told) => told.startsWith(`${rule.id} `));
        expect(own(triggered(given)), given).toEqual(inOrder(found(given, [rule])));
      }
    }
  });
});

/** Rules for tokens that are recognized by their form, whatever is around them. */
const TOKENS: ReadonlySet<string> = new Set(Object.keys(tokenRules()));

/** What may come right before a match: an escape and its meaning. */
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
  /** Which units of a string are removed, from an index on. */
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

  test.each(shortest.filter(([id]) => TOKENS.has(id)))("and removes all of it: %s", (_, _rule, texts) => {
    for (const text of sampled(texts)) {
      for (const [escaped, plain] of BORDERS) {
        for (const before of [escaped, plain]) expect(redactText(`x${before}${text}`).text).not.toContain(text);
      }
    }
  });
});

const cut = fc
  .tuple(fc.constantFrom(...EXAMPLE_TEXTS), fc.nat(120), fc.nat(120))
  .map(([text, from, length]) => text.slice(from % (text.length + 1)).slice(0, length));
const piece = fc.oneof(
  fc.constantFrom(...EXAMPLE_TEXTS),
  fc.constantFrom(...shortest.flatMap(([, , texts]) => texts)),
  cut,
  fc.constantFrom(...EXAMPLE_TEXTS).map((text) => text.toUpperCase()),
  fc.constantFrom("|", ...SIGNS),
  fc.string({ maxLength: 8 }),
);
const text = fc.array(piece, { maxLength: 10 }).map((parts) => parts.join(""));

describe("a rule that looks only at strings with its triggers finds what it finds in every string", () => {
  test("in each example", () => {
    for (const example of EXAMPLE_TEXTS) {
      expect(triggered(example)).toEqual(plainly(example));
      expect(triggered(`${example} ${example}`)).toEqual(plainly(`${example} ${example}`));
    }
  });

  test("in a mixture that was drawn once", () => {
    const given = "webpack:.[src/harness/store.t";
    expect(triggered(given)).toEqual(plainly(given));
  });

  test("in random mixtures of all of them", { timeout }, () => {
    fc.assert(
      fc.property(text, (given) => {
        expect(triggered(given)).toEqual(plainly(given));
      }),
      parameters,
    );
  });

  test("in the corpus, where triggers lose no finding", { timeout: 60_000 }, () => {
    const different = sampled(loadCorpus()).filter(
      ({ text }) => triggered(text).join("\n") !== plainly(text).join("\n"),
    );
    expect(different.map(({ id }) => id)).toEqual([]);
  });
});
