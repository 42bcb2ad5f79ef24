import { random } from "./project.ts";

/** What is repeated up to the size. */
const REPEATED = [
  "a",
  "/",
  "./",
  "at ",
  ":",
  "=",
  "@",
  "eyJ",
  "sk-",
  "a.a.",
  "((((",
  "-----BEGIN",
  '"password":',
  "\\",
  "1.1.",
  "::",
  "http://",
  " ",
  "\n",
] as const;

/** First and last code point of the letters of a script. */
const SCRIPTS = [
  [0x61, 0x7a],
  [0x430, 0x44f],
  [0x4e00, 0x9fa5],
  [0x627, 0x64a],
  [0x1f600, 0x1f64f],
] as const;

/** Latin, Cyrillic, Chinese, Arabic and emoji words of 1 to 12 letters, the same ones every time. */
function mixedScripts(length: number): string {
  const chance = random(20);
  let text = "";
  while (text.length < length) {
    const [first, last] = chance.pick(SCRIPTS);
    text += `${String.fromCodePoint(...Array.from({ length: chance.int(1, 12) }, () => chance.int(first, last)))} `;
  }
  return text.slice(0, length).toWellFormed();
}

/** A string in one piece, as it arrives from a socket, and not the tree of parts that `repeat` makes. */
function inOnePiece(text: string): string {
  return Buffer.from(text).toString();
}

/** An input of any length, in UTF-16 code units, that takes a careless expression a long time. */
export interface Hostile {
  readonly name: string;
  text(length: number): string;
}

function repeated(unit: string, name: string): Hostile {
  return {
    name,
    text: (length) => inOnePiece(unit.repeat(Math.ceil(length / unit.length)).slice(0, length)),
  };
}

/** All hostile inputs. */
export const HOSTILE: readonly Hostile[] = [
  ...REPEATED.map((unit) => repeated(unit, JSON.stringify(unit))),
  // Repeated like the others: a processor learns the branches of a short random text, so a longer one would seem slower.
  repeated(mixedScripts(5_000), "mixed scripts"),
];
