import { attempt } from "@uhp-errors/core/internal";
import { MIN_PART } from "./bounds.ts";
import { wrong } from "./checks.ts";

/** The characters that a bearer token may have (RFC 6750, section 2.1). */
const TOKEN = /^[-A-Za-z0-9._~+/]+=*$/;

/**
 * Returns the value of `Authorization` for a token. Checks the token here, because `Headers` would quote an invalid one in its error.
 *
 * @throws TypeError that does not show the token.
 */
export function writeAuthorization(token: string): string {
  if (typeof token === "string" && TOKEN.test(token)) return `Bearer ${token}`;
  throw wrong("token", "a bearer token of letters, digits and -._~+/=");
}

/** Returns the secrets in an `Authorization` that the caller set: its credentials, their longer parts, and a password. */
export function secretsIn(headers: Headers): string[] {
  const value = headers.get("authorization") ?? "";
  const [scheme = "", ...parts] = value.split(/[\s,]+/);
  const credentials = value.slice(scheme.length).trim();
  const quoted = [...credentials.matchAll(/="([^"]*)"/g)].map(([, text = ""]) => text);
  const long = [...quoted, ...parts.map(secretPart)].filter((part) => part.length >= MIN_PART);
  return [credentials, ...long, ...(/^basic$/i.test(scheme) ? passwordIn(credentials) : [])];
}

/** Returns the value of a parameter such as `response="0123"` (RFC 9110, section 11.2). Any other part is a single value. */
function secretPart(part: string): string {
  return part.replace(/^[\w-]+=(?!=|$)/, "").replaceAll('"', "");
}

/** Returns the decoded `Basic` credentials and their password (RFC 7617, section 2), in both character sets that are in use. */
function passwordIn(credentials: string): string[] {
  return attempt(
    () => {
      const latin = atob(credentials);
      const utf8 = new TextDecoder().decode(Uint8Array.from(latin, (character) => character.charCodeAt(0)));
      return [latin, utf8].flatMap((text) => [text, text.slice(text.indexOf(":") + 1)]);
    },
    () => [],
  );
}
