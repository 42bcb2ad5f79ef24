import { type BuiltInRule, privateOf, type Span, wholeOf } from "../../engine/rule.ts";

type Locate = NonNullable<BuiltInRule["locate"]>;

/** Makes a second look at matches that keeps the private part of those whose private part passes a test. */
export function locateIf(test: (text: string, match: RegExpExecArray) => boolean): Locate {
  return (match) => {
    const span = privateOf(match);
    return test(match.input.slice(span.start, span.end), match) ? span : undefined;
  };
}

/** Makes a second look at matches that extends them to the next match of a global expression, or to the end of the string. */
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
