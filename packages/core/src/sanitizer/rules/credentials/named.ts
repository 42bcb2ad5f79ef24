import { type BuiltInRule, type Span, wholeOf } from "../../engine/rule.ts";
import { TRAIT } from "../../engine/traits.ts";
import { beginsWith, beginsWithRun, type Trigger } from "../../engine/trigger.ts";
import { withoutTail } from "../shared/around.ts";
import { isStandIn, isTalk, isUuid, looksChosen, looksRandom } from "../shared/values.ts";
import { isPublicId } from "./public-id.ts";

/** What makes an identifier of the word "key" or "token" rather than a secret. */
const HARMLESS_BEFORE =
  /(?:^|[\s"'(_-])(?:idempotency|primary|foreign|partition|sort|cache|map|object|s3|routing|duplicate|unique|public|next|page|continuation|pagination|sync|cursor|unknown|message|translation|locale|feature|config|settings?|metadata|json|hash|commit|etag|trace|request|correlation|sub|row|index|arrow|error)[\s_-]+$/i;

/** How far behind the word the value may stand, in code units, and how many words may stand between. */
const REACH = 200;
const WORDS_BETWEEN = 12;

/** The shortest password, key and session that are believed to be one, in code units. */
const SHORTEST = 5;
const SHORTEST_KEY = 10;
const SHORTEST_NEAR = 16;
const SHORTEST_FAR = 28;
const SHORTEST_SESSION = 20;

/** What parts words: white space, quotes and brackets of any script, and a colon or comma before white space. */
const WORD = /[^\s"'`()<>[\]{}«»“”„‘’「」『』【】《》，。、（）：]+/g;

/** A word before a value that says that it is no secret. */
const NAMES_AN_ID =
  /(?:^|[_-])(?:ids?|request|trace|commit|hash|sha\d*|digest|ref|event|version|etag|users?|username|login|account|by)$/i;

/** Of a longer word that names a secret, only the end is read. */
const LONGEST_WORD = 52;
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

const PASSWORD =
  /pass|pwd|kennwort|contrase|senha|wachtwoord|lösenord|hasło|şifre|parola|heslo|jelszó|salasana|adgangskode|mot de|пароль|パスワード|密码|密碼|パスフレーズ/i;

function locateNamed(match: RegExpExecArray): Span | undefined {
  const { end } = wholeOf(match);
  const word = (match[1] ?? match[0]).slice(-LONGEST_WORD);
  const before = match.input.slice(Math.max(0, end - word.length - 16), end - word.length);
  // What an earlier pass put in place of a credential names none.
  if (word === "credential" && before.endsWith("[") && match.input[end] === "]") return undefined;
  const password = PASSWORD.test(word);
  const quoted = password ? quotedPhrase(match.input, end) : undefined;
  const span = quoted ?? valueBehind(match.input, end, password ? isPasswordBehind : keyTest(word, before));
  // Few words have anything behind them that looks like a secret, and so this is asked last.
  return span === undefined || isHarmless(word, before, password) ? undefined : span;
}

function isHarmless(word: string, before: string, password: boolean): boolean {
  if (/(?:un)?expected\s$/i.test(before) && /^(?:key|token)s?$/i.test(word)) return true;
  return !password && (HARMLESS_BEFORE.test(before) || HARMLESS_BEFORE.test(withoutTail(word, LETTERS)));
}

/** Tells whether a word is the secret that was named, with so many words between the two. */
type ValueTest = (value: string, between: number) => boolean;

/** After a word that names a secret, the first word that looks like one. */
function valueBehind(input: string, from: number, isSecret: ValueTest): Span | undefined {
  const text = input.slice(from, from + REACH);
  let between = 0;
  let previous = "";
  WORD.lastIndex = 0;
  for (let found = WORD.exec(text); found !== null; found = WORD.exec(text)) {
    const plain = /^[A-Za-z]+$/.test(found[0]);
    const lead = plain ? 0 : (/^[=:]*/.exec(found[0])?.[0].length ?? 0);
    const value = plain ? found[0] : withoutTail(found[0].slice(lead), ".,;:!?=");
    if (value === "") continue;
    if (!plain && isSecret(value, between) && mayBeSecret(value) && !NAMES_AN_ID.test(previous)) {
      const start = from + found.index + lead;
      return wholeValue(input, start, start + value.length, from + REACH);
    }
    if (between === WORDS_BETWEEN || /[.!?]$/.test(found[0])) break;
    between += 1;
    previous = value;
  }
  return undefined;
}

/** A password of several words, in quotes right behind the word. */
function quotedPhrase(input: string, from: number): Span | undefined {
  const found = /^[\s:=]*["'`“「『](?<phrase>[^"'`”」』\n]{4,80})["'`”」』]/.exec(input.slice(from, from + 100));
  const phrase = found?.groups?.["phrase"] ?? "";
  if (found === null || !/\d/.test(phrase) || !/[A-Za-z]/.test(phrase) || isStandIn(phrase)) return undefined;
  const start = from + found[0].indexOf(phrase);
  return { start, end: start + phrase.length };
}

/** The value whole, when the reach of the search cut it off. */
function wholeValue(input: string, start: number, end: number, limit: number): Span {
  const rest = end < limit ? "" : (/^[^\s"'`()<>[\]{},;]*/.exec(input.slice(end))?.[0] ?? "");
  return { start, end: end + rest.length };
}

/** Whether a word is no plain one, no address and no placeholder. */
function mayBeSecret(value: string): boolean {
  if (value.length < SHORTEST || /^[A-Za-z]*$/.test(value)) return false;
  return !isStandIn(value) && !isTalk(value) && !/^[/.~]|:\/\/|^[\p{L}'’-]+$/u.test(value);
}

/** Words that may stand between "password" and a password of any kind; farther off, only a strong one is believed. */
const FEW_WORDS = 5;
const STRONG = /^(?=.*[A-Za-z])(?=.*[!@#$%^&*=?+~])(?=.*[\dA-Z])\S{8,}$/;

function isPasswordBehind(value: string, between: number): boolean {
  if (between <= FEW_WORDS) return isPassword(value);
  return STRONG.test(value) && !/^\$\w+$|^[a-z]\w*=\w+$|^\w+\(|^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(value);
}

function isPassword(value: string): boolean {
  return (
    looksChosen(value) &&
    !/^\d{1,5}$|^\d{1,4}[-/.]\d{1,2}|^[a-z]{2,12}_\w+$|^[A-Z_]+\d*$|^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(value)
  );
}

/** What makes sure that a key is a secret one. */
const SECRET_KIND =
  /(?:api|access|auth|secret|private|bearer|refresh|bot|account|session|license|app|service)[\s_-]*$/i;

/** How a key behind a word is told. What the word says is read once, however many words follow it. */
function keyTest(word: string, before: string): ValueTest {
  let sure: boolean | undefined;
  return (value, between) => {
    if (value.length < SHORTEST_KEY || (value.length < SHORTEST_SESSION && /^session$/i.test(word))) return false;
    sure ??= isSurelySecret(word, before);
    return isKey(value, sure ? 0 : between, word) && !isPublicId(value) && !/_[0-9A-HJKMNP-TV-Z]{26}$/.test(value);
  };
}

/** Whether a value is made by chance as keys are. The farther off the word stands, the longer it must be. */
function isKey(value: string, between: number, word: string): boolean {
  const near = between > FEW_WORDS ? SHORTEST_FAR : SHORTEST_NEAR;
  const shortest = between === 0 ? SHORTEST_KEY : near;
  if (value.length < shortest) return false;
  return isUuid(value) ? between <= 1 || !/^(?:key|session|cookie)s?$/i.test(word) : looksRandom(value, shortest);
}

function isSurelySecret(word: string, before: string): boolean {
  if (/secret|credential|jwt|hmac/i.test(word)) return true;
  return SECRET_KIND.test(before + word.replace(/(?:key|token|schlüssel|clave)s?$/i, ""));
}

/** The words that name a secret: in the languages that join words, they end a longer one. */
const NAMES: readonly Trigger[] = [
  beginsWithRun(
    /[\wäöü-]/iu,
    ...(
      "password|passwd|pwd|passphrase|passwort|secret|token|key|credential|cookie|session|signature|jwt|hmac|kennwort|" +
      "geheimnis|schlüssel|contraseña|clave|clé|senha|mot de passe|wachtwoord|lösenord|hasło|şifre|parola|heslo|jelszó|" +
      "salasana|adgangskode|passord"
    ).split("|"),
  ),
  beginsWith(..."пароль|ключ|パスワード|パスフレーズ|キー|トークン|密码|密碼|密钥|密鑰|令牌".split("|")),
];

/** Values that look made by chance behind a word that says what they are: "the key 8f3a… was refused". */
export const namedRules = (): readonly BuiltInRule[] => [
  {
    id: "named-secret",
    kind: "credential",
    needs: 0,
    triggers: NAMES,
    pattern:
      /(?<![\wäöü-])[\d_-]*((?:[a-zäöü][\wäöü-]*)?(?:(?:passwords?|passwd|pwd|passphrase|passwort|secrets?|tokens?|keys?|credentials?|cookie|session|signature|jwt|hmac)(?![a-z_-])|kennwort|geheimnis|schlüssel|contraseña|clave|clé|senha|mot de passe|wachtwoord|lösenord|hasło|şifre|parola|heslo|jelszó|salasana|adgangskode|passord))|пароль|ключ|パスワード|パスフレーズ|キー|トークン|密码|密碼|密钥|密鑰|令牌/giu,
    locate: locateNamed,
    redacts: [
      "The key {hex:32} was refused.",
      'Invalid API key "{alnum:24}"',
      "The session token {alnum:40} is unknown",
      "wrong password `Tr0ub4dor&3` given",
      "The API key {hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12} is unknown.",
      "Contraseña incorrecta: Verano1954",
      "密码 bnjuJU2Xg$N 错误",
      'expected weatherKey to match the pattern, got "{hex:32}"',
      'with password "Shadow1537 princess9000"',
    ],
    keeps: [
      "The key was refused.",
      "Idempotency key 550e8400-e29b-41d4-a716-446655440000 was used.",
      "Duplicate key 'user_1'",
      "The token expired at 2026-01-02T03:04:05Z.",
      "No such key chrn_01hxyz8a9b2c3d4e.",
      "password must have 8 characters",
      "Too many tokens for gpt-5.2-mini-2026-01-01",
    ],
  },
  {
    id: "one-time-code",
    kind: "credential",
    needs: TRAIT.digit,
    triggers: [
      beginsWith(..."pin|otp|totp|passcode|verification |security |one-time |2fa |mfa |sms |login ".split("|")),
    ],
    pattern:
      /\b(?:pin(?: code)?|otp|totp|passcode|(?:verification|security|one-time|2fa|mfa|sms|login) (?:code|password))(?: (?:token|is|was|of|code|entered|given))?[\s:="'`]+(?<private>\d{4,8})(?![\w.-])/gi,
    redacts: ["The PIN code token 20925154 was already used", "OTP 482913 is wrong"],
    keeps: ["a pin of 4 digits", "status code 40412"],
  },
];
