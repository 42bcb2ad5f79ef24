import { codeAt } from "../../engine/code-at.ts";
import { type Span, wholeOf } from "../../engine/rule.ts";
import { beginsAt, characters, runEnd, type Trigger } from "../../engine/trigger.ts";
import { isBlank, isDigit } from "../shared/characters.ts";

/** What no frame begins behind. */
const goesOnWithAt = characters(/[\w'’-]/);

/** Frames that begin with "at ", as far as what stands behind it may be one: expressions are slow to tell. */
export function beginsFrame(may: (text: string, from: number) => boolean): Trigger {
  return beginsAt((text, at) => (!goesOnWithAt(text, at - 1) && may(text, at + AT.length) ? at : -1), AT);
}

const AT = "at ";
const ASYNC = "async ";
const OPENING = 40;
const BRACKET = 91;
const SPACE = 32;
const COLON = 58;

const inName = characters(/[^\s()]/);
const inJvmName = characters(/[\w.@/$<>-]/);
const inDotnetName = characters(/[\w$<>`+|.:,[\]-]/);
const inPlainName = characters(/[\w$.]/);

/** Words of V8 before the name of a function. */
const BEFORE_NAME: ReadonlySet<string> = new Set(["async", "function", "get", "new", "set", "static"]);

/** A name with a space and a bracket behind it. */
export function mayBeV8(text: string, from: number): boolean {
  for (let start = from; ; ) {
    const end = runEnd(text, start, inName);
    if (end === start || codeAt(text, end) !== SPACE) return false;
    const next = codeAt(text, end + 1);
    if (next === OPENING || next === BRACKET) return true;
    if (!BEFORE_NAME.has(text.slice(start, end))) return false;
    start = end + 1;
  }
}

/** A place with a line, or a function of WebAssembly. */
export function mayBePlace(text: string, from: number): boolean {
  const start = text.startsWith(ASYNC, from) ? from + ASYNC.length : from;
  if (text.startsWith("wasm-function[", start)) return true;
  for (let at = start; at < text.length && !isBlank(text, at); at += 1)
    if (text.charCodeAt(at) === COLON && isDigit(text, at + 1)) return true;
  return false;
}

/** A name that only the runtime gives. */
export function mayBeRuntimes(text: string, from: number): boolean {
  const start = text.startsWith(ASYNC, from) ? from + ASYNC.length : from;
  return (
    text[runEnd(text, start, inPlainName)] === "<" ||
    ["Module._", "Function.execute", "Object.Module._", "process.processTicks"].some((name) =>
      text.startsWith(name, start),
    )
  );
}

/** A name with a bracket right behind it. */
export function mayBeJvm(text: string, from: number): boolean {
  const end = runEnd(text, from, inJvmName);
  return end > from && codeAt(text, end) === OPENING;
}

/** The same with a space between the two, or what .NET writes in brackets before a name. */
export function mayBeDotnet(text: string, from: number): boolean {
  const end = runEnd(text, from, inDotnetName);
  return codeAt(text, codeAt(text, end) === SPACE ? end + 1 : end) === OPENING;
}

/** The word before a name, the longest name with spaces in it, and the space behind it. */
const NAME_LENGTH = 85;

const parts = characters(/[()\n]/);
const endsLine = characters(/[\n\r\u2028\u2029]/);

/** A frame whose name has spaces in it, from its bracket back to its "at". */
export function locateSpacedName(match: RegExpExecArray): Span | undefined {
  const { start, end } = wholeOf(match);
  const { input } = match;
  const least = Math.max(0, start - NAME_LENGTH);
  let from = start - 1;
  while (from > least && !parts(input, from - 1)) from -= 1;
  // A name stands between the two.
  for (let at = from; at + 3 < start - 1; at += 1) {
    const begins = input.startsWith("at ", at) && (at === from || !goesOnWithAt(input, at - 1));
    if (begins && !endsLine(input, at + 3)) return { start: at, end };
  }
  return undefined;
}
