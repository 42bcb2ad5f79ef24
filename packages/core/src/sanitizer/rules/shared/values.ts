/** How surely something is what it seems; `undefined` if not at all. */
export type Certainty = "certain" | "likely" | undefined;

/** Words after "password:" or "Bearer" in sentences that are about a secret and do not contain it. */
const TALK: ReadonlySet<string> = new Set(
  [
    "a an and any are array as at be been been but by can cannot can't check could did do does doesn't empty error expected",
    "expired failed failure false field for format found from has have header http https if in incorrect invalid is isn't it",
    "its jwt key length least leave letters limit malformed may mismatch missing must n/a name needs never nil no none not",
    "null number of ok old on one only optional or please present provide provided received rejected required requires",
    "refused reset revoked rotate same secret see set should signature string the their this to token too true type",
    "undefined unknown unset unsupported use used using valid value values was were when which will with wrong yes you your",
    "ist nicht fehlt ungültig est manquant es no inválido authentication authorization auth scheme credentials credential",
    "password realm user username admin object boolean integer option flag argument file access denied changed updated",
    "deleted disabled enabled exists forbidden here hidden ignored illegal later less longer many match matches more new",
    "out rate scope short than that there until weak without punc identifier eof end start statement keyword operator",
    "redacted masked removed omitted filtered encrypted hashed placeholder example sample todo changeme_not_set default",
  ].flatMap((line) => line.split(" ")),
);

/** Names of formats and versions, such as `UUIDv4` and `base64url-encoded`, and classes of characters, such as `a-z0-9`. */
const FORMAT =
  /^(?:(?:uuid|guid|cuid|ulid|url|base|ipv|cidrv|sha|md|utf|e\.|rfc|iso|argon|pbkdf|http|oauth)[-v.]{0,2}\d{1,4}(?:url|[a-z])?(?:[-‑][-A-Za-z\u0080-\uffff]+)?|[aA]-[zZ](?![a-z]).*)$/i;

/** Whether a word belongs to a sentence about a secret. */
export function isTalk(word: string): boolean {
  return TALK.has(word.toLowerCase()) || FORMAT.test(word);
}

const STAND_IN =
  /^(?:\((?:hidden|redacted|masked|removed|filtered|omitted|none|empty)\)?|\*+|x{3,}|X{3,}|\.{2,}|…|-+|_+|\?+|<[^>]*>?|\[[^\]]*\]?|\$\{\w*\}|\$[A-Z_]+|\{\{?[^}]*\}*|%\w+%|%[sdjo]|#\{.*|\$\(.*|(?:your|the|some)[-_ ]?(?:api|access|secret|auth)?[-_ ]?(?:key|token|secret|password)\w*)$/i;

/** Whether a value stands in for a secret: a placeholder, a variable, asterisks. */
export function isStandIn(value: string): boolean {
  return STAND_IN.test(value);
}

/** Whether a value is neither a word of a sentence about a secret nor stands in for one. */
export function isRealValue(value: string): boolean {
  return !isTalk(value) && !isStandIn(value);
}

/** Returns how evenly a string uses its characters, in bits per character. English has about 4, random letters and digits about 5. */
export function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  const shares = [...counts.values()].map((count) => count / text.length);
  return shares.reduce((bits, share) => bits - share * Math.log2(share), 0);
}

/** How many characters of a value are judged. */
const JUDGED_LENGTH = 120;

/**
 * Whether a value looks random, as keys and tokens do: letters and digits mixed, many different ones. Words, names, numbers,
 * dates, versions and ids with a prefix do not.
 */
export function looksRandom(value: string, length = 12): boolean {
  const text = value.slice(0, JUDGED_LENGTH);
  if (text.length < length || !/[A-Za-z]/.test(text) || /^v?\d+(?:[.:/-]\d+){1,9}(?:[-+.T][\w.:+-]*)?$/.test(text))
    return false;
  if (!/\d/.test(text) && !(text.length >= 20 && changesOfCase(text) >= text.length / 3)) return false;
  return entropy(text) >= (text.length < 16 ? 2.7 : 3);
}

/** Counts how often a string changes between small letters, capitals and digits in a way that words do not, or has two capitals in a row. */
export function changesOfCase(text: string): number {
  return text.match(/[A-Za-z](?=[A-Z\d])|\d(?=[A-Za-z])/g)?.length ?? 0;
}

/** Neighboring letters that few words of languages in Latin letters have. One of a hundred words has five consonants in a row, or two such pairs. */
const RARE =
  /[b-df-hj-np-tv-xz]{5}|q(?!u)|[jqvxz][bcdfghjkmnpqrtvwxz]|[bcdfghjkmpqtvwz]x|[bdfgjkpqtvwxz][jqv]|[fghjkmpqvwx]z|[cfjmqvwxz][fgkp]/g;

/** Whether a value is no word of a language and no name made of words: capitals within short parts, or letters that do not go together. */
export function isNoWord(value: string): boolean {
  if (value.length < 6 || value.length > JUDGED_LENGTH || !/^[\w!-]+$/.test(value)) return false;
  if (!/[a-z]/.test(value) || /pass|token|key|secret|user|name/i.test(value)) return false;
  const parts = value.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [];
  const letters = parts.reduce((sum, { length }) => sum + length, 0);
  if (parts.length > 2 && letters / parts.length < (parts.length > 3 ? 3.6 : 3.4)) return true;
  const rare = value.toLowerCase().match(RARE) ?? [];
  return rare.length > 1 || rare[0]?.length === 5;
}

/** Whether a value is an id whose prefix names its type, such as `chrn_01h8`. */
export function isPrefixedId(value: string): boolean {
  return /^[a-z]{2,12}_[A-Za-z0-9]+$/.test(value) || /^[a-z]+(?:[-_][a-z]+)*[-_]?\d{0,4}$/.test(value);
}

/** Whether a value is an OpenSSL error code, such as `error:1E08010C:DECODER`. */
export function isOpenSslError(value: string): boolean {
  return /^(?:[\dA-F]{1,16}:)?error:[\dA-F]{1,8}(?::|$)/i.test(value);
}

/** Whether a value is a UUID, which is an id far more often than a secret. */
export function isUuid(value: string): boolean {
  return /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(value);
}

/** Whether a value looks like a password that a person chose: not only letters, not only a few digits. */
export function looksChosen(value: string): boolean {
  if (value.length < 4) return false;
  const mixed = /[A-Za-z]/.test(value) && /[\d!@#$%^&*_=+~|\\/<>?]/.test(value);
  return mixed || /[a-z][A-Z]/.test(value) || /^\d{6,}$/.test(value);
}
