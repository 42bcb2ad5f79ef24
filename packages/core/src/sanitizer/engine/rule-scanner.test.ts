import { describe, expect, test } from "vitest";
import { createSearch, findPrivate } from "./redact.ts";
import { runnable } from "./rule.ts";
import { TRAIT } from "./traits.ts";
import { contains, containsToken, type Trigger, word } from "./trigger.ts";

const ruleOf = (pattern: RegExp, ...triggers: readonly Trigger[]) =>
  runnable({ id: "rule", kind: "host", pattern, triggers });

/** What a rule with these triggers finds in a text. */
function found(text: string, pattern: RegExp, ...triggers: readonly Trigger[]): readonly string[] {
  const search = createSearch([ruleOf(pattern, ...triggers)]);
  return findPrivate(text, search).map(({ start, end }) => text.slice(start, end));
}

const A = "a".repeat(24);
const A23 = "a".repeat(23);
const A22 = "a".repeat(22);

const LONG = "authentication_string";
const inWord = (...texts: readonly string[]) => word(TRAIT.joint, ...texts);

describe("a rule looks at the whole string", () => {
  test.each<
    readonly [where: string, text: string, pattern: RegExp, triggers: readonly Trigger[], parts: readonly string[]]
  >([
    ["if it contains a string", "x1 ab x2", /x\d/, [contains("ab")], ["x1", "x2"]],
    ["in any case and with any digits", "x1 AB7 x2", /x\d/, [contains("ab0")], ["x1", "x2"]],
    ["at the start or the end", "ab x1", /x\d|ab/, [contains("cd", "x1")], ["ab", "x1"]],
    ["for either trigger", "cd x1", /x\d/, [contains("ab"), contains("cd")], ["x1"]],
    ["once, for two triggers", "ab cd x1", /x\d/, [contains("ab"), contains("cd")], ["x1"]],
    ["if it contains a token", "x1 ab1", /x\d/, [containsToken("ab1")], ["x1"]],
    ["if it contains a token after a sign", "x1 -ab1", /x\d/, [containsToken("ab1")], ["x1"]],
    ["if it contains a token at the start", "ab1 x1", /x\d/, [containsToken("ab1")], ["x1"]],
    ["if it contains a token after a longer word", "xab1 ab1 x1", /x\d/, [containsToken("ab1")], ["x1"]],
    ["if it contains a long token", `x1 ${LONG}`, /x\d/, [containsToken(LONG)], ["x1"]],
    ["if a word with a trait begins so", "x1 ab-a", /x\d/, [inWord("ab")], ["x1"]],
    ["if a part of a word with a trait begins so", "x1 a-c_ab2", /x\d/, [inWord("ab")], ["x1"]],
    ["if a part begins with one of several strings", "x1 a-cd1", /x\d/, [inWord("ab", "cd")], ["x1"]],
    ["for matches next to each other", "xx ab", /x/, [contains("ab")], ["x", "x"]],
    ["for no match within another", "xxx ab", /xx/, [contains("ab")], ["xx"]],
  ])("%s", (_, text, pattern, triggers, parts) => {
    expect(found(text, pattern, ...triggers)).toEqual(parts);
  });

  test.each<readonly [why: string, text: string, trigger: Trigger]>([
    ["without its string", "x ac", contains("ab")],
    ["with only a beginning of its string", "x a", contains("ab")],
    ["with its token in another case", "x AB1", containsToken("ab1")],
    ["with another digit in its token", "x ab2", containsToken("ab1")],
    ["with its token after a letter", "x xab1", containsToken("ab1")],
    ["with its token after a digit", "x 2ab1", containsToken("ab1")],
    ["with only the beginning of its long token", "x authentication_strong", containsToken(LONG)],
    ["with its string in a word without the trait", "x ab", inWord("ab")],
    ["with its string within a part of a word", "x a-xab", inWord("ab")],
    ["with its string in another case in a word", "x a-AB", inWord("ab")],
    ["with only the first letter of its string in a word", "x a-ac", inWord("ab")],
  ])("and not at a string %s", (_, text, trigger) => {
    expect(found(text, /x/, trigger)).toEqual([]);
  });

  test.each<readonly [what: string, trait: number, text: string, words: readonly string[]]>([
    ["with a hyphen", TRAIT.joint, "ab a-b -a b- -", ["a-b", "-a", "b-", "-"]],
    ["with an underscore", TRAIT.joint, "ab a_b", ["a_b"]],
    ["with a hyphen and a digit", TRAIT.numbered, "ab a1 a-b a-1 1_a", ["a-1", "1_a"]],
    ["that are flags", TRAIT.flag, "a-b -a --all _a", ["-a", "--all"]],
    ["of 14 characters", TRAIT.longWord, `${A.slice(0, 13)} ${A.slice(0, 14)}`, [A.slice(0, 14)]],
    ["of 14 characters at the end", TRAIT.longWord, `x/${A.slice(0, 14)}`, [`x/${A.slice(0, 14)}`]],
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
    ["in runs with a sign", TRAIT.longRun, "abcd/efgh+ijkl~mnop-qr_s", ["abcd/efgh+ijkl~mnop-qr_s"]],
    ["but not in runs with other signs", TRAIT.longRun, "abcd.efgh.ijkl.mnop.qrst.uvwx", []],
  ])("if it has words %s", (_, trait, text, words) => {
    expect(text.split(" ").filter((one) => found(one, /./, word(trait)).length > 0)).toEqual(words);
  });

  test("that contains a trigger itself, whatever was in another", () => {
    const search = createSearch([ruleOf(/x/, contains("ab"))]);
    const places = (text: string) => findPrivate(text, search).map(({ start }) => start);
    expect(places("x ab x")).toEqual([0, 5]);
    expect(places("x ac x")).toEqual([]);
    expect(places("ab x")).toEqual([3]);
  });
});

test("each of 70 rules finds its own text", () => {
  const names = Array.from({ length: 70 }, (_, index) => `q${String.fromCharCode(97 + (index % 26), 97 + index / 26)}`);
  const search = createSearch(
    names.map((name) => runnable({ id: name, kind: "host", pattern: new RegExp(name), triggers: [contains(name)] })),
  );
  const text = names.join(" ");
  expect(findPrivate(text, search).map(({ start, rule }) => [text.slice(start, start + 3), rule])).toEqual(
    names.map((name) => [name, name]),
  );
});
