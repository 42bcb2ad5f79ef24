import { type BuiltInRule, privateOf, type Span, wholeOf } from "../../engine/rule.ts";
import { withoutTail } from "./characters.ts";

type Locate = NonNullable<BuiltInRule["locate"]>;

/** Makes a locator that returns the private part of a match without its trailing characters, if that passes a test. */
export function locateIf(test: (text: string, match: RegExpExecArray) => boolean, trailing = ""): Locate {
  return (match) => {
    const { start, end } = privateOf(match);
    const text = withoutTail(match.input.slice(start, end), trailing);
    return test(text, match) ? { start, end: start + text.length } : undefined;
  };
}

/** Makes a locator that extends a match to the next match of a global expression, or to the end of the string. */
export function locateUpTo(next: RegExp): (match: RegExpExecArray) => Span {
  return (match) => {
    const { start, end } = wholeOf(match);
    next.lastIndex = end;
    return { start, end: next.exec(match.input)?.index ?? match.input.length };
  };
}

/** Returns the last characters before a match, at most `length` of them. */
export function textBefore(match: RegExpExecArray, length: number): string {
  return match.input.slice(Math.max(0, match.index - length), match.index);
}

/** Returns the first characters after a match, at most `length` of them. */
export function textAfter(match: RegExpExecArray, length: number): string {
  const { end } = wholeOf(match);
  return match.input.slice(end, end + length);
}
