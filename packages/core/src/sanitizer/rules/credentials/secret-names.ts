/** How sure a key's name makes us that its value is a secret. */
export type Secrecy = "certain" | "likely" | undefined;

const CERTAIN: ReadonlySet<string> = new Set(
  (
    "password passwords pw pasword passwrd passwd passwort pwd passphrase passcode secret secrets apikey secretkey accesskey privatekey authkey sharedkey " +
    "clientsecret credential credentials accesstoken authtoken refreshtoken idtoken bearertoken csrftoken xsrftoken " +
    "sessiontoken securitytoken apitoken usertoken bottoken sastoken token hmac signature sharedaccesskey accountkey " +
    "sharedaccesssignature masterkey encryptionkey signingkey connectionstring mnemonic contraseña kennwort userpwd dbpass " +
    "mysqlpwd pgpassword rediscliauth sshpass keypass storepass requirepass masterauth authpass smtppass"
  ).split(" "),
);

/** Names that hold a secret if their value looks like one. */
const LIKELY: ReadonlySet<string> = new Set(
  (
    "pass key auth sig sas sid sessid sessionid session phpsessid jsessionid connectsid cookie otp totp pat psk salt seed jwt " +
    "nonce creds cred dsn bearer authorization login hash ticket pin keys tokens webhook assertion ssid cert uid sp " +
    "licensekey publishablekey oauthcode authcode authorizationcode"
  ).split(" "),
);

/** What makes a key of a `key` behind it; of "primary" and "cache" it makes none. */
const KEY_OF: ReadonlySet<string> = new Set(
  (
    "api access secret private auth account shared encryption signing sign license master service storage subscription function " +
    "host app application admin write read deploy ssh client consumer session webhook project server integration ingest aws " +
    "stripe openai anthropic google azure github twilio sendgrid datadog dd slack rsa pem hmac aes crypto cookie preshared xapi"
  ).split(" "),
);

const CERTAIN_ENDING =
  /(?:password|passwd|passphrase|passwort|apikey|secretkey|accesskey|privatekey|authkey|accountkey|sharedkey|clientsecret|accesstoken|authtoken|apitoken|refreshtoken|sessiontoken|appsecret|credentials?)$/;

/** Of these words, a key is no secret: of a database, a map, a message. */
const NO_SECRET_OF: ReadonlySet<string> = new Set(
  (
    "primary foreign partition sort cache map object s3 routing duplicate unique public unexpected expected next page idempotency " +
    "idempotent message translation locale feature config setting settings metadata json hash row index arrow group " +
    "unknown no missing invalid each same any this that the a by for in on shift ctrl enter escape home end delete"
  ).split(" "),
);

/** Of these words, a token is no secret: of a page, a parser. */
const NO_TOKEN_OF =
  /^(?:next|page|continuation|unexpected|expected|cancel|count|max|min|sync|cursor|total|prompt|completion)$/;

/** What a key such as `dbPassword`, `X-Api-Key` or `max_tokens` says about its value. */
export function secrecyOf(key: string): Secrecy {
  const words = wordsOf(key);
  const last = words.at(-1) ?? "";
  const previous = words.at(-2) ?? "";
  if (last === "key") return secrecyOfKey(previous);
  if (last === "token" && NO_TOKEN_OF.test(previous)) return undefined;
  if (last === "id" && /^(?:session|sess)$/.test(previous)) return "likely";
  if (last === "hash" || last === "salt") return /^pass/.test(previous) ? "certain" : undefined;
  if (CERTAIN.has(last) || CERTAIN.has(previous + last) || CERTAIN_ENDING.test(last)) return "certain";
  return LIKELY.has(last) || LIKELY.has(previous + last) || /\wkey$|(?<!com|by|tres|sur|under|over)pass$/.test(last)
    ? "likely"
    : undefined;
}

function secrecyOfKey(of: string): Secrecy {
  if (KEY_OF.has(of)) return "certain";
  return NO_SECRET_OF.has(of) ? undefined : "likely";
}

/** The words of a key in lower case, numbers at its end left out: `X-Hub-Signature-256` speaks of a signature. */
function wordsOf(key: string): readonly string[] {
  const words = key
    .slice(-80)
    .split(/[^A-Za-z0-9ñ]+|(?<=[a-z0-9])(?=[A-Z])/)
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase());
  while (/^\d+$/.test(words.at(-1) ?? "")) words.pop();
  return words;
}
