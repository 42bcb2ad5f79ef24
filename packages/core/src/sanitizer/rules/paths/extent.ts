import { privateOf, type Span } from "../../engine/rule.ts";
import { withoutClosers } from "../shared/characters.ts";

/** How far to search for the closing quote of a path, in code units. */
const LONGEST_REST = 400;

/** Quotes and brackets that open, and in the same order those that close. */
const OPENERS = "\"'`‘“„«<";
const CLOSERS = "\"'`’”“»>";

/** Returns a path without the sentence's punctuation at its end. */
export function withoutEnd(path: string): string {
  return withoutClosers(path, ".,;:!?…", ["()", "[]", "{}"]);
}

/** Returns a match's path without the sentence's punctuation at its end. */
export function locatePath(match: RegExpExecArray): Span {
  const { start, end } = privateOf(match);
  return { start, end: start + withoutEnd(match.input.slice(start, end)).length };
}

/** The place in a file after its path, as compilers and runtimes write it. */
const PLACE =
  /^(?:(?::\d+){1,2}|\(\d+(?:,\s?\d+)?\)|:\(\d+,\d+\)|:line \d+|,? line \d+(?:,? col(?:umn)? \d+)?| on line \d+)/;

/** Returns a path at the start of a match, and the place in the file after it. */
export function locateWithPlace(match: RegExpExecArray, path: string): Span {
  const { start, end } = pathSpan(match, path);
  const from = /["'`]/.test(match.input.charAt(end)) ? end + 1 : end;
  const place = PLACE.exec(match.input.slice(from, from + 40))?.[0];
  return { start, end: place === undefined ? end : from + place.length };
}

/** Returns the span of a path. A quoted path continues to the closing quote, with white space; any other ends with its own characters. */
export function pathSpan({ input, index: start }: RegExpExecArray, path: string): Span {
  const spaced = input.slice(start - 2, start) === "« ";
  const closer = CLOSERS[OPENERS.indexOf(input[start - (spaced ? 2 : 1)] ?? " ")];
  const end = start + path.length;
  if (closer !== undefined && input[end] !== closer) {
    const rest = input.slice(end, end + LONGEST_REST);
    const close = rest.indexOf(closer);
    const between = rest.slice(0, Math.max(0, close));
    // After the space, the rest must look like a path; a comma or an equals sign begins something else.
    if (close > 0 && /^ [^\r\n"'`,;=<>{}]*$/.test(between) && /[\\/.]/.test(between))
      return { start, end: end + close };
  }
  return { start, end: input[end] === " " ? end + withSpaces(input.slice(end, end + LONGEST_REST), path) : end };
}

/** Returns the length of the rest of a path with spaces. A directory's name continues to its slash, a file's name to its extension. */
function withSpaces(rest: string, path: string): number {
  const more = /^(?: [\w.()-]+\/[^\s"'`<>|,;:(){}*?!\\[\]^]*)+/.exec(rest)?.[0] ?? "";
  const bare = !/\.\w+$/.test(path + more);
  const name = more !== "" && bare ? (/^ [\w()-]+\.\w{2,5}(?!\S)/.exec(rest.slice(more.length))?.[0] ?? "") : "";
  return more.length + name.length;
}
