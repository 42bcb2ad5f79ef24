import type { Certainty } from "../shared/values.ts";

/** Names of secrets that no ending tells. */
const CERTAIN: ReadonlySet<string> = new Set(
  (
    "passwords pw pasword passwrd pwd passcode secret secrets idtoken bearertoken csrftoken xsrftoken securitytoken usertoken bottoken " +
    "sastoken token hmac signature sharedaccesssignature masterkey encryptionkey signingkey connectionstring mnemonic contraseña " +
    "kennwort userpwd dbpass mysqlpwd rediscliauth sshpass requirepass masterauth authpass smtppass psk tokenhash"
  ).split(" "),
);

/** Endings of such names. A number counts the fields of a form: `password2`. */
const CERTAIN_ENDING =
  /(?:passw(?:or)?d\d?|passphrase|passwort|(?:store|key)pass|apikey|secretkey|accesskey|privatekey|authkey|accountkey|sharedkey|clientsecret|accesstoken|authtoken|apitoken|refreshtoken|sessiontoken|appsecret|credentials?)$/;

/** Names of values that are secrets if they look like one. */
const LIKELY: ReadonlySet<string> = new Set(
  (
    "pass auth sig sas sid sessid sessionid session phpsessid jsessionid connectsid cookie otp totp pat seed jwt tokensalt " +
    "nonce creds cred dsn bearer authorization login ticket pin keys tokens webhook assertion ssid cert uid sp " +
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
const AFTER_PASSWORD: ReadonlySet<string> = new Set("hash salt confirmation confirm repeat again".split(" "));

/** Words after the name of a secret that say which one it is: `api_key_prod`. */
const AFTER_SECRET: ReadonlySet<string> = new Set(
  "private prod production live staging dev value old new current previous backup primary secondary base".split(" "),
);

/** Words before `key` that make it a secret one; "primary" and "cache" do not. */
const BEFORE_SECRET_KEY: ReadonlySet<string> = new Set(
  (
    "api access secret private auth account shared encryption signing sign license master service storage subscription function " +
    "host app application admin write read deploy ssh client consumer session webhook project server integration ingest aws " +
    "stripe openai anthropic google azure github twilio sendgrid datadog dd slack rsa pem hmac aes crypto cookie preshared xapi"
  ).split(" "),
);

/** Words before `key` that make it one of a database, a map or a message. */
export const IDENTIFIERS =
  "primary foreign partition sort cache map object s3 routing duplicate unique public next page idempotency message translation " +
  "locale feature config setting settings metadata json hash row index arrow unknown";

/** Those words, and others that make it a part of a sentence, or one of a keyboard. */
const BEFORE_OTHER_KEY: ReadonlySet<string> = new Set(
  (
    `${IDENTIFIERS} idempotent unexpected expected group no missing invalid each same any this that the a by for in on shift ctrl ` +
    "enter escape home end delete"
  ).split(" "),
);

/** Words before `token` that make it one of a page, a parser or a model. */
const BEFORE_OTHER_TOKEN =
  /^(?:next|page|continuation|unexpected|expected|cancel|count|max|min|sync|cursor|total|prompt|completion)$/;

/** Words before `code` that make it one that gives access. */
const BEFORE_SECRET_CODE =
  /^(?:o?auth|oob|authorization|device|user|invit(?:e|ation)|recovery|reset|confirm(?:ation)?|verif(?:y|ication)|activation|login)$/;

/** A word of a name. It ends before a sign, and before a capital after a small letter or a digit. */
const WORDS = /[A-Z]+[a-z\dñ]*|[a-z\dñ]+/g;

/**
 * Judges how surely a name such as `dbPassword`, `X-Api-Key` or `max_tokens` marks its value as a secret.
 *
 * @param inJson Whether both are in quotes, as in JSON.
 */
export function judgeName(name: string, inJson = false): Certainty {
  return judgeWords(name.slice(-80).match(WORDS) ?? [], inJson);
}

function judgeWords(words: readonly string[], inJson: boolean): Certainty {
  // A number is no name: `X-Hub-Signature-256` is that of a signature.
  const end = words.findLastIndex((word) => !/^\d+$/.test(word));
  const last = (words[end] ?? "").toLowerCase();
  const previous = (words[end - 1] ?? "").toLowerCase();
  if (AFTER_SECRET.has(last)) return judgeWords(words.slice(0, end), inJson) === "certain" ? "certain" : undefined;
  if (inJson && (IN_JSON.has(last) || IN_JSON.has(previous + last)) && !BEFORE_OTHER_TOKEN.test(previous))
    return "certain";
  return isCertain(last, previous) ? "certain" : isLikely(last, previous) ? "likely" : undefined;
}

function isCertain(last: string, previous: string): boolean {
  if (last === "key") return BEFORE_SECRET_KEY.has(previous);
  if (last === "token" && BEFORE_OTHER_TOKEN.test(previous)) return false;
  if (AFTER_PASSWORD.has(last) && previous.startsWith("pass")) return true;
  return CERTAIN.has(last) || CERTAIN.has(previous + last) || CERTAIN_ENDING.test(previous + last);
}

function isLikely(last: string, previous: string): boolean {
  if (last === "key") return !BEFORE_OTHER_KEY.has(previous);
  if (last === "code") return BEFORE_SECRET_CODE.test(previous);
  return LIKELY.has(last) || LIKELY.has(previous + last) || /\wkey$|(?<!com|by|tres|sur|under|over)pass$/.test(last);
}
