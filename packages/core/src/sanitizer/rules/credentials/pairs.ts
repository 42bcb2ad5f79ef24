import { codeAt } from "../../engine/code-at.ts";
import { type BuiltInRule, type Span, wholeOf } from "../../engine/rule.ts";
import { TRAIT } from "../../engine/traits.ts";
import { beginsAt, runStart } from "../../engine/trigger.ts";
import { withoutTail } from "../shared/around.ts";
import { isBlank, isQuote } from "../shared/characters.ts";
import { isStandIn, isTalk, isUuid, looksChosen, looksRandom } from "../shared/values.ts";
import { quotedEnd, unquotedEnd } from "./extent.ts";
import { isPublicId } from "./public-id.ts";
import { mayNameSecret, type Secrecy, secrecyOf } from "./secret-names.ts";

/** A name and what parts it from its value; the value is read from where the match ends. */
const PAIR =
  /(?<![\w$ñ.-])([\w$ñ.-]+)(?:\\*["'`])?\]?(\s*(?::=|=>|==?|:)\s*)(\\*["'`]|&quot;|%22|\{(?=[^{}"'\n:]+\}))?/g;

const inKey = runStart(/[\w$ñ.-]/);
const BRACKET = 93;
const BACKSLASH = 92;

/** Where the name of a secret begins that a sign stands behind, with white space, a bracket and a quote between the two. */
function startOfPair(text: string, sign: number): number {
  let end = sign;
  while (end > 0 && isBlank(text, end - 1)) end -= 1;
  if (codeAt(text, end - 1) === BRACKET) end -= 1;
  if (end > 0 && isQuote(text, end - 1)) {
    end -= 1;
    while (codeAt(text, end - 1) === BACKSLASH) end -= 1;
  }
  if (!mayNameSecret(text, end)) return -1;
  const start = inKey(text, end, -1);
  return start < end && secrecyIn(text.slice(start, end), text.charAt(start - 1)) !== undefined ? start : -1;
}

/** What a name says about its value, seen the sign before it: the code in a query gives access. */
function secrecyIn(key: string, before: string): Secrecy {
  return key === "code" && isQuery(before) ? "likely" : secrecyOf(key);
}

function isQuery(sign: string): boolean {
  return sign === "?" || sign === "&" || sign === ";";
}

/** A value is judged by so much of its beginning. */
const JUDGED = 300;

function locatePair(match: RegExpExecArray): Span | undefined {
  const [, key = "", sign = "", open = ""] = match;
  const before = match.input.slice(Math.max(0, match.index - 12), match.index);
  const inQuery = isQuery(before.slice(-1));
  const secrecy = secrecyIn(key, before.slice(-1));
  if (secrecy === undefined) return undefined;
  const start = wholeOf(match).end;
  const endIn = (text: string): number =>
    open === "" ? unquotedEnd(text, start, inQuery, before.slice(-1)) : quotedEnd(text, start, open);
  // What is no secret is read again as part of what follows, so only the value of a secret is read to its end.
  const near = match.input.length <= start + JUDGED ? match.input : match.input.slice(0, start + JUDGED);
  const nearEnd = endIn(near);
  const value = near.slice(start, nearEnd);
  if (value === "" || isStandIn(value)) return undefined;
  // "token : value" and "token: value" may be talk; "token=value" and quoted values are not, but for a few words.
  const told = open !== "" || sign.includes("=") || !sign.endsWith(" ");
  if (!isSecret(value, secrecy, told, key, before)) return undefined;
  return { start, end: near === match.input ? nearEnd : endIn(match.input) };
}

function isSecret(
  value: string,
  secrecy: Exclude<Secrecy, undefined>,
  told: boolean,
  key: string,
  before: string,
): boolean {
  const bare = withoutTail(value, ".,;:!?");
  const passwordLike = /pass|pwd|pw$|secret|kennwort|contrase/i.test(key);
  // "password=admin" is a password, however much "admin" is a word that people use; "password=null" is none.
  if (told && passwordLike && !NO_VALUE.test(bare) && !/\s/.test(bare)) return bare.length >= 3;
  if (isTalk(bare) || (/\s/.test(value) && isTalk(bare.split(/\s/, 1)[0] ?? ""))) return false;
  if (secrecy === "likely") return (passwordLike && looksChosen(bare)) || isLikelySecret(bare, key);
  if (/^(?:un)?expected\s$/i.test(before.slice(-11))) return false;
  if (/(?:illegal|invalid|unknown) $/i.test(before) && !looksChosen(bare)) return false;
  if (!told) return isSpoken(bare, key, passwordLike);
  return passwordLike || bare.length >= 6 || (bare.length >= 4 && /\d/.test(bare));
}

/** What stands for the absence of a value, or for its kind. */
const NO_VALUE =
  /^(?:true|false|null|nil|none|undefined|unset|empty|missing|required|optional|invalid|expired|yes|no|on|off|any|string|str|text|object|number|boolean|bool|bytes|required_|n\/a|\d{1,3})$/i;

/** Whether a value behind a colon and a space is a secret and not the rest of a sentence. */
function isSpoken(value: string, key: string, passwordLike: boolean): boolean {
  // "ClientSecretCredential: clientId is missing" speaks of a class and its field.
  if (/^[A-Z]/.test(key) && /^[a-z]+(?:[A-Z][a-z]+)+$/.test(value)) return false;
  if (looksRandom(value, 8) || (passwordLike && looksChosen(value))) return true;
  return /\d/.test(value) && looksChosen(value) && value.length >= 8;
}

function isLikelySecret(value: string, key: string): boolean {
  if (isUuid(value)) return /key$|sess|sid|cookie|pat$|token/i.test(key);
  return !isPublicId(value) && looksRandom(value, /key$/i.test(key) ? 14 : 10);
}

/** Names that mean a secret, beside their values: `key=value`, JSON (also escaped), YAML, query strings, connection strings. */
export const pairRules = (): readonly BuiltInRule[] => [
  {
    id: "secret-pair",
    kind: "credential",
    needs: TRAIT.separator,
    triggers: [beginsAt(startOfPair, ":", "=")],
    pattern: PAIR,
    locate: locatePair,
    redacts: [
      "password=hunter2",
      '{"api_key": "abc123"}',
      '{\\"clientSecret\\":\\"correcthorse\\"}',
      "Server=db;User Id=app;Password=p@ss/w'rd;Encrypt=yes",
      "DB_PASSWORD=swordfish",
      "password: hunter2",
      "GET /x?access_token={alnum:20}&page=2",
      "x-api-key: {alnum:32}",
      "auth: { user: 'app', pass: 'tiger' }",
      "password=admin",
      "https://x.example.com/f?X-Amz-Signature={hex:64}",
      "https://x.example.com/f?sv=2024&sig={alnum:20}%2F{alnum:20}%3D",
    ],
    keeps: [
      "password: Required",
      "password: must be at least 8 characters long",
      "max_tokens=4096",
      "Too many tokens: 9000 of 8192 allowed.",
      "Unexpected token: }",
      "Duplicate key: user_id",
      "Invalid token: signature verification failed",
      "Failing row: key=user_id",
      "password=***",
      "next_page_token=abc",
    ],
  },
];
