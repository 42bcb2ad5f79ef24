import { type Span, wholeOf } from "../../engine/rule.ts";
import { contains } from "../../engine/trigger.ts";
import { withoutClosers, withoutTail } from "../shared/characters.ts";
import { textBefore } from "../shared/match.ts";
import type { RuleTable } from "../shared/rule-table.ts";
import {
  type Certainty,
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
import { judgeName } from "./secret-names.ts";

/** A name and the sign between it and its value. The value begins where the match ends. */
const PAIR =
  /(?<![\w$ñ.-])([\w$ñ.-]+)(?:\\*["'`])?\]?(\s*(?::=|=>|==?|:)\s*)(\\*["'`]|&quot;|%22|\{(?=[^{}"'\n:]+\}))?/g;

/** Names of values that are secrets only if they are long: a code, the key of a cluster, the response of a login. */
const LONG_ONLY = /^(?:code|resp(?:onse)?)$|(?:encrypt|encryption|gossip)$/i;

/** Returns how surely a name, with the sign before it, marks its value as a secret. In a query, a code gives access. */
function judgeKey(key: string, before: string, inJson: boolean): Certainty {
  return (key === "code" && isQuery(before)) || LONG_ONLY.test(key) ? "likely" : judgeName(key, inJson);
}

/** Whether name and value are in quotes, which may be escaped. */
const IN_JSON = /^\\*"\s*:\s*\\*"$/;

function isQuery(sign: string): boolean {
  return sign === "?" || sign === "&" || sign === ";";
}

function locatePair(match: RegExpExecArray): Span | undefined {
  const [pair, key = "", sign = "", open = ""] = match;
  const before = textBefore(match, 12);
  const signBefore = before.slice(-1);
  // Most names are no secret's, not even by the most generous judgement, that of JSON.
  if (judgeKey(key, signBefore, true) === undefined) return undefined;
  // "[credential]: x" is the placeholder of an earlier pass. In `"c2VjcmV0="`, the sign is the end of Base64, and the quote closes it.
  if (key === "credential" && signBefore === "[" && pair.startsWith("]", key.length)) return undefined;
  if (open !== "" && before.endsWith(open) && /^=+$/.test(sign)) return undefined;
  const { end: start } = wholeOf(match);
  const endIn = (text: string) => (open === "" ? unquotedEnd(text, start, signBefore) : quotedEnd(text, start, open));
  // Only the value of a secret is read to its end; other values are read again with the string after them.
  const near = match.input.slice(0, start + 300);
  const value = near.slice(start, endIn(near));
  if (value === "" || isStandIn(value) || isOpenSslError(value) || /^[A-Za-z]\w*=["'[(<{]/.test(value))
    return undefined;
  const inJson = IN_JSON.test(pair.slice(key.length)) && !isProtocolId(value);
  const certainty = judgeKey(key, signBefore, inJson);
  // "token : value" may be part of a sentence; "token=value" and a quoted value are not, except for a few words.
  const isAssigned = open !== "" || sign.includes("=") || !sign.endsWith(" ");
  if (certainty === undefined || !isSecret(value, certainty, isAssigned, key, before)) return undefined;
  return { start, end: endIn(match.input) };
}

function isSecret(value: string, certainty: Certainty, isAssigned: boolean, key: string, before: string): boolean {
  const bare = withoutTail(value, ".,;:!?");
  const isPassword = /pass|pwd|pw$|secret|kennwort|contrase/i.test(key);
  // "password=admin" is a password, although "admin" is a common word; "password=null" is not.
  if (isAssigned && isPassword && !NO_VALUE.test(bare) && !/\s/.test(bare)) return bare.length >= 3;
  if (isTalk(bare) || (/\s/.test(value) && isTalk(bare.split(/\s/, 1)[0] ?? ""))) return false;
  if (certainty === "likely") return (isPassword && looksChosen(bare)) || isLikelySecret(bare, key, before);
  if (/^(?:un)?expected\s$/i.test(before.slice(-11))) return false;
  if (/(?:illegal|invalid|unknown) $/i.test(before) && !looksChosen(bare)) return false;
  if (!isAssigned) return isSecretInSentence(bare, key, isPassword);
  return isPassword || bare.length >= 6 || (bare.length >= 4 && /\d/.test(bare));
}

/** Words for the absence of a value, or for its type. */
const NO_VALUE =
  /^(?:true|false|null|nil|none|undefined|unset|empty|missing|required|optional|invalid|expired|yes|no|on|off|any|string|str|text|object|number|boolean|bool|bytes|required_|n\/a|\d{1,3})$/i;

/** Whether a value after a colon and a space is a secret, not the rest of a sentence. */
function isSecretInSentence(value: string, key: string, isPassword: boolean): boolean {
  // "ClientSecretCredential: clientId is missing" is about a class and its field.
  if (/^[A-Z]/.test(key) && /^[a-z]+(?:[A-Z][a-z]+)+$/.test(value)) return false;
  // A sentence of a script without spaces is one word, and "Nieprawidłow(y/a/e)" is one too.
  if (/[\u0590-\uffff]|^[A-Za-z\u0080-\u058f]+\(/.test(value)) return false;
  if (looksRandom(value, 8) || isScrambled(value) || (isPassword && looksChosen(value))) return true;
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

/** Returns where a quoted value ends: before the closing quote, or at the end of its line if there is none. */
function quotedEnd(text: string, start: number, open: string): number {
  const quote = open === "{" ? "}" : open;
  const limit = Math.min(text.length, start + FARTHEST);
  let from = start;
  while (from < limit) {
    const close = text.indexOf(quote, from);
    if (close < 0 || close > limit) break;
    const escaped = !open.startsWith("\\") && isEscaped(text, close, start);
    if (!escaped && /^(?:[\s,;:.!?)\]}&>\\"'`]|$)/.test(text.charAt(close + open.length))) return close;
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

const BRACKETS_AND_QUOTES = ["()", "[]", "{}", "<>", '""', "''", "``"];

/** White space, an angle bracket, a sign before the next pair, or the end of a bracket around the pair. */
const STOP = /[\s<>]|[;&](?=\s|$)|[;&,|](?=[\w$.% -]{1,60}[=:])|,(?=[\s"'\\])|}(?=[,}\]\s"'\\]|$)|%26|&amp;/g;

/** Returns where an unquoted value ends: at white space, at the next pair, or at the end of a bracket around it. */
function unquotedEnd(text: string, start: number, signBefore: string): number {
  // The whole pair is quoted, as on a command line: only the quote ends it.
  const closing = /["'`]/.test(signBefore) ? text.slice(start, start + 200).search(/[\s"'`]/) : -1;
  if (closing > 0 && text[start + closing] === signBefore) return start + closing;
  STOP.lastIndex = start;
  let end = STOP.exec(text)?.index ?? text.length;
  // A semicolon ends a setting of a connection string; an ampersand ends one of a query.
  const hard = text.slice(start, end).search(isQuery(signBefore) ? /[&#"'`]/ : /;/);
  if (hard >= 0) end = start + hard;
  return start + withoutClosers(text.slice(start, end), ".,;:!?", BRACKETS_AND_QUOTES).length;
}

/** Names that mark a secret, with their values: `key=value`, JSON (also escaped), YAML, query strings, connection strings. */
export const pairRules = (): RuleTable => ({
  "secret-pair": {
    triggers: [contains(":", "=")],
    pattern: PAIR,
    locate: locatePair,
  },
});
