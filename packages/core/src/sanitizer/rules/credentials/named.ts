import { late } from "../../engine/late.ts";
import { privateOf, type Span, wholeOf } from "../../engine/rule.ts";
import { contains, type Trigger } from "../../engine/trigger.ts";
import { withoutTail } from "../shared/characters.ts";
import type { RuleTable } from "../shared/rule-table.ts";
import { isNoWord, isOpenSslError, isStandIn, isTalk, isUuid, looksChosen, looksRandom } from "../shared/values.ts";
import { isPublicId } from "./public-id.ts";

/** Words before "key" or "token" that make it the name of an identifier, not of a secret. */
const HARMLESS_BEFORE =
  /(?:^|[\s"'(_-])(?:idempotency|primary|foreign|partition|sort|cache|map|object|s3|routing|duplicate|unique|public|next|page|continuation|pagination|sync|cursor|unknown|message|translation|locale|feature|config|settings?|metadata|json|hash|commit|etag|trace|request|correlation|sub|row|index|arrow|error)[\s_-]+$/i;

/** How far after the word to look for the value, in code units, and how many words may be in between. */
const REACH = 200;
const WORDS_BETWEEN = 16;

/** The minimum length of a password, a key and a session, in code units. */
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

/** How many characters are read at the end of a word that names a secret. */
const LONGEST_WORD = 52;
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Words for "password", and for keys and tokens. In languages that join words, they end a longer word; letters may follow. */
const PASSWORDS =
  "kennwort|contraseña|contrasenya|senha|mot de passe|wachtwoord|lösenord|hasło|şifre|parola|parolă|heslo|jelszó|salasana|" +
  "adgangskode|passord|lozinka|kata sandi|mật khẩu";
const OTHER_PASSWORDS =
  "парол|パスワード|パスフレーズ|暗証番号|密码|密碼|口令|비밀번호|패스워드|암호|كلمة المرور|كلمة السر|סיסמ|पासवर्ड|รหัสผ่าน";
const KEYS = "geheimnis|schlüssel|clave|clé|anahtar";
const OTHER_KEYS = "ключ|キー|トークン|密钥|密鑰|令牌|토큰";

const PASSWORD = new RegExp(`pass|pwd|community|${PASSWORDS}|${OTHER_PASSWORDS}`, "i");

function locateNamed(match: RegExpExecArray): Span | undefined {
  const { end } = wholeOf(match);
  const word = (match[1] ?? match[0]).slice(-LONGEST_WORD);
  const before = match.input.slice(Math.max(0, end - word.length - 16), end - word.length);
  // The placeholder of an earlier pass does not name a credential.
  if (word === "credential" && before.endsWith("[") && match.input[end] === "]") return undefined;
  // A community is a password only in SNMP.
  if (word.toLowerCase() === "community" && !/snmp/i.test(match.input)) return undefined;
  const password = PASSWORD.test(word);
  const isSecret = password ? isPasswordAfter : keyTest(word, before);
  const span =
    (password ? quotedPhrase(match.input, end) : undefined) ??
    (password || isSurelySecret(word, before) ? bytesAfter(match.input, end) : undefined) ??
    valueAfter(match.input, end, isSecret, password ? LEADS_TO_VALUE : undefined) ??
    valueBefore(match.input, end - word.length, isSecret);
  // This check comes last, because few words have anything after them that looks like a secret.
  return span === undefined || isHarmless(word, before, password) ? undefined : span;
}

function isHarmless(word: string, before: string, password: boolean): boolean {
  if (/(?:un)?expected\s$/i.test(before) && /^(?:key|token)s?$/i.test(word)) return true;
  return !password && (HARMLESS_BEFORE.test(before) || HARMLESS_BEFORE.test(withoutTail(word, LETTERS)));
}

/** Returns whether a word is the named secret. `between` is the number of words between the two. */
type ValueTest = (value: string, between: number) => boolean;

/** A word right before the value that a check refused. */
const LEADS_TO_VALUE =
  /^(?:values?|got|received|found|input|actual|rejected|supplied|was|string|wert|valeur|valore?|waarde|wartość|значение|değeri?|값|値|值)$/i;

/** Returns the first word that looks like a secret after the word that names it. */
function valueAfter(input: string, from: number, isSecret: ValueTest, leads: RegExp | undefined): Span | undefined {
  const text = input.slice(from, from + REACH);
  let between = 0;
  let previous = "";
  for (const found of text.matchAll(WORD())) {
    const { plain, name, lead, value } = candidate(found[0]);
    if (value === "") continue;
    const refused = leads?.test(previous) === true;
    const isIt = plain
      ? isQuotedWord(text, found.index, value, refused)
      : isSecret(value, refused || isGiven(text, found.index, previous) ? 0 : between) &&
        mayBeSecret(value) &&
        !isOther(name, previous, value);
    if (isIt) return wholeValue(input, from + found.index + lead, value.length, from + REACH);
    if (between === WORDS_BETWEEN || /[.!?]$/.test(found[0])) break;
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
function candidate(word: string): { plain: boolean; name: string; lead: number; value: string } {
  if (/^[A-Za-z]+$/.test(word) && !isMixedUp(word)) return { plain: true, name: "", lead: 0, value: word };
  const [sign = "", name = ""] = /^(?:([A-Za-z][A-Za-z_.-]*)=(?=[^=])|[=:]*)/.exec(word) ?? [];
  const lead = sign.length;
  // In a query, the next pair is not part of the value.
  const [own = ""] = word.slice(lead).split(/&[\w.-]+=/, 1);
  return { plain: false, name, lead, value: withoutTail(own, ".,;:!?=") };
}

/** Whether a word of letters is a value: in quotes, after a word such as "got" or an opening bracket. Words about a secret are none. */
function isQuotedWord(text: string, at: number, word: string, refused: boolean): boolean {
  return (refused || text.startsWith("(", at - 2)) && word.length >= SHORTEST && !isTalk(word) && isQuoted(text, at);
}

/** Whether a value is in quotes, after a word that says that it was given as the secret. */
function isGiven(text: string, at: number, previous: string): boolean {
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
  const found = QUOTED().exec(input.slice(from, from + 100));
  const phrase = (found?.groups?.["phrase"] ?? "").trimEnd();
  if (found === null || isStandIn(phrase) || !((/\d/.test(phrase) && /[A-Za-z]/.test(phrase)) || isNoWord(phrase)))
    return undefined;
  const start = from + found[0].indexOf(phrase);
  return { start, end: start + phrase.length };
}

/** Bytes as Node prints them, or as a list of numbers. */
const BYTES =
  /^[\w():\s]{0,40}?(?<bytes><Buffer(?: [\da-f]{2}){4,60}[^>\n]{0,40}>?|\[\s?\d{1,3}(?:,\s?\d{1,3}){7,}[^\]\n]{0,40}\]?)/;

/** Returns the bytes of a key after the word. */
function bytesAfter(input: string, from: number): Span | undefined {
  const found = BYTES.exec(input.slice(from, from + 4 * REACH));
  const bytes = found?.groups?.["bytes"] ?? "";
  const end = from + (found?.[0].length ?? 0);
  return found === null ? undefined : { start: end - bytes.length, end };
}

/** How far before the word a value may begin. */
const REACH_BACK = 120;

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
  const from = Math.max(0, to - REACH_BACK);
  const found = BEFORE().exec(input.slice(from, to));
  const value = found?.groups?.["quoted"] ?? found?.groups?.["bare"] ?? "";
  if (found === null || !isSecret(value, 1) || !mayBeSecret(value)) return undefined;
  const at = found[0].indexOf(value);
  const between = found[0].slice(at + value.length);
  if (OF_OWNER.test(between) || (LOOKS_NAMED.test(value) && !/[A-Za-z/.]|[^\0-\x7f]/.test(between))) return undefined;
  const start = from + found.index + at;
  const previous =
    input
      .slice(Math.max(0, start - 20), start)
      .split(/\W+/)
      .filter(Boolean)
      .at(-1) ?? "";
  return NAMES_AN_ID.test(previous) ? undefined : { start, end: start + value.length };
}

/** Returns the whole value if the search saw only its beginning. */
function wholeValue(input: string, start: number, length: number, limit: number): Span {
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
const STRONG = /^(?=.*[A-Za-z])(?=.*[!@#$%^&*=?+~])(?=.*[\dA-Z])\S{8,}$/;

function isPasswordAfter(value: string, between: number): boolean {
  if (between <= FEW_WORDS) return isPassword(value);
  return STRONG.test(value) && !/^\$\w+$|^[a-z]\w*=\w+$|^\w+\(|^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(value);
}

function isPassword(value: string): boolean {
  return (
    (looksChosen(value) || isNoWord(value)) &&
    !/^\d{1,5}$|^\d{1,4}[-/.]\d{1,2}|^[a-z]{2,12}_(?![a-z]+_\d{2,}$)\w+$|^[A-Z_]+(?:-[A-Z]{0,4})?\d*$|^[A-Za-z]+(?:\/[A-Za-z]+)+$|^[a-z]+_$|^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(
      value,
    )
  );
}

/** Words before "key" or "token" that make it the name of a secret. */
const SECRET_KIND =
  /(?:api|access|auth|secret|private|bearer|refresh|bot|account|session|license|app|service)[\s_-]*$/i;

/** Makes the test for a key after a word. It judges the word only once. */
function keyTest(word: string, before: string): ValueTest {
  let sure: boolean | undefined;
  return (value, between) => {
    if (value.length < SHORTEST_KEY || (value.length < SHORTEST_SESSION && /^session$/i.test(word))) return false;
    sure ??= isSurelySecret(word, before);
    return isKey(value, sure ? 0 : between, word) && !isPublicId(value) && !/_[0-9A-HJKMNP-TV-Z]{26}$/.test(value);
  };
}

/** Whether a value is random, as keys are. The farther it is from the word, the longer it must be. */
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

/** The words that name a secret. */
const NAMES: readonly Trigger[] = [
  contains(
    ..."password|passwd|pwd|passphrase|passwort|secret|token|key|credential|cookie|session|signature|jwt|hmac|community".split(
      "|",
    ),
    ...[PASSWORDS, OTHER_PASSWORDS, KEYS, OTHER_KEYS].flatMap((words) => words.split("|")),
  ),
];

/** Values that look random after a word that names their type: "the key 8f3a… was refused". */
export const namedRules = (): RuleTable => ({
  "named-secret": {
    triggers: NAMES,
    pattern: {
      source:
        "(?<![\\wäöü-])[\\d_-]*((?:[a-zäöü][\\wäöü-]*)?(?:(?:passwords?|passwd|pwd|passphrase|passwort|secrets?|tokens?|keys?|" +
        "credentials?|cookie|session|signature|jwt|hmac|community)(?![a-z_-])|" +
        `${KEYS}|${PASSWORDS}))|${OTHER_PASSWORDS}|${OTHER_KEYS}`,
      flags: "giu",
    },
    locate: locateNamed,
  },
  "seed-phrase": {
    triggers: [contains("mnemonic", "phrase", "words")],
    pattern:
      /(?:mnemonic|(?:seed|recovery|secret|backup)[ _-]?(?:phrase|words))\W{1,6}(?<private>[a-z]{3,8}(?:(?:\s|["']?,\s?["']?)[a-z]{3,8}){11}(?:(?:(?:\s|["']?,\s?["']?)[a-z]{3,8}){3}){0,4})(?![a-z])/gi,
    // Ordinary words of a sentence are not all from the list of BIP 39.
    locate: (match) => {
      const span = privateOf(match);
      const words = match.input.slice(span.start, span.end).split(/[^A-Za-z]+/);
      return words.filter(isTalk).length > 2 ? undefined : span;
    },
  },
  "one-time-code": {
    triggers: [contains(..."pin|otp|totp|passcode|verification |security |one-time |2fa |mfa |sms |login ".split("|"))],
    pattern:
      /\b(?:pin(?: code)?|otp|totp|passcode|(?:verification|security|one-time|2fa|mfa|sms|login) (?:code|password))(?: (?:token|is|was|of|code|entered|given))?[\s:="'`]+(?<private>\d{4,8})(?![\w.-])/gi,
  },
});
