import { late } from "../../engine/late.ts";
import { type Span, wholeOf } from "../../engine/rule.ts";
import { contains } from "../../engine/trigger.ts";
import { withoutTail } from "../shared/characters.ts";
import { locateIf } from "../shared/match.ts";
import type { RuleTable } from "../shared/rule-table.ts";
import { isNoWord, isOpenSslError, isStandIn, isTalk, isUuid, looksChosen, looksRandom } from "../shared/values.ts";
import { isPublicId } from "./public-id.ts";
import { IDENTIFIERS } from "./secret-names.ts";

/** Words before "key" or "token" that make it the name of an identifier, not of a secret. */
const HARMLESS_BEFORE = new RegExp(
  String.raw`(?:^|[\s"'(_-])(?:${IDENTIFIERS.replaceAll(" ", "|")}|continuation|pagination|sync|cursor|commit|etag|trace|request|correlation|sub|error)[\s_-]+$`,
  "i",
);

/** How far after the word its value may begin, in code units, and how many words may be between the two. */
const FARTHEST_VALUE = 200;
const MOST_WORDS_BETWEEN = 16;

/** The least length of a password; of a key right after the word for it, after a few words, and after more; and of a session. */
const SHORTEST = 5;
const SHORTEST_KEY = 10;
const SHORTEST_NEAR = 16;
const SHORTEST_FAR = 28;
const SHORTEST_SESSION = 20;

/** Quotes of any script, those that open and those that close. */
const QUOTES = "\"'`«»‹›“”„‘’‚「」『』《》＂＇";

/** A word. It ends at white space, at quotes, brackets and punctuation of any script, and at letters of scripts without spaces. */
const WORD = late(
  `[^\\s${QUOTES}()<>[\\]{}【】，。、（）：\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Thai}]+`,
  "gu",
);

/** A word before a value that shows the value is not secret. */
const NAMES_AN_ID =
  /(?:^|[_-])(?:ids?|request|trace|commit|hash|sha\d*|digest|ref|event|version|etag|users?|username|login|account|by)$/i;

/** Words for "password", and for keys and tokens. In languages that join words, they end a longer word; letters may follow. */
const PASSWORDS =
  "kennwort|contraseña|contrasenya|senha|mot de passe|wachtwoord|lösenord|hasło|şifre|parola|parolă|heslo|jelszó|salasana|" +
  "adgangskode|passord|lozinka|kata sandi|mật khẩu";
const OTHER_PASSWORDS =
  "парол|パスワード|パスフレーズ|暗証番号|密码|密碼|口令|비밀번호|패스워드|암호|كلمة المرور|كلمة السر|סיסמ|पासवर्ड|รหัสผ่าน";
const KEYS = "geheimnis|schlüssel|clave|clé|anahtar";
const OTHER_KEYS = "ключ|キー|トークン|密钥|密鑰|令牌|토큰";

/** Words for secrets in English and German. The first may be plural; no letters may follow any of them. */
const COUNTABLE = "password|secret|token|key|credential";
const UNCOUNTABLE = "passwd|pwd|passphrase|passwort|cookie|session|signature|jwt|hmac|community";

const PASSWORD = new RegExp(`pass|pwd|community|${PASSWORDS}|${OTHER_PASSWORDS}`, "i");

function locateNamedSecret(match: RegExpExecArray): Span | undefined {
  const { input } = match;
  const { end } = wholeOf(match);
  const word = (match[1] ?? match[0]).slice(-52);
  const start = end - word.length;
  const before = input.slice(Math.max(0, start - 16), start);
  // The placeholder of an earlier pass does not name a credential.
  if (word === "credential" && before.endsWith("[") && input[end] === "]") return undefined;
  // A community is a password only in SNMP.
  if (word.toLowerCase() === "community" && !/snmp/i.test(input)) return undefined;
  const span = PASSWORD.test(word) ? passwordNear(input, start, end) : keyNear(input, start, end, word, before);
  // This check comes last, because few words have anything after them that looks like a secret.
  return span === undefined || isHarmless(word, before) ? undefined : span;
}

/** Returns the password that a word names. */
function passwordNear(input: string, start: number, end: number): Span | undefined {
  return (
    quotedPhrase(input, end) ??
    bytesAfter(input, end) ??
    valueAfter(input, end, isPasswordAfter, LEADS_TO_VALUE) ??
    valueBefore(input, start, isPasswordAfter)
  );
}

/** Returns the key, the token or the session that a word names. */
function keyNear(input: string, start: number, end: number, word: string, before: string): Span | undefined {
  const isSure = isSurelySecret(word, before);
  const isKeyAfter: ValueTest = (value, between) =>
    isKey(value, isSure ? 0 : between, word) &&
    (value.length >= SHORTEST_SESSION || !/^session$/i.test(word)) &&
    !isPublicId(value) &&
    !/_[0-9A-HJKMNP-TV-Z]{26}$/.test(value);
  return (
    (isSure ? bytesAfter(input, end) : undefined) ??
    valueAfter(input, end, isKeyAfter, NOTHING) ??
    valueBefore(input, start, isKeyAfter)
  );
}

/** Whether a word, with the word before it, names an identifier; or whether it is a token that a parser did not expect. */
function isHarmless(word: string, before: string): boolean {
  if (/(?:un)?expected\s$/i.test(before) && /^(?:key|token)s?$/i.test(word)) return true;
  const [beginning = ""] = /^.*[^A-Za-z]/.exec(word) ?? [];
  return !PASSWORD.test(word) && (HARMLESS_BEFORE.test(before) || HARMLESS_BEFORE.test(beginning));
}

/** Returns whether a word is the named secret. `between` is the number of words between the two. */
type ValueTest = (value: string, between: number) => boolean;

/** A word right before the value that a check refused. */
const LEADS_TO_VALUE =
  /^(?:values?|got|received|found|input|actual|rejected|supplied|was|string|wert|valeur|valore?|waarde|wartość|значение|değeri?|값|値|值)$/i;
const NOTHING = /(?!)/;

/** Returns the first word that looks like a secret after the word that names it. */
function valueAfter(input: string, from: number, isSecret: ValueTest, leads: RegExp): Span | undefined {
  const text = input.slice(from, from + FARTHEST_VALUE);
  let between = 0;
  let previous = "";
  for (const match of text.matchAll(WORD())) {
    const { isPlain, name, lead, value } = readWord(match[0]);
    if (value === "") continue;
    const isRefused = leads.test(previous);
    const isValue = isPlain
      ? isQuotedWord(text, match.index, value, isRefused)
      : isSecret(value, isRefused || isProvided(text, match.index, previous) ? 0 : between) &&
        mayBeSecret(value) &&
        !isOther(name, previous, value);
    if (isValue) return toItsEnd(input, from + match.index + lead, value.length, from + text.length);
    if (between === MOST_WORDS_BETWEEN || /[.!?]$/.test(match[0])) break;
    between += 1;
    previous = value;
  }
  return undefined;
}

/** Whether the name or the word before a value is another's: that of an id, or any name if the value is not random. */
function isOther(name: string, previous: string, value: string): boolean {
  return (
    NAMES_AN_ID.test(name || previous) || (name !== "" && (!looksRandom(value, SHORTEST_NEAR) || isPublicId(value)))
  );
}

/** Whether a word without quotes has capitals where no word has them. */
function isMixedUp(word: string): boolean {
  return /[a-z][A-Z]/.test(word) && isNoWord(word);
}

/** Reads a word as a value, without a name and a sign before it, and without the punctuation after it. */
function readWord(word: string): { isPlain: boolean; name: string; lead: number; value: string } {
  if (/^[A-Za-z]+$/.test(word) && !isMixedUp(word)) return { isPlain: true, name: "", lead: 0, value: word };
  const [{ length: lead } = "", name = ""] = /^(?:([A-Za-z][A-Za-z_.-]*)=(?=[^=])|[=:]*)/.exec(word) ?? [];
  // In a query, the next pair is not part of the value.
  const [value = ""] = word.slice(lead).split(/&[\w.-]+=/, 1);
  return { isPlain: false, name, lead, value: withoutTail(value, ".,;:!?=") };
}

/** Whether a word of letters is a value: in quotes, after a word such as "got" or an opening bracket. Words about a secret are none. */
function isQuotedWord(text: string, at: number, word: string, isRefused: boolean): boolean {
  return (isRefused || text.startsWith("(", at - 2)) && word.length >= SHORTEST && !isTalk(word) && isQuoted(text, at);
}

/** Whether a value is in quotes, after a word that says that it was sent as the secret. */
function isProvided(text: string, at: number, previous: string): boolean {
  return /^(?:with|as|using)$/i.test(previous) && isQuoted(text, at);
}

function isQuoted(text: string, at: number): boolean {
  return at > 0 && `${QUOTES}[`.includes(text.charAt(at - 1));
}

/** A string in quotes right after the word, which may have an ending. After a closing quote there is punctuation instead. */
const QUOTED = late(
  `^\\p{L}{0,6}[\\s:=]{0,4}(?:[${QUOTES}]|«\\s)(?<phrase>(?![\\s)\\],;:.}])[^${QUOTES}\\n]{4,80})[${QUOTES}]`,
  "u",
);

/** Returns a password in quotes right after the word: several words with a digit, or one that no language has. */
function quotedPhrase(input: string, from: number): Span | undefined {
  const match = QUOTED().exec(input.slice(from, from + 100));
  const phrase = (match?.groups?.["phrase"] ?? "").trimEnd();
  if (match === null || isStandIn(phrase) || !((/\d/.test(phrase) && /[A-Za-z]/.test(phrase)) || isNoWord(phrase)))
    return undefined;
  const start = from + match[0].indexOf(phrase);
  return { start, end: start + phrase.length };
}

/** Bytes as Node prints them, or as a list of numbers. */
const BYTES =
  /^[\w():\s]{0,40}?(?<bytes><Buffer(?: [\da-f]{2}){4,60}[^>\n]{0,40}>?|\[\s?\d{1,3}(?:,\s?\d{1,3}){7,}[^\]\n]{0,40}\]?)/;

/** Returns the bytes of a key after the word. */
function bytesAfter(input: string, from: number): Span | undefined {
  const match = BYTES.exec(input.slice(from, from + 800));
  if (match === null) return undefined;
  const end = from + match[0].length;
  return { start: end - (match.groups?.["bytes"] ?? "").length, end };
}

/** A value in quotes with a few words after it, or one that a place such as `(#/password)` follows. */
const BEFORE = late(
  `(?:[${QUOTES}]\\s?(?<quoted>[^\\s${QUOTES}]{5,80})\\s?[${QUOTES}](?:[^.;!?${QUOTES}\\n]|\\.(?!\\s)|(?<=\\p{L})['’](?=\\p{L})){0,40}` +
    `|(?<![^\\s])(?<bare>(?:(?!["'\`()])[!-~]){6,80}) \\(?(?:at )?[#$]?[./][\\w/.-]{0,40})[${QUOTES}]?$`,
  "u",
);

/** Words between the two that show that the value is the name of a user or a field. */
const OF_OWNER = /\b(?:and|or|und|oder|has|hat|user|account|must|does)\s/i;

/** A name such as `shop-7` or `address2`. */
const LOOKS_NAMED = /^[a-z_-]+\d{0,3}$/;

/** Returns a value before the word that names it: `'…' is not the right password`, `"…" at /password`. */
function valueBefore(input: string, to: number, isSecret: ValueTest): Span | undefined {
  const from = Math.max(0, to - 120);
  const match = BEFORE().exec(input.slice(from, to));
  const value = match?.groups?.["quoted"] ?? match?.groups?.["bare"] ?? "";
  if (match === null || !isSecret(value, 1) || !mayBeSecret(value)) return undefined;
  const at = match[0].indexOf(value);
  const between = match[0].slice(at + value.length);
  if (OF_OWNER.test(between) || (LOOKS_NAMED.test(value) && !/[A-Za-z/.]|[^\0-\x7f]/.test(between))) return undefined;
  const start = from + match.index + at;
  const words = input
    .slice(Math.max(0, start - 20), start)
    .split(/\W+/)
    .filter(Boolean);
  return NAMES_AN_ID.test(words.at(-1) ?? "") ? undefined : { start, end: start + value.length };
}

/** Returns a whole value of which only the first `length` characters were read, because the search ended at `limit`. */
function toItsEnd(input: string, start: number, length: number, limit: number): Span {
  const end = start + length;
  const rest = end < limit ? "" : (/^[^\s"'`()<>[\]{},;]*/.exec(input.slice(end))?.[0] ?? "");
  return { start, end: end + rest.length };
}

/** A sample URL query, such as `?param1=value1&param2=value2`. */
const SAMPLE_QUERY = /^[[?]*\w+=[A-Za-z]{0,12}\d?(?:&\w+=[A-Za-z]{0,12}\d?)+$/;

/** Whether a word is not a plain word, an address or a placeholder. */
function mayBeSecret(value: string): boolean {
  if (value.length < SHORTEST || (/^[A-Za-z]*$/.test(value) && !isMixedUp(value))) return false;
  // A query or a setting of its own, and words such as "41-digit" and "Uint8Array".
  if (/^[?&]\w+(?:=|$)|^[A-Za-z]\w*=|^\d+-[a-z]+$|^[A-Z]\w*Array$/.test(value)) return false;
  if (isOpenSslError(value) || SAMPLE_QUERY.test(value)) return false;
  if (isStandIn(value) || isTalk(value) || /^(?:[/.~]|#\/)|:\/\/|:\.{1,2}\//.test(value)) return false;
  return isMixedUp(value) || !/^[\p{L}'’-]+$/u.test(value);
}

/** How many words may come between "password" and a password of any kind. Only a strong one may be farther away. */
const FEW_WORDS = 5;

/** Numbers, dates, ids, constants, alternatives and email addresses. */
const NO_PASSWORD =
  /^\d{1,5}$|^\d{1,4}[-/.]\d{1,2}|^[a-z]{2,12}_(?![a-z]+_\d{2,}$)\w+$|^[A-Z_]+(?:-[A-Z]{0,4})?\d*$|^[A-Za-z]+(?:\/[A-Za-z]+)+$|^[a-z]+_$|^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/;
const STRONG = /^(?=.*[A-Za-z])(?=.*[!@#$%^&*=?+~])(?=.*[\dA-Z])\S{8,}$/;

function isPasswordAfter(value: string, between: number): boolean {
  if (between <= FEW_WORDS) return (looksChosen(value) || isNoWord(value)) && !NO_PASSWORD.test(value);
  return STRONG.test(value) && !/^\$\w+$|^[a-z]\w*=\w+$|^\w+\(|^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(value);
}

/** Whether a value is random, as keys are. The farther it is from the word, the longer it must be. */
function isKey(value: string, between: number, word: string): boolean {
  const near = between > FEW_WORDS ? SHORTEST_FAR : SHORTEST_NEAR;
  const shortest = between === 0 ? SHORTEST_KEY : near;
  if (value.length < shortest) return false;
  return isUuid(value) ? between <= 1 || !/^(?:key|session|cookie)s?$/i.test(word) : looksRandom(value, shortest);
}

/** Whether a word always names a secret, or "key" and "token" after a word such as "api" do. */
function isSurelySecret(word: string, before: string): boolean {
  if (/secret|credential|jwt|hmac/i.test(word)) return true;
  return /(?:api|access|auth|secret|private|bearer|refresh|bot|account|session|license|app|service)[\s_-]*$/i.test(
    before + word.replace(/(?:key|token|schlüssel|clave)s?$/i, ""),
  );
}

/** Values that look random after a word that names their type: "the key 8f3a… was refused". */
export const sentenceRules = (): RuleTable => ({
  "named-secret": {
    triggers: [
      contains(
        ...[COUNTABLE, UNCOUNTABLE, PASSWORDS, OTHER_PASSWORDS, KEYS, OTHER_KEYS].flatMap((words) => words.split("|")),
      ),
    ],
    pattern: {
      source:
        `(?<![\\wäöü-])[\\d_-]*((?:[a-zäöü][\\wäöü-]*)?(?:(?:(?:${COUNTABLE})s?|${UNCOUNTABLE})(?![a-z_-])|` +
        `${KEYS}|${PASSWORDS}))|${OTHER_PASSWORDS}|${OTHER_KEYS}`,
      flags: "giu",
    },
    locate: locateNamedSecret,
  },
  "seed-phrase": {
    triggers: [contains("mnemonic", "phrase", "words")],
    pattern:
      /(?:mnemonic|(?:seed|recovery|secret|backup)[ _-]?(?:phrase|words))\W{1,6}(?<private>[a-z]{3,8}(?:(?:\s|["']?,\s?["']?)[a-z]{3,8}){11}(?:(?:(?:\s|["']?,\s?["']?)[a-z]{3,8}){3}){0,4})(?![a-z])/gi,
    // Ordinary words of a sentence are not all from the list of BIP 39.
    locate: locateIf((phrase) => phrase.split(/[^A-Za-z]+/).filter(isTalk).length <= 2),
  },
  "one-time-code": {
    triggers: [contains(..."pin|otp|totp|passcode|verification |security |one-time |2fa |mfa |sms |login ".split("|"))],
    pattern:
      /\b(?:pin(?: code)?|otp|totp|passcode|(?:verification|security|one-time|2fa|mfa|sms|login) (?:code|password))(?: (?:token|is|was|of|code|entered|given))?[\s:="'`]+(?<private>\d{4,8})(?![\w.-])/gi,
  },
});
