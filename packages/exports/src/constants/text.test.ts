import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { exportedName, toComment, toLiteral, toScriptLiteral } from "./text.ts";

const TEXTS = [
  "plain",
  "quotes \" ' ` and $\u007bx}",
  "backslashes \\ \\n \\u0041 \\U0001f600 \\x41 \\",
  'ends */ // # """',
  "lines\nand\r\nmore\u2028\u2029\u0085",
  "unseen \u0000\u001b\u200b\ufeff\u00ad",
  "beyond \u{1f600} \u{e0001}f600",
];

describe("a literal", () => {
  test.each(TEXTS)("of TypeScript evaluates to the string: %j", (text) => {
    expect(runInNewContext(toScriptLiteral(text))).toBe(text);
  });

  test.each<[text: string, literal: string]>([
    ["\\U0001f600", '"\\\\U0001f600"'],
    ["\u{e0001}f600", '"\\U000e0001f600"'],
    ["\ufeff\u2028", '"\\ufeff\\u2028"'],
    ["half of a pair: \ud800", '"half of a pair: \ufffd"'],
  ])("of Python and Go evaluates to the string: %j", (text, literal) => {
    expect(toLiteral(text)).toBe(literal);
  });

  test.each(TEXTS)("is one line that shows every character: %j", (text) => {
    for (const literal of [toLiteral(text), toScriptLiteral(text), toComment(text)]) {
      expect(literal).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
    }
  });
});

test("the text of a comment cannot end it", () => {
  expect(toComment("a */ b\n*/")).toBe("a * / b * /");
});

test("no two codes share an exported name", () => {
  const codes = ["acme_a_b", "acme_ab", "acme_1_2", "acme_12", "acme_a1", "acme_a_1"];
  expect(codes.map(exportedName)).toEqual(["AcmeAB", "AcmeAb", "Acme_1_2", "Acme_12", "AcmeA1", "AcmeA_1"]);
});
