import type { Sanitizer } from "../sanitizer/index.ts";
import { tryOr } from "../untrusted/attempt.ts";

/** A quoted string, or the rest of a field after an unclosed quote. */
const QUOTED = /"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)/g;

/** The bearer scheme at the beginning of one of several values. */
const BEARER = /(?:^|,)[ \t]*bearer(?=[ \t,]|$)/i;

/** Whether a `WWW-Authenticate` asks for a bearer token, in one of its challenges (RFC 9110, section 11.6.1). */
export function namesBearer(challenge: string | undefined): boolean {
  return challenge !== undefined && BEARER.test(unquoted(challenge));
}

/** Removes the quoted strings, which may contain anything, from a list of credentials or challenges. */
export function unquoted(list: string): string {
  return list.replace(QUOTED, "");
}

/** Schemes that are registered for HTTP, in lower case, and their names. No other word of an error's challenge is sent. */
const SCHEMES: ReadonlyMap<string, string> = new Map(
  "Basic Bearer Concealed Digest DPoP GNAP HOBA Mutual Negotiate OAuth PrivateToken SCRAM-SHA-1 SCRAM-SHA-256 vapid"
    .split(" ")
    .map((name) => [name.toLowerCase(), name]),
);

/** The first word of each of several challenges; in a parameter, "=" follows it. */
const FIRST_WORD = /(?:^|,)[ \t]*([A-Za-z][\w-]*)(?=[ \t]+[^ \t=]|[ \t]*(?:,|$))/g;

/** One challenge with parameters (RFC 9110, section 11.4), in printable ASCII. */
const ONE =
  /^([A-Za-z][\w-]*)[ \t]+[\w-]+=(?:"[ !#-[\]-~]*"|[\w-]+)(?:[ \t]*,[ \t]*[\w-]+=(?:"[ !#-[\]-~]*"|[\w-]+))*$/;

/** Parameters that state what was wrong with this particular credential. */
const OF_ERROR = /[ \t,]error/i;

const MAX_LENGTH = 1_000;

/**
 * Returns the challenge that a thrown error states, for the response. A challenge that states what was wrong, or contains private data, is
 * reduced to its schemes. `undefined` if it names no registered scheme.
 */
export function statedChallenge(value: unknown, sanitizer: Sanitizer): string | undefined {
  if (typeof value !== "string" || value.length > MAX_LENGTH) return undefined;
  if (isPublic(value, sanitizer)) return value;
  const words = [...unquoted(value).matchAll(FIRST_WORD)].map(([, word]) => SCHEMES.get(String(word).toLowerCase()));
  const schemes = words.filter((scheme) => scheme !== undefined);
  return schemes.length === 0 ? undefined : schemes.join(", ");
}

function isPublic(challenge: string, sanitizer: Sanitizer): boolean {
  const scheme = ONE.exec(challenge)?.[1];
  if (scheme === undefined || !SCHEMES.has(scheme.toLowerCase()) || OF_ERROR.test(unquoted(challenge))) return false;
  return tryOr(() => sanitizer.message(challenge).message === challenge, false);
}
