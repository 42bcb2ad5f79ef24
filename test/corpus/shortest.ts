import { type AST, RegExpParser } from "@eslint-community/regexpp";
import type { Pattern } from "../../packages/core/src/sanitizer/engine/rule.ts";

/** Samples of a class of characters. Runs cycle through them, since some rules require a mixture. */
const ALPHABETS = [
  "q7Z2k9X4b1M8v3T6",
  "qzkxbmvthw",
  "QZKXBMVTHW",
  "7294183650",
  "f7a2c9e4b1d8",
  "-",
  "_",
  ".",
  "/",
  "+",
  "=",
];
const OTHERS = "%~:@!#$&*?,;|^()[]{}<>\"'` \n\\é密";

/** For a class of at most this many characters, each is tried. */
const FEW = 12;

const ASCII = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));

/** A repetition is repeated as few times as it allows, but at most this many times. */
const MOST = 250;

/** The largest number of strings for an expression with many parts. */
const MOST_TEXTS = 300;

/**
 * The shortest strings that an expression matches, one for each of its alternatives and for each kind of characters that it allows. What
 * comes before or after a match is guessed, so some of these strings do not match.
 */
export function shortestOf({ source, flags }: Pattern): readonly string[] {
  const parsed = new RegExpParser().parsePattern(source, 0, source.length, {
    unicode: flags.includes("u"),
    unicodeSets: flags.includes("v"),
  });
  return textsOf(parsed.alternatives, flags);
}

function textsOf(alternatives: readonly AST.Alternative[], flags: string): readonly string[] {
  return some(alternatives.flatMap((alternative) => joined(alternative.elements.map((part) => drawn(part, flags)))));
}

/** The string made of the first variant of each part, and all strings in which one part has another variant. */
function joined(parts: readonly (readonly string[])[]): readonly string[] {
  const first = parts.map(([text = ""]) => text);
  const varied = parts.flatMap((texts, index) =>
    texts.slice(1).map((text) => [...first.slice(0, index), text, ...first.slice(index + 1)].join("")),
  );
  return some([first.join(""), ...varied]);
}

function some(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].slice(0, MOST_TEXTS);
}

function drawn(part: AST.Element, flags: string): readonly string[] {
  switch (part.type) {
    case "Character":
      return [String.fromCodePoint(part.value)];
    case "CharacterSet":
    case "CharacterClass":
    case "ExpressionCharacterClass":
      return runsOf(part, flags, 1);
    case "Group":
    case "CapturingGroup":
      return textsOf(part.alternatives, flags);
    case "Quantifier":
      return repeated(part, flags);
    case "Assertion":
      return part.kind === "lookahead" && !part.negate ? ["", ...textsOf(part.alternatives, flags)] : [""];
    default:
      return [""];
  }
}

function repeated({ element, min, max }: AST.Quantifier, flags: string): readonly string[] {
  const isClass = "Character CharacterSet CharacterClass".includes(element.type);
  const times = (count: number) =>
    isClass ? runsOf(element, flags, count) : drawn(element, flags).map((text) => text.repeat(count));
  if (min > 0) return times(Math.min(min, MOST));
  return max === 0 ? [""] : ["", ...times(1)];
}

/** Runs of characters of a class. */
function runsOf(part: AST.Element, flags: string, length: number): readonly string[] {
  const one = new RegExp(`^(?:${part.raw})$`, flags.replace(/[gyd]/g, ""));
  const own = ASCII.filter((character) => one.test(character));
  const runs = [...(own.length > FEW ? [...ALPHABETS, ...OTHERS] : own)]
    .map((alphabet) => [...alphabet].filter((character) => one.test(character)).join(""))
    .filter((alphabet) => alphabet !== "")
    .map((alphabet) => alphabet.repeat(Math.ceil(length / alphabet.length)).slice(0, length));
  return [...new Set(runs)];
}

/** Removes everything from a string that can be removed while the string still passes. */
export function shrunk(text: string, isOne: (text: string) => boolean): string {
  let left = text;
  for (let size = 1 << Math.floor(Math.log2(text.length)); size >= 1; size >>= 1) {
    for (let at = 0; at + size <= left.length; ) {
      const without = left.slice(0, at) + left.slice(at + size);
      if (isOne(without)) left = without;
      else at += size;
    }
  }
  return left;
}
