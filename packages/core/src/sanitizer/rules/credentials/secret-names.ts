import { codeAt } from "../../engine/traits.ts";

/** How surely a name marks its value as a secret. */
export type Secrecy = "certain" | "likely" | undefined;

const CERTAIN: ReadonlySet<string> = new Set(
  (
    "password passwords pw pasword passwrd passwd passwort pwd passphrase passcode secret secrets apikey secretkey accesskey privatekey authkey sharedkey " +
    "clientsecret credential credentials accesstoken authtoken refreshtoken idtoken bearertoken csrftoken xsrftoken " +
    "sessiontoken securitytoken apitoken usertoken bottoken sastoken token hmac signature sharedaccesskey accountkey " +
    "sharedaccesssignature masterkey encryptionkey signingkey connectionstring mnemonic contraseña kennwort userpwd dbpass " +
    "mysqlpwd pgpassword rediscliauth sshpass keypass storepass requirepass masterauth authpass smtppass psk tokenhash"
  ).split(" "),
);

/** Names of values that are secrets if they look like one. */
const LIKELY: ReadonlySet<string> = new Set(
  (
    "pass key auth sig sas sid sessid sessionid session phpsessid jsessionid connectsid cookie otp totp pat salt seed jwt " +
    "nonce creds cred dsn bearer authorization login hash ticket pin keys tokens webhook assertion ssid cert uid sp " +
    "licensekey publishablekey samlresponse samlart verifier invite invitation magic userinfo community"
  ).split(" "),
);

/** Names of secrets in JSON, where a name is no word of a sentence. */
const IN_JSON: ReadonlySet<string> = new Set(
  "jwt bearer auth authorization sid sessid sessionid phpsessid jsessionid connectsid cookie cookies tokens pin otp totp".split(
    " ",
  ),
);

/** Words that name a secret only after "password": what is made of one, and the same one once more. */
const OF_PASSWORD: ReadonlySet<string> = new Set("hash salt confirmation confirm repeat again".split(" "));

/** Words after the name of a secret that say which one it is: `api_key_prod`. */
const WHICH: ReadonlySet<string> = new Set(
  "private prod production live staging dev value old new current previous backup primary secondary base".split(" "),
);

/** Words before `key` that make it a secret one; "primary" and "cache" do not. */
const KEY_OF: ReadonlySet<string> = new Set(
  (
    "api access secret private auth account shared encryption signing sign license master service storage subscription function " +
    "host app application admin write read deploy ssh client consumer session webhook project server integration ingest aws " +
    "stripe openai anthropic google azure github twilio sendgrid datadog dd slack rsa pem hmac aes crypto cookie preshared xapi"
  ).split(" "),
);

const CERTAIN_ENDING =
  /(?:password|passwd|passphrase|passwort|(?:store|key)pass|apikey|secretkey|accesskey|privatekey|authkey|accountkey|sharedkey|clientsecret|accesstoken|authtoken|apitoken|refreshtoken|sessiontoken|appsecret|credentials?)$/;

/** Words before `key` that make it one of a database, a map, a message or a keyboard. */
const NO_SECRET_OF: ReadonlySet<string> = new Set(
  (
    "primary foreign partition sort cache map object s3 routing duplicate unique public unexpected expected next page idempotency " +
    "idempotent message translation locale feature config setting settings metadata json hash row index arrow group " +
    "unknown no missing invalid each same any this that the a by for in on shift ctrl enter escape home end delete"
  ).split(" "),
);

/** Words before `token` that make it one of a page, a parser or a model. */
const NO_TOKEN_OF =
  /^(?:next|page|continuation|unexpected|expected|cancel|count|max|min|sync|cursor|total|prompt|completion)$/;

/** Words before `code` that make it one that gives access. */
const CODE_OF =
  /^(?:o?auth|oob|authorization|device|user|invit(?:e|ation)|recovery|reset|confirm(?:ation)?|verif(?:y|ication)|activation|login)$/;

/**
 * Returns how surely a name such as `dbPassword`, `X-Api-Key` or `max_tokens` marks its value as a secret.
 *
 * @param inJson Whether both are in quotes, as in JSON.
 */
export function secrecyOf(key: string, inJson = false): Secrecy {
  const least = Math.max(0, key.length - LONGEST_KEY);
  const end = endOfWords(key, least);
  if (end - least < 2 || !mayEndSecret(key, end)) return undefined;
  const start = startOfWord(key, end, least);
  const before = skipped(key, start, least, isSign);
  const last = key.slice(start, end).toLowerCase();
  const previous = key.slice(startOfWord(key, before, least), before).toLowerCase();
  if (WHICH.has(last)) return secrecyOf(key.slice(least, before), inJson) === "certain" ? "certain" : undefined;
  const isName = inJson && (IN_JSON.has(last) || IN_JSON.has(previous + last)) && !NO_TOKEN_OF.test(previous);
  return isName ? "certain" : secrecyOfWords(last, previous);
}

function secrecyOfWords(last: string, previous: string): Secrecy {
  if (last === "key") return secrecyOfKey(previous);
  if (last === "token" && NO_TOKEN_OF.test(previous)) return undefined;
  if (last === "id" && /^(?:session|sess)$/.test(previous)) return "likely";
  if (last === "code" && CODE_OF.test(previous)) return "likely";
  if (OF_PASSWORD.has(last) && previous !== "token") return /^pass/.test(previous) ? "certain" : undefined;
  if (CERTAIN.has(last) || CERTAIN.has(previous + last) || CERTAIN_ENDING.test(last)) return "certain";
  return LIKELY.has(last) || LIKELY.has(previous + last) || /\wkey$|(?<!com|by|tres|sur|under|over)pass$/.test(last)
    ? "likely"
    : undefined;
}

function secrecyOfKey(of: string): Secrecy {
  if (KEY_OF.has(of)) return "certain";
  return NO_SECRET_OF.has(of) ? undefined : "likely";
}

/** How many characters at the end of a name are read. */
const LONGEST_KEY = 80;

/** Whether a word with these two last letters may name a secret, by itself or with the word before it. */
const ENDINGS = new Uint8Array(32 * 32);
for (const word of [...CERTAIN, ...LIKELY, ...IN_JSON, ...OF_PASSWORD, ...WHICH, "key", "pass", "code"])
  ENDINGS[endingOf(word, word.length)] = 1;

/** Returns the two letters before a place as a number, in any case: five bits each. */
function endingOf(word: string, end: number): number {
  return ((word.charCodeAt(end - 2) & 31) << 5) | (word.charCodeAt(end - 1) & 31);
}

function mayEndSecret(key: string, end: number): boolean {
  // The last word may be a single letter.
  return ENDINGS[endingOf(key, end)] === 1 || isSign(key, end - 2);
}

/** One of several fields of a form, such as `password2`. */
const NUMBERED = /pass(?:word|wd)\d$/i;

/** Returns where the last word ends that is not a number: `X-Hub-Signature-256` names a signature. */
function endOfWords(key: string, least: number): number {
  let end = key.length;
  for (;;) {
    end = skipped(key, end, least, isSign);
    const start = skipped(key, end, least, isDigit);
    if (start === end) return end;
    if (start > least && !isSign(key, start - 1))
      return NUMBERED.test(key.slice(Math.max(least, start - 8), end)) ? start : end;
    end = start;
  }
}

/** Returns where the word that ends at a place begins: after a sign, or with a capital after a small letter or a digit. */
function startOfWord(key: string, end: number, least: number): number {
  let start = end;
  while (start > least && !isSign(key, start - 1) && !(start < end && begins(key, start))) start -= 1;
  return start;
}

function begins(key: string, at: number): boolean {
  return isCapital(key.charCodeAt(at)) && /[a-z0-9]/.test(key.charAt(at - 1));
}

function isCapital(code: number): boolean {
  return code >= 65 && code <= 90;
}

function skipped(key: string, end: number, least: number, skips: (key: string, at: number) => boolean): number {
  let at = end;
  while (at > least && skips(key, at - 1)) at -= 1;
  return at;
}

function isDigit(key: string, at: number): boolean {
  const code = codeAt(key, at);
  return code >= 48 && code <= 57;
}

/** Whether a character is neither a letter nor a digit. */
function isSign(key: string, at: number): boolean {
  const code = codeAt(key, at);
  const letter = code | 32;
  return !((letter >= 97 && letter <= 122) || isDigit(key, at) || code === 0xf1);
}
