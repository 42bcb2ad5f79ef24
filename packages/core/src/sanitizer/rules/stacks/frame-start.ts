import { type Span, wholeOf } from "../../engine/rule.ts";
import { codeAt } from "../../engine/traits.ts";
import { beginsAt, characters, runEnd, type Trigger } from "../../engine/trigger.ts";
import { isBlank, isDigit } from "../shared/characters.ts";

/** Characters after which no frame begins directly. */
const goesOnWithAt = characters(/[\w'’-]/);

/** Makes a trigger for frames that begin with "at ". The rest gets a quick check first, because expressions take longer. */
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

/** Words that V8 writes before the name of a function. */
const BEFORE_NAME: ReadonlySet<string> = new Set(["async", "function", "get", "new", "set", "static"]);

/** Whether a name, a space and a bracket come next. */
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

/** Whether a location with a line number, or a WebAssembly function, comes next. */
export function mayBePlace(text: string, from: number): boolean {
  const start = text.startsWith(ASYNC, from) ? from + ASYNC.length : from;
  if (text.startsWith("wasm-function[", start)) return true;
  for (let at = start; at < text.length && !isBlank(text, at); at += 1)
    if (text.charCodeAt(at) === COLON && isDigit(text, at + 1)) return true;
  return false;
}

/** Whether a name that only the runtime uses comes next. */
export function mayBeRuntimes(text: string, from: number): boolean {
  const start = text.startsWith(ASYNC, from) ? from + ASYNC.length : from;
  return (
    text[runEnd(text, start, inPlainName)] === "<" ||
    ["Module._", "Function.execute", "Object.Module._", "process.processTicks"].some((name) =>
      text.startsWith(name, start),
    )
  );
}

/** Whether a name comes next, with a bracket right after it. */
export function mayBeJvm(text: string, from: number): boolean {
  const end = runEnd(text, from, inJvmName);
  return end > from && codeAt(text, end) === OPENING;
}

/** Does the same, but allows a space before the bracket, or the brackets that .NET writes before a name. */
export function mayBeDotnet(text: string, from: number): boolean {
  const end = runEnd(text, from, inDotnetName);
  return codeAt(text, codeAt(text, end) === SPACE ? end + 1 : end) === OPENING;
}

/** The maximum length of "at", a name with spaces in it, and the space after it. */
const NAME_LENGTH = 85;

const parts = characters(/[()\n]/);
const endsLine = characters(/[\n\r\u2028\u2029]/);

/** Returns a frame whose name contains spaces, from its bracket back to its "at". */
export function locateSpacedName(match: RegExpExecArray): Span | undefined {
  const { start, end } = wholeOf(match);
  const { input } = match;
  const least = Math.max(0, start - NAME_LENGTH);
  let from = start - 1;
  while (from > least && !parts(input, from - 1)) from -= 1;
  // A name comes between "at" and the bracket.
  for (let at = from; at + 3 < start - 1; at += 1) {
    const begins = input.startsWith("at ", at) && (at === from || !goesOnWithAt(input, at - 1));
    if (begins && !endsLine(input, at + 3)) return { start: at, end };
  }
  return undefined;
}
