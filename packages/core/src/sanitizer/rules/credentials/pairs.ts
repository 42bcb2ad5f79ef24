import { type Span, wholeOf } from "../../engine/rule.ts";
import { contains } from "../../engine/trigger.ts";
import { withoutTail } from "../shared/characters.ts";
import type { RuleTable } from "../shared/rule-table.ts";
import {
  changesOfCase,
  isNoWord,
  isOpenSslError,
  isStandIn,
  isTalk,
  isUuid,
  looksChosen,
  looksRandom,
} from "../shared/values.ts";
import { isProtocolId, isPublicId } from "./public-id.ts";
import { type Secrecy, secrecyOf } from "./secret-names.ts";

/** A name and the sign between it and its value. The value begins where the match ends. */
const PAIR =
  /(?<![\w$ñ.-])([\w$ñ.-]+)(?:\\*["'`])?\]?(\s*(?::=|=>|==?|:)\s*)(\\*["'`]|&quot;|%22|\{(?=[^{}"'\n:]+\}))?/g;

/** Returns how surely a name, with the sign before it, marks its value as a secret. In a query, a code gives access. */
function secrecyIn(key: string, before: string, inJson: boolean): Secrecy {
  return (key === "code" && isQuery(before)) || LONG_ONLY.test(key) ? "likely" : secrecyOf(key, inJson);
}

/** Names of values that are secrets only if they are long: a code, the key of a cluster, the response of a login. */
const LONG_ONLY = /^(?:code|resp(?:onse)?)$|(?:encrypt|encryption|gossip)$/i;

/** Whether name and value are in quotes, which may be escaped. */
const IN_JSON = /^\\*"\s*:\s*\\*"$/;

function isQuery(sign: string): boolean {
  return sign === "?" || sign === "&" || sign === ";";
}

/** How many code units of a value are judged. */
const JUDGED = 300;

function locatePair(match: RegExpExecArray): Span | undefined {
  const [, key = "", sign = "", open = ""] = match;
  // Most names are no secret's, not even in JSON.
  if (secrecyIn(key, match.input.charAt(match.index - 1), true) === undefined) return undefined;
  const before = match.input.slice(Math.max(0, match.index - 12), match.index);
  const inQuery = isQuery(before.slice(-1));
  const inJson = IN_JSON.test(match[0].slice(key.length));
  // The placeholder of an earlier pass names nothing. A quote that is open before the pair ends here: the sign is the end of Base64.
  if (key === "credential" && before.endsWith("[") && match[0].startsWith("]", key.length)) return undefined;
  if (open !== "" && before.endsWith(open) && /^=+$/.test(sign)) return undefined;
  const start = wholeOf(match).end;
  const endIn = (text: string): number =>
    open === "" ? unquotedEnd(text, start, inQuery, before.slice(-1)) : quotedEnd(text, start, open);
  // Only the value of a secret is read to its end; other values are read again with the string after them.
  const near = match.input.length <= start + JUDGED ? match.input : match.input.slice(0, start + JUDGED);
  const nearEnd = endIn(near);
  const value = near.slice(start, nearEnd);
  if (value === "" || isStandIn(value) || isOpenSslError(value) || /^[A-Za-z]\w*=["'[(<{]/.test(value))
    return undefined;
  const secrecy = secrecyIn(key, before.slice(-1), inJson && !isProtocolId(value));
  if (secrecy === undefined) return undefined;
  // "token : value" may be part of a sentence; "token=value" and a quoted value are not, except for a few words.
  const assigned = open !== "" || sign.includes("=") || !sign.endsWith(" ");
  if (!isSecret(value, secrecy, assigned, key, before)) return undefined;
  return { start, end: near === match.input ? nearEnd : endIn(match.input) };
}

function isSecret(
  value: string,
  secrecy: Exclude<Secrecy, undefined>,
  assigned: boolean,
  key: string,
  before: string,
): boolean {
  const bare = withoutTail(value, ".,;:!?");
  const passwordLike = /pass|pwd|pw$|secret|kennwort|contrase/i.test(key);
  // "password=admin" is a password, although "admin" is a common word; "password=null" is not.
  if (assigned && passwordLike && !NO_VALUE.test(bare) && !/\s/.test(bare)) return bare.length >= 3;
  if (isTalk(bare) || (/\s/.test(value) && isTalk(bare.split(/\s/, 1)[0] ?? ""))) return false;
  if (secrecy === "likely") return (passwordLike && looksChosen(bare)) || isLikelySecret(bare, key, before);
  if (/^(?:un)?expected\s$/i.test(before.slice(-11))) return false;
  if (/(?:illegal|invalid|unknown) $/i.test(before) && !looksChosen(bare)) return false;
  if (!assigned) return isSpoken(bare, key, passwordLike);
  return passwordLike || bare.length >= 6 || (bare.length >= 4 && /\d/.test(bare));
}

/** Words for the absence of a value, or for its type. */
const NO_VALUE =
  /^(?:true|false|null|nil|none|undefined|unset|empty|missing|required|optional|invalid|expired|yes|no|on|off|any|string|str|text|object|number|boolean|bool|bytes|required_|n\/a|\d{1,3})$/i;

/** Whether a value after a colon and a space is a secret, not the rest of a sentence. */
function isSpoken(value: string, key: string, passwordLike: boolean): boolean {
  // "ClientSecretCredential: clientId is missing" is about a class and its field.
  if (/^[A-Z]/.test(key) && /^[a-z]+(?:[A-Z][a-z]+)+$/.test(value)) return false;
  // A sentence of a script without spaces is one word, and "Nieprawidłow(y/a/e)" is one too.
  if (/[\u0590-\uffff]|^[A-Za-z\u0080-\u058f]+\(/.test(value)) return false;
  if (looksRandom(value, 8) || isScrambled(value) || (passwordLike && looksChosen(value))) return true;
  return /\d/.test(value) && looksChosen(value) && value.length >= 8;
}

function isLikelySecret(value: string, key: string, before: string): boolean {
  if (LONG_ONLY.test(key) && !isQuery(before.slice(-1)) && !isScattered(value)) return false;
  if (isUuid(value)) return /key$|sess|sid|cookie|pat$|token|ticket|auth|bearer|otp|invit|magic|verif/i.test(key);
  return (
    (/key$/i.test(key) && isScrambled(value)) || (!isPublicId(value) && looksRandom(value, /key$/i.test(key) ? 14 : 10))
  );
}

function isScattered(value: string): boolean {
  return looksRandom(value, 20) && /[a-z]/.test(value) && changesOfCase(value) >= value.length / 4;
}

/** Whether a value is made of letters that no word and no name has in this order. */
function isScrambled(value: string): boolean {
  return value.length >= 10 && /[a-z][A-Z]/.test(value) && isNoWord(value);
}

/** How far to search for the end of a value, in code units. The rest of a longer value is removed too. */
const FARTHEST = 4_096;

/** How far to search for the quote around a whole pair. */
const QUOTED_PAIR = 200;

/** What may follow a closing quote. */
const AFTER_QUOTE = /^(?:[\s,;:.!?)\]}&>\\"'`]|$)/;

/** Returns where a quoted value ends: before the closing quote, or at the end of its line if there is none. */
function quotedEnd(text: string, start: number, open: string): number {
  const quote = open === "{" ? "}" : open;
  const limit = Math.min(text.length, start + FARTHEST);
  let from = start;
  while (from < limit) {
    const close = text.indexOf(quote, from);
    if (close < 0 || close > limit) break;
    const escaped = !open.startsWith("\\") && isEscaped(text, close, start);
    if (!escaped && AFTER_QUOTE.test(text.slice(close + open.length, close + open.length + 1))) return close;
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

/** White space, an angle bracket, a sign before the next pair, or the end of a bracket around the pair. */
const STOP = /[\s<>]|[;&](?=\s|$)|[;&,|](?=[\w$.% -]{1,60}[=:])|,(?=[\s"'\\])|}(?=[,}\]\s"'\\]|$)|%26|&amp;/g;

/** Returns where an unquoted value ends: at white space, at the next pair, or at the end of a bracket around it. */
function unquotedEnd(text: string, start: number, inQuery: boolean, before: string): number {
  // The whole pair is quoted, as on a command line: only the quote ends it.
  const pair = /["'`]/.test(before) ? text.slice(start, start + QUOTED_PAIR).search(/[\s"'`]/) : -1;
  if (pair > 0 && text[start + pair] === before) return start + pair;
  STOP.lastIndex = start;
  let end = STOP.exec(text)?.index ?? text.length;
  // A semicolon ends a setting of a connection string; an ampersand ends one of a query.
  const hard = text.slice(start, end).search(inQuery ? /[&#"'`]/ : /;/);
  if (hard >= 0) end = start + hard;
  const value = text.slice(start, end);
  return start + withoutClosers(value).length;
}

/**
 * Returns a value without the punctuation of the sentence at its end. A closing bracket or quote goes too if it opened before
 * the value.
 */
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

/** Makes a function that finds the first bracket or quote that a closing one may match. It looks for each only once. */
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

/** Names that mark a secret, with their values: `key=value`, JSON (also escaped), YAML, query strings, connection strings. */
export const pairRules = (): RuleTable => ({
  "secret-pair": {
    triggers: [contains(":", "=")],
    pattern: PAIR,
    locate: locatePair,
  },
});
