import { describe, expect, test } from "vitest";
import { findPrivate, searchOf } from "./redact.ts";
import { runnable } from "./rule.ts";
import { TRAIT } from "./traits.ts";
import {
  beginsAt,
  beginsInWord,
  beginsWith,
  beginsWithRun,
  beginsWithToken,
  beginsWithWord,
  holds,
  runEnd,
  startIf,
  type Trigger,
} from "./trigger.ts";

const ruleOf = (pattern: RegExp, ...triggers: readonly Trigger[]) =>
  runnable({ id: "rule", kind: "host", pattern, triggers });

/** What a rule with these triggers finds in a text. */
function found(text: string, pattern: RegExp, ...triggers: readonly Trigger[]): readonly string[] {
  const search = searchOf([ruleOf(pattern, ...triggers)]);
  return findPrivate(text, search).map(({ start, end }) => text.slice(start, end));
}

const A = "a".repeat(24);
const A23 = "a".repeat(23);
const A22 = "a".repeat(22);

const LONG = "authentication_string";
const inWord = (...texts: readonly string[]) => beginsInWord(TRAIT.joint, ...texts);
const yes = () => true;
const nowhere = startIf(() => -1, yes);
const atStart = startIf(() => 0, yes);
const before = (_: string, at: number) => at - 1;
const isB = (text: string, start: number, at: number) => text[start] === "b" && text[at] === "=";

describe("a rule looks", () => {
  test.each<
    readonly [where: string, text: string, pattern: RegExp, triggers: readonly Trigger[], parts: readonly string[]]
  >([
    ["where its text begins", "x ab1 b2 ab3", /\w+/, [beginsWith("ab")], ["ab1", "ab3"]],
    ["where its text is, in any case and with any digits", "AB1 ab2", /\w+/, [beginsWith("ab0")], ["AB1", "ab2"]],
    ["nowhere else", "x ab1 b2", /b\d/, [beginsWith("ab")], []],
    ["not within a match", "abab1 ab2", /\w+/, [beginsWith("ab")], ["abab1", "ab2"]],
    ["right after a match", "abab", /ab/, [beginsWith("ab")], ["ab", "ab"]],
    ["at the start and the end", "ab x ab", /ab/, [beginsWith("ab")], ["ab", "ab"]],
    ["again within what did not match", "ababc", /abc/, [beginsWith("ab")], ["abc"]],
    ["in order, for a text in a longer one", "abcdef c", /abcdef|c/, [beginsWith("abcdef", "c")], ["abcdef", "c"]],
    ["in order of numbers", "12345678 abcd bcde", /abcd|bc|bcde/, [beginsWith("abcd", "bc", "bcde")], ["abcd", "bc"]],
    ["once, for two triggers in one place", "abc", /\w+/, [beginsWith("ab"), beginsWith("abc")], ["abc"]],
    ["where its text is exact", "ab1 AB1 xab1 2ab1 -ab1", /\w+/, [beginsWithToken("ab1")], ["ab1", "ab1"]],
    ["where its text is exact, digits included", "ab1 ab2", /\w+/, [beginsWithToken("ab1")], ["ab1"]],
    ["where a long text is exact", `${LONG} authentication_strong`, /\w+/, [beginsWithToken(LONG)], [LONG]],
    ["where a part of a word begins so", "ab a-ab1 a-xab1 a-b_ab2_ab3", /ab\d/, [inWord("ab")], ["ab1", "ab2", "ab3"]],
    ["where one of its texts begins a part of a word", "x-cd1", /\w+/, [inWord("ab", "cd")], ["cd1"]],
    ["not where a part of a word has only its first letter", "x-ac1", /\w+/, [inWord("ab")], []],
    ["from where a run before its text begins", "x a1b2=c", /\w+=/, [beginsWithRun(/\w/, "=")], ["a1b2="]],
    ["from its text if there is no run before it", "x =c", /\w*=/, [beginsWithRun(/\w/, "=")], ["="]],
    ["once in a run with two of its texts", "a==b", /\w*=+/, [beginsWithRun(/[\w=]/, "=")], ["a=="]],
    ["in each run", "a=1 b=2", /\w=\d/, [beginsWithRun(/\w/, "=")], ["a=1", "b=2"]],
    ["where its function says", "x 12:ab", /\d+:/, [beginsAt((_, at) => at - 2, ":")], ["12:"]],
    ["nowhere if its function says so", "x 12:ab", /\d*:/, [beginsAt(() => -1, ":")], []],
    ["where its check allows", "x a=1 b=2", /\w=\d/, [beginsAt(startIf(before, isB), "=")], ["b=2"]],
    ["nowhere if its check is not reached", "x a=1", /./, [beginsAt(nowhere, "=")], []],
    ["at the start if its check allows", "a=1", /\w=/, [beginsAt(atStart, "=")], ["a="]],
    ["everywhere if its text occurs", "x1 ab x2", /x\d/, [holds("ab")], ["x1", "x2"]],
    ["nowhere if its text does not occur", "x1 ac x2", /x\d/, [holds("ab")], []],
  ])("%s", (_, text, pattern, triggers, parts) => {
    expect(found(text, pattern, ...triggers)).toEqual(parts);
  });

  test.each<readonly [what: string, trait: number, text: string, words: readonly string[]]>([
    ["with a hyphen", TRAIT.joint, "ab a-b -a b- -", ["a-b", "-a", "b-", "-"]],
    ["with an underscore", TRAIT.joint, "ab a_b", ["a_b"]],
    ["with a hyphen and a digit", TRAIT.numbered, "ab a1 a-b a-1 1_a", ["a-1", "1_a"]],
    ["that are flags", TRAIT.flag, "a-b -a --all _a", ["-a", "--all"]],
    ["of 14 characters", TRAIT.longWord, `${A.slice(0, 13)} ${A.slice(0, 14)}`, [A.slice(0, 14)]],
    ["of 14 characters at the end", TRAIT.longWord, `x/${A.slice(0, 14)}`, [A.slice(0, 14)]],
    ["with a digit, of six characters", TRAIT.oddWord, "abcd1 abcde1 1abcde 123456", ["abcde1", "1abcde", "123456"]],
    ["with an inner capital, of six characters", TRAIT.oddWord, "abcdE abcdeF aBcdef", ["abcdeF", "aBcdef"]],
    ["of 14 characters, as odd words", TRAIT.oddWord, A.slice(0, 14), [A.slice(0, 14)]],
    ["but no plain ones", TRAIT.oddWord, "Abcdef ABCDEF abcdef ABcdef abc-def 1Ab", []],
    ["with 23 letters and digits in a row", TRAIT.longPart, `${A22} ${A23}`, [A23]],
    ["with 23 in a row after a hyphen", TRAIT.longPart, `x-${A22} x-${A23}`, [`x-${A23}`]],
    ["with 23 in a row before a hyphen", TRAIT.longPart, `${A23}-x`, [`${A23}-x`]],
    ["with 23 in a row between hyphens", TRAIT.longPart, `x-1-${A23}-x`, [`x-1-${A23}-x`]],
    ["but not with 22 in a row twice", TRAIT.longPart, `${A22}-${A22}`, []],
    ["in runs of 24 characters", TRAIT.longRun, `${A23} ${A}`, [A]],
    ["in runs with a sign", TRAIT.longRun, "abcd/efgh+ijkl~mnop-qr_s", ["abcd"]],
    ["but not in runs with other signs", TRAIT.longRun, "abcd.efgh.ijkl.mnop.qrst.uvwx", []],
  ])("at words %s", (_, trait, text, words) => {
    expect(found(text, /[\w-]+/, beginsWithWord(trait))).toEqual(words);
  });

  test("only in its own string", () => {
    const search = searchOf([ruleOf(/x[yz]/, holds("ab"), beginsWith("xy"))]);
    const places = (text: string) => findPrivate(text, search).map(({ start }) => start);
    expect(places("xz ab xy")).toEqual([0, 6]);
    expect(places("xz ac xy")).toEqual([6]);
    expect(places("xy ac xz")).toEqual([0]);
    expect(places("xz ac")).toEqual([]);
  });

  test("again and again in a string with many places", () => {
    const search = searchOf([ruleOf(/x\d/, beginsWith("x1"))]);
    expect(findPrivate("x1 ".repeat(1_500), search).length).toBe(1_500);
    expect(findPrivate("- x1 ".repeat(2), search).map(({ start }) => start)).toEqual([2, 7]);
  });
});

test("each of 70 rules finds its own text", () => {
  const names = Array.from({ length: 70 }, (_, index) => `q${String.fromCharCode(97 + (index % 26), 97 + index / 26)}`);
  const search = searchOf(
    names.map((name) => runnable({ id: name, kind: "host", pattern: new RegExp(name), triggers: [beginsWith(name)] })),
  );
  const text = names.join(" ");
  expect(findPrivate(text, search).map(({ start, rule }) => [text.slice(start, start + 3), rule])).toEqual(
    names.map((name) => [name, name]),
  );
});

test.each<readonly [text: string, from: number, end: number]>([
  ["ab cd", 0, 2],
  ["ab cd", 2, 2],
  ["ab cd", 3, 5],
  ["", 0, 0],
])("in %j, the run from %i ends at %i", (text, from, end) => {
  expect(runEnd(text, from, (within, at) => within[at] !== " ")).toBe(end);
});
