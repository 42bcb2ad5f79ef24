import { describe, expect, test } from "vitest";
import { builtInRules } from "../rules/index.ts";
import { runnable } from "./rule.ts";
import { scan } from "./scan.ts";
import { TRAIT } from "./traits.ts";
import { contains, type Trigger, word } from "./trigger.ts";
import { foreignClass, TriggerAutomaton } from "./trigger-automaton.ts";

/** What the automaton of some triggers meets in a text: each text with its place, and each word. */
function met(text: string, ...triggers: readonly Trigger[]): readonly string[] {
  const rules = triggers.map((trigger, index) =>
    runnable({
      id: `rule ${index}`,
      kind: "host",
      triggers: [trigger],
      pattern: /x/,
    }),
  );
  const automaton = new TriggerAutomaton(rules);
  const found = { traits: 0, count: 0, places: new Int32Array(2) };
  scan(text, automaton, found);
  const pairs = Array.from({ length: found.count / 2 }, (_, index) => found.places.slice(index * 2, index * 2 + 2));
  return pairs.flatMap(([what = 0, at = 0]) =>
    what < 0
      ? [`<${text.slice(at).split(" ", 1)[0]}>`]
      : automaton.foundAt(what).map(({ text: expected, length }) => `${expected}@${at + 1 - length}`),
  );
}

describe("one pass meets", () => {
  test.each<readonly [what: string, text: string, triggers: readonly string[], places: readonly string[]]>([
    ["every text", "a key and a token", ["key", "token"], ["key@2", "token@12"]],
    ["a text in another, longest first", "apikey", ["key", "apikey", "y"], ["apikey@0", "key@3", "y@5"]],
    ["texts that overlap", "ababa", ["aba"], ["aba@0", "aba@2"]],
    ["a text after the beginning of a longer one", "ghp ghq ghp_", ["ghp_", "hq"], ["hq@5", "ghp_@8"]],
    ["a text in any case", "KEY Key kEY", ["key"], ["key@0", "key@4", "key@8"]],
    ["any digits for those of a text", "port 80 sq7", ["sq0", " port 1"], ["sq0@8"]],
    ["signs as they are", "a://b :/", ["://"], ["://@1"]],
    [
      "letters of other scripts, in any case",
      "ПАРОЛЬ schlüssel SCHLÜSSEL",
      ["пароль", "schlüssel"],
      ["пароль@0", "schlüssel@7", "schlüssel@17"],
    ],
    ["letters that are alike", "to\u212aen \u017fid", ["token", "sid"], ["token@0", "sid@6"]],
    ["a long text by its beginning", "authentication_stri", ["authentication_string"], ["authentication_string@0"]],
    ["a text with the first and the last letter", "AZ aZ Az az", ["az"], ["az@0", "az@3", "az@6", "az@9"]],
    ["a text with the first and the last digit", "q0 q1 q9 q:", ["q0"], ["q0@0", "q0@3", "q0@6"]],
    ["no control character for a digit", "q\u0001", ["q0"], []],
    ["neighbors of letters as other signs", "@[`{", ["a", "z"], []],
    ["a text of 16 characters", "x authentication_s", ["authentication_s"], ["authentication_s@2"]],
    ["one text twice, for two of the same", "a key", ["key", "key"], ["key@2", "key@2"]],
    ["nothing", "", ["key"], []],
    ["nothing for an empty list", "key", [], []],
  ])("%s", (_, text, triggers, places) => {
    expect(met(text, contains(...triggers))).toEqual(places);
  });

  test("words with a trait, and the runs that are long", () => {
    expect(met("x-1 ab --all", word(TRAIT.numbered))).toEqual(["<x-1>"]);
    expect(met("x-1 ab --all", word(TRAIT.flag | TRAIT.numbered))).toEqual(["<x-1>", "<--all>"]);
    expect(met(`x ${"ab/".repeat(8)} y`, word(TRAIT.longRun))).toEqual([`<${"ab/".repeat(8)}>`]);
    expect(met(`x ${"ab/".repeat(8)}`, word(TRAIT.longRun))).toEqual([`<${"ab/".repeat(8)}>`]);
  });
});

test("one pass meets every text in a long string", () => {
  expect(met("key ".repeat(1_500), contains("key")).length).toBe(1_500);
});

test.each(["Āā", "Ķķ", "Ĺĺ", "Ňň", "Ŋŋ", "Ŷŷ", "Źź", "Žž", "Ȁȁ", "Éé", "Жж", "Ωω", "Sſ", "K\u212a"])(
  "the letters %s are met in place of each other",
  (letters) => {
    const [one = "", other = ""] = letters;
    expect(met(`${one}${other}`, contains(other))).toEqual([`${other}@0`, `${other}@1`]);
    expect(met(`${one}${other}`, contains(one))).toEqual([`${one}@0`, `${one}@1`]);
  },
);

test("a letter of a trigger has the class of its capital", () => {
  const letters = new Set(
    builtInRules().flatMap(({ triggers }) => triggers.flatMap(({ texts }) => [...texts.join("")])),
  );
  const foreign = [...letters].filter((letter) => letter > "\x7f");
  expect(foreign.length).toBeGreaterThan(20);
  for (const letter of foreign) {
    const forms = [letter, letter.toLowerCase(), letter.toUpperCase()].filter((form) => form.length === 1);
    expect([letter, new Set(forms.map((form) => foreignClass(form.charCodeAt(0)))).size]).toEqual([letter, 1]);
  }
});
