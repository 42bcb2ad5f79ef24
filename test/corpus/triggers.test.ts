import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Lookout } from "../../packages/core/src/sanitizer/engine/look.ts";
import { NOT_ORDINARY, shapeOf } from "../../packages/core/src/sanitizer/engine/plain.ts";
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

/** All words of the examples, and of the rules themselves. */
const words = [
  ...new Set(
    [...examples, ...builtInRules().map(({ pattern }) => pattern.source), ...sources()].flatMap(
      (example) => example.match(/[A-Za-z]+/g) ?? [],
    ),
  ),
];

function sources(): readonly string[] {
  const folder = new URL("../../packages/core/src/sanitizer/rules/", import.meta.url);
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => readFileSync(new URL(name, folder), "utf8"));
}

describe("a sentence of plain words holds nothing that a rule finds", () => {
  const spelled = fc.tuple(fc.constantFrom(...words), fc.constantFrom(0, 1, 2)).map(([word, how]) => {
    if (how === 0) return word;
    return how === 1 ? word.toLowerCase() : word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
  });
  const sentence = fc
    .tuple(
      fc.array(spelled, { minLength: 1, maxLength: 12 }),
      fc.constantFrom("", ".", "!", "?"),
      fc.constantFrom(" ", ", "),
    )
    .map(([list, end, between]) => list.join(between) + end);

  test("whatever the words", { timeout }, () => {
    fc.assert(
      fc.property(sentence, (given) => {
        fc.pre(shapeOf(given) === "plain");
        expect(plainly(given)).toEqual([]);
      }),
      parameters,
    );
  });

  test.each(["The model is down.", "Not found", "Too many requests came, please wait!"])("and %j is one", (given) => {
    expect(shapeOf(given)).toBe("plain");
  });

  test.each([
    "localhost is down",
    "Localhost is down",
    "cvv 123 was refused",
    "It is 3 o'clock",
    "One. Two",
    " One",
    "One ",
    "One  two",
    "One , two",
    "One two,",
    "aVeryPlainWord",
    "unpronounceable",
    "Ist es schön",
    "",
  ])("and %j is none", (given) => {
    expect(shapeOf(given)).not.toBe("plain");
  });
});

describe("a sentence of words, numbers, ids and pages without a word that a rule waits for holds nothing that it finds", () => {
  const ids = [
    "7",
    "443",
    "123456",
    "00a1847f-b311-4a2c-aa33-f43cd12cfbb0",
    "abcdefab-cdef-abcd-efab-cdefabcdefab",
    "resp_68a1b2c3d4e5f6a7b8c9d0e1",
    "chrn_aB3dE5fG7hJ9kL2m",
    "https://docs.example.com/errors/report-10400",
    "https://example.org",
    "https://api.acme.io/v/one_2-b7/",
  ];
  type Template = (word: string, id: string) => string;
  const templates: readonly Template[] = [
    (word, id) => `${word} ${id}`,
    (word, id) => `The ${word} of it is ${id}.`,
    (word, id) => `There is no ${word}, ${id}; see it`,
    (word, id) => `${id} ${word}`,
    (word, id) => `Use ${id}, ${word}!`,
    (word, id) => `See https://example.com/${word}/${word}-1 or ${id}`,
  ];
  /** Whether a text is let through without a further look. */
  const isPassed = (text: string) => shapeOf(text) === "ordinary" && lookout.wakesNone(text, NOT_ORDINARY, needs);

  /** How many of some texts are let through; none of them holds what a rule finds. */
  function passedOf(given: readonly string[]): number {
    const passed = given.filter(isPassed);
    for (const text of passed) {
      expect(lookout.read(text) & NOT_ORDINARY, text).toBe(0);
      expect(triggered(text), text).toEqual([]);
    }
    return passed.length;
  }

  const lower = words.map((word) => word.toLowerCase());
  const capital = lower.map((word) => word.charAt(0).toUpperCase() + word.slice(1));

  test("whichever word stands beside an id", () => {
    const texts = ids.flatMap((id, index) =>
      [...lower, ...capital].map((word) => (templates[(index + word.length) % templates.length] as Template)(word, id)),
    );
    expect(passedOf(texts)).toBeGreaterThan(10_000);
  });

  test("whichever word is the name of a host", () => {
    const hosts = lower.flatMap((word) => [word, `docs.${word}`, `${word}.acme`]);
    const texts = hosts.flatMap((host) => ["com", "dev", "io", "org"].map((top) => `See https://${host}.${top}/a`));
    expect(passedOf(texts)).toBeGreaterThan(10_000);
  });

  test("whichever word is the prefix of an id", () => {
    const texts = lower.flatMap((word) =>
      ["70000000", "68a1b2c3d4e5", "aB3dE5fG7hJ9kL2m4N6p8"].map((id) => `No ${word}_${id}`),
    );
    expect(passedOf(texts)).toBeGreaterThan(1_000);
  });

  test("whatever the words and the ids", { timeout }, () => {
    const random = fc.stringMatching(/^[a-z]{1,12}$/);
    const named = fc.constantFrom(...lower);
    const piece = fc.oneof(named, random, fc.stringMatching(/^[a-z0-9]{1,13}$/), fc.nat(999_999).map(String));
    const part = fc
      .tuple(fc.oneof(named, random), fc.array(fc.tuple(fc.constantFrom("-", "_"), piece), { maxLength: 3 }))
      .map(([first, pieces]) => `/${first}${pieces.flat().join("")}`);
    const address = fc
      .tuple(
        fc.constantFrom("", "docs.", "api.", "cache."),
        fc.oneof(named, random),
        fc.constantFrom("com", "org", "dev", "io"),
        fc.array(part, { maxLength: 5 }),
      )
      .map(([before, name, top, parts]) => `https://${before}${name}.${top}${parts.join("")}`);
    const token = fc.oneof(
      { weight: 4, arbitrary: named },
      { weight: 1, arbitrary: random },
      { weight: 1, arbitrary: fc.uuid() },
      {
        weight: 1,
        arbitrary: fc.tuple(named, fc.stringMatching(/^[A-Za-z0-9]{1,27}$/)).map((parts) => parts.join("_")),
      },
      { weight: 1, arbitrary: fc.nat(999_999).map(String) },
      { weight: 1, arbitrary: address },
    );
    const sentence = fc
      .tuple(
        fc.array(token, { minLength: 2, maxLength: 10 }),
        fc.constantFrom(" ", ", ", "; "),
        fc.constantFrom("", "."),
      )
      .map(([parts, between, end]) => parts.join(between) + end);
    fc.assert(
      fc.property(sentence, (given) => {
        fc.pre(isPassed(given));
        expect(plainly(given)).toEqual([]);
      }),
      parameters,
    );
  });

  test.each([
    "There is no harness 00a1847f-b311-4a2c-aa33-f43cd12cfbb0; see https://docs.example.com/a.",
    "No response resp_68a1b2c3d4e5",
    "Give at most 64",
  ])("and %j is one", (given) => expect(isPassed(given)).toBe(true));

  test.each([
    "The token 00a1847f-b311-4a2c-aa33-f43cd12cfbb0",
    "See https://docs.internal/x",
    "See https://user:word@docs.example.com",
    "Is it 10.0.0.1",
    "Give 64 ",
    "Give 64; ",
    "No sk_68a1b2c3d4e5",
    "primary_a1d155354e944ee23",
    "See https://docs.acme.com/pods/web-5d4f8c7b9-x2x4z",
    `See https://docs.acme.com/x_00${"-abcdefghijklm".repeat(3)}`,
    "No rnd_68a1b2c3d4e5",
    "See https://lacolhost.com/a",
    "Ring localhost 7",
  ])("and %j is none", (given) => expect(isPassed(given)).toBe(false));
});
