import { createSanitizer, sanitizeMessage } from "@uhp-errors/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { loadCorpus } from "../../corpus/load.ts";
import { redactText } from "../../packages/core/src/sanitizer/engine/redact.ts";
import { EXAMPLES } from "../../packages/core/src/sanitizer/rules/index.examples.ts";
import { builtInRules } from "../../packages/core/src/sanitizer/rules/index.ts";
import { sampled, sized } from "../support/effort.ts";

/** Cases of each property. */
const RUNS = sized(2_000);
const parameters = { numRuns: RUNS };
const timeout = 20_000 + RUNS * 10;

/** Parts of what the rules look for, cut and joined at random. */
const pieces = Object.values(EXAMPLES).flatMap(({ redacts, keeps }) => [...redacts, ...keeps]);
const piece = fc.oneof(
  fc.constantFrom(...pieces),
  fc.tuple(fc.constantFrom(...pieces), fc.nat(), fc.nat()).map(([text, from, to]) => text.slice(from % 80, to % 120)),
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.constantFrom(
    "[host]",
    "[credential]",
    "[path]",
    "[stack]",
    "[",
    "]",
    "://",
    "=",
    ": ",
    "@",
    "\n",
    "\\n",
    "%20",
    "%0A",
    "%3A%2F%2F",
    "%2522",
    "\\u0020",
    "&quot;",
    ". ",
    " at ",
  ),
);
const text = fc.array(piece, { maxLength: 12 }).map((parts) => parts.join(""));

/** A control character, a zero-width one, or one that changes the direction of the text. */
const UNSEEN = /(?![\n\t\r])[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u;

describe("whatever a string is", () => {
  test("its sentence is short, visible and well-formed, and sanitizing it again changes nothing", { timeout }, () => {
    fc.assert(
      fc.property(text, (given) => {
        const { message } = sanitizeMessage(given);
        expect(message.length).toBeLessThanOrEqual(500);
        expect(message).not.toMatch(UNSEEN);
        expect(message).not.toMatch(/[\r\n]|^\s|\s$| {2}/);
        expect(message.isWellFormed()).toBe(true);
        expect(sanitizeMessage(message).message).toBe(message);
        expect(sanitizeMessage(given).message).toBe(message);
      }),
      parameters,
    );
  });

  test("what was removed lies within it, in kinds and rules that exist", { timeout }, () => {
    const ids = new Set(builtInRules().map(({ id }) => id));
    fc.assert(
      fc.property(text, (given) => {
        for (const { kind, rule, index } of sanitizeMessage(given).removed) {
          expect(index).toBeGreaterThanOrEqual(0);
          expect(index).toBeLessThanOrEqual(given.length);
          if (kind !== "control" && kind !== "rest") expect(ids).toContain(rule);
        }
      }),
      parameters,
    );
  });

  test("a string of a detail does not change when it is redacted again", { timeout }, () => {
    const { detailText } = createSanitizer();
    fc.assert(
      fc.property(text, (given) => {
        const once = detailText(given);
        expect(detailText(once)).toBe(once);
      }),
      parameters,
    );
  });
});

test("whatever is given, nothing is thrown", () => {
  fc.assert(
    fc.property(fc.anything({ withBigInt: true, withNullPrototype: true }), fc.anything(), (given, options) => {
      expect(typeof sanitizeMessage(given, options as never).message).toBe("string");
    }),
    parameters,
  );
});

describe("the corpus", () => {
  const corpus = loadCorpus();

  test("has at least 600 real messages of 40 packages and tools, a third of them harmless", () => {
    const real = corpus.filter(({ source }) => source !== "synthetic");
    expect(real.length).toBeGreaterThanOrEqual(600);
    expect(new Set(real.map(({ source }) => source)).size).toBeGreaterThanOrEqual(40);
    expect(real.filter(({ holds }) => holds.length === 0).length).toBeGreaterThanOrEqual(real.length / 3);
  });

  test("does not change the second time", () => {
    const unsettled = sampled(corpus).filter((entry) => {
      const { message } = sanitizeMessage(entry.text);
      const whole = redactText(entry.text).text;
      return sanitizeMessage(message).message !== message || redactText(whole).text !== whole;
    });
    expect(unsettled.map(({ id }) => id)).toEqual([]);
  });

  test("contains no complete secret: each is made when the corpus is loaded", () => {
    const again = loadCorpus();
    expect(again).toEqual(corpus);
    expect(corpus.some(({ text: filled }) => /\{\{\w+:\d+/.test(filled))).toBe(false);
  });
});
