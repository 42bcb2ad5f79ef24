/** Values are read no further than this from where they begin, in code units; the rest of a longer one goes with it. */
const FARTHEST = 4_096;

/** How far a quote around a whole pair is looked for. */
const QUOTED_PAIR = 200;

/** What may stand behind a closing quote, if the quote closes at all. */
const BEHIND_QUOTE = /^(?:[\s,;:.!?)\]}&>\\"'`]|$)/;

/** Where a quoted value ends: before the closing quote, or at the end of its line when there is none. */
export function quotedEnd(text: string, start: number, open: string): number {
  const quote = open === "{" ? "}" : open;
  const limit = Math.min(text.length, start + FARTHEST);
  let from = start;
  while (from < limit) {
    const close = text.indexOf(quote, from);
    if (close < 0 || close > limit) break;
    const escaped = !open.startsWith("\\") && isEscaped(text, close, start);
    if (!escaped && BEHIND_QUOTE.test(text.slice(close + open.length, close + open.length + 1))) return close;
    from = close + 1;
  }
  const line = text.slice(start, limit).search(/[\r\n]/);
  return line < 0 ? text.length : start + line;
}

function isEscaped(text: string, at: number, start: number): boolean {
  let slashes = 0;
  for (let index = at - 1; index >= start && text[index] === "\\"; index -= 1) slashes += 1;
  return slashes % 2 === 1;
}

/** White space, an angle bracket, a sign before the next pair, what closes a bracket around the pair. */
const STOP = /[\s<>]|[;&](?=\s|$)|[;&,|](?=[\w$.% -]{1,60}[=:])|,(?=[\s"'\\])|}(?=[,}\]\s"'\\]|$)|%26|&amp;/g;

/** Where a value without quotes ends: at white space, at the next pair, at what closes a bracket around it. */
export function unquotedEnd(text: string, start: number, inQuery: boolean, before: string): number {
  // The whole pair stands in quotes, as on a command line: nothing but the quote ends it.
  const pair = /["'`]/.test(before) ? text.slice(start, start + QUOTED_PAIR).search(/[\s"'`]/) : -1;
  if (pair > 0 && text[start + pair] === before) return start + pair;
  STOP.lastIndex = start;
  let end = STOP.exec(text)?.index ?? text.length;
  // A semicolon ends a setting of a connection string, an ampersand one of a query.
  const hard = text.slice(start, end).search(inQuery ? /[&#"'`]/ : /;/);
  if (hard >= 0) end = start + hard;
  const value = text.slice(start, end);
  return start + withoutClosers(value).length;
}

/** Punctuation at the end belongs to the sentence; a closing bracket or quote to one that opened before the value. */
function withoutClosers(value: string): string {
  let end = value.length;
  if (!/[.,;:!?)\]}>"'`]$/.test(value)) return value;
  const firstOpener = openersIn(value);
  for (; end > 0; end -= 1) {
    const last = value[end - 1] ?? "";
    if (/[.,;:!?]/.test(last)) continue;
    if (!/[)\]}>"'`]/.test(last) || firstOpener(last) < end - 1) break;
  }
  return value.slice(0, end);
}

/** Tells where the first bracket stands that a closing one closes, or the first such quote; looks for each only once. */
function openersIn(value: string): (closer: string) => number {
  const places = new Map<string, number>();
  return (closer) => {
    let place = places.get(closer);
    if (place === undefined) {
      place = value.indexOf({ ")": "(", "]": "[", "}": "{", ">": "<" }[closer] ?? closer);
      if (place < 0) place = value.length;
      places.set(closer, place);
    }
    return place;
  };
}
