import { type BuiltInRule, type Span, wholeOf } from "../../engine/rule.ts";
import { contains, type Trigger } from "../../engine/trigger.ts";
import { withoutTail } from "../shared/characters.ts";
import { isOpenSslError, isStandIn, isTalk, isUuid, looksChosen, looksRandom } from "../shared/values.ts";
import { isPublicId } from "./public-id.ts";

/** Words before "key" or "token" that make it the name of an identifier, not of a secret. */
const HARMLESS_BEFORE =
  /(?:^|[\s"'(_-])(?:idempotency|primary|foreign|partition|sort|cache|map|object|s3|routing|duplicate|unique|public|next|page|continuation|pagination|sync|cursor|unknown|message|translation|locale|feature|config|settings?|metadata|json|hash|commit|etag|trace|request|correlation|sub|row|index|arrow|error)[\s_-]+$/i;

/** How far after the word to look for the value, in code units, and how many words may be in between. */
const REACH = 200;
const WORDS_BETWEEN = 12;

/** The minimum length of a password, a key and a session, in code units. */
const SHORTEST = 5;
const SHORTEST_KEY = 10;
const SHORTEST_NEAR = 16;
const SHORTEST_FAR = 28;
const SHORTEST_SESSION = 20;

/** A word. It ends at white space, and at quotes, brackets and punctuation of any script. */
const WORD = /[^\s"'`()<>[\]{}«»“”„‘’「」『』【】《》，。、（）：]+/g;

/** A word before a value that shows the value is not secret. */
const NAMES_AN_ID =
  /(?:^|[_-])(?:ids?|request|trace|commit|hash|sha\d*|digest|ref|event|version|etag|users?|username|login|account|by)$/i;

/** How many characters are read at the end of a word that names a secret. */
const LONGEST_WORD = 52;
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

const PASSWORD =
  /pass|pwd|kennwort|contrase|senha|wachtwoord|lösenord|hasło|şifre|parola|heslo|jelszó|salasana|adgangskode|mot de|пароль|パスワード|密码|密碼|パスフレーズ/i;

function locateNamed(match: RegExpExecArray): Span | undefined {
  const { end } = wholeOf(match);
  const word = (match[1] ?? match[0]).slice(-LONGEST_WORD);
  const before = match.input.slice(Math.max(0, end - word.length - 16), end - word.length);
  // The placeholder of an earlier pass does not name a credential.
  if (word === "credential" && before.endsWith("[") && match.input[end] === "]") return undefined;
  const password = PASSWORD.test(word);
  const quoted = password ? quotedPhrase(match.input, end) : undefined;
  const span = quoted ?? valueAfter(match.input, end, password ? isPasswordAfter : keyTest(word, before));
  // This check comes last, because few words have anything after them that looks like a secret.
  return span === undefined || isHarmless(word, before, password) ? undefined : span;
}

function isHarmless(word: string, before: string, password: boolean): boolean {
  if (/(?:un)?expected\s$/i.test(before) && /^(?:key|token)s?$/i.test(word)) return true;
  return !password && (HARMLESS_BEFORE.test(before) || HARMLESS_BEFORE.test(withoutTail(word, LETTERS)));
}

/** Returns whether a word is the named secret. `between` is the number of words between the two. */
type ValueTest = (value: string, between: number) => boolean;

/** Returns the first word that looks like a secret after the word that names it. */
function valueAfter(input: string, from: number, isSecret: ValueTest): Span | undefined {
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

/** Returns a password of several words, in quotes right after the word. After a closing quote there is punctuation instead. */
function quotedPhrase(input: string, from: number): Span | undefined {
  const found = /^[\s:=]*["'`“「『](?<phrase>(?![\s)\],;:.}])[^"'`”」』\n]{4,80})["'`”」』]/.exec(
    input.slice(from, from + 100),
  );
  const phrase = found?.groups?.["phrase"] ?? "";
  if (found === null || !/\d/.test(phrase) || !/[A-Za-z]/.test(phrase) || isStandIn(phrase)) return undefined;
  const start = from + found[0].indexOf(phrase);
  return { start, end: start + phrase.length };
}

/** Returns the whole value if the search saw only its beginning. */
function wholeValue(input: string, start: number, end: number, limit: number): Span {
  const rest = end < limit ? "" : (/^[^\s"'`()<>[\]{},;]*/.exec(input.slice(end))?.[0] ?? "");
  return { start, end: end + rest.length };
}

/** A sample URL query, such as `?param1=value1&param2=value2`. */
const SAMPLE_QUERY = /^[[?]*\w+=[A-Za-z]{0,12}\d?(?:&\w+=[A-Za-z]{0,12}\d?)+$/;

/** Whether a word is not a plain word, an address or a placeholder. */
function mayBeSecret(value: string): boolean {
  if (value.length < SHORTEST || /^[A-Za-z]*$/.test(value)) return false;
  if (isOpenSslError(value) || SAMPLE_QUERY.test(value)) return false;
  return !isStandIn(value) && !isTalk(value) && !/^[/.~]|:\/\/|:\.{1,2}\/|^[\p{L}'’-]+$/u.test(value);
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
    looksChosen(value) &&
    !/^\d{1,5}$|^\d{1,4}[-/.]\d{1,2}|^[a-z]{2,12}_\w+$|^[A-Z_]+\d*$|^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(value)
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

/** The words that name a secret. In languages that join words, they end a longer word. */
const NAMES: readonly Trigger[] = [
  contains(
    ...(
      "password|passwd|pwd|passphrase|passwort|secret|token|key|credential|cookie|session|signature|jwt|hmac|kennwort|" +
      "geheimnis|schlüssel|contraseña|clave|clé|senha|mot de passe|wachtwoord|lösenord|hasło|şifre|parola|heslo|jelszó|" +
      "salasana|adgangskode|passord"
    ).split("|"),
  ),
  contains(..."пароль|ключ|パスワード|パスフレーズ|キー|トークン|密码|密碼|密钥|密鑰|令牌".split("|")),
];

/** Values that look random after a word that names their type: "the key 8f3a… was refused". */
export const namedRules = (): readonly BuiltInRule[] => [
  {
    id: "named-secret",
    kind: "credential",
    triggers: NAMES,
    pattern:
      /(?<![\wäöü-])[\d_-]*((?:[a-zäöü][\wäöü-]*)?(?:(?:passwords?|passwd|pwd|passphrase|passwort|secrets?|tokens?|keys?|credentials?|cookie|session|signature|jwt|hmac)(?![a-z_-])|kennwort|geheimnis|schlüssel|contraseña|clave|clé|senha|mot de passe|wachtwoord|lösenord|hasło|şifre|parola|heslo|jelszó|salasana|adgangskode|passord))|пароль|ключ|パスワード|パスフレーズ|キー|トークン|密码|密碼|密钥|密鑰|令牌/giu,
    locate: locateNamed,
  },
  {
    id: "one-time-code",
    kind: "credential",
    triggers: [contains(..."pin|otp|totp|passcode|verification |security |one-time |2fa |mfa |sms |login ".split("|"))],
    pattern:
      /\b(?:pin(?: code)?|otp|totp|passcode|(?:verification|security|one-time|2fa|mfa|sms|login) (?:code|password))(?: (?:token|is|was|of|code|entered|given))?[\s:="'`]+(?<private>\d{4,8})(?![\w.-])/gi,
  },
];
