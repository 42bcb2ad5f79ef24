/** The characters that a bearer token may have (RFC 6750, section 2.1). */
const TOKEN = /^[-A-Za-z0-9._~+/]+=*$/;

/**
 * The value of `Authorization` for a token. Checked here, since `Headers` would quote a bad one in its error.
 *
 * @throws TypeError that does not show it.
 */
export function authorizationOf(token: string): string {
  if (typeof token === "string" && TOKEN.test(token)) return `Bearer ${token}`;
  throw new TypeError("token: expected a bearer token: letters, digits and -._~+/ with = at the end only");
}

/** What must not show of an `Authorization` that the caller set. */
export function secretsIn(headers: Headers): string[] {
  const value = headers.get("authorization") ?? "";
  return value.split(/[\s,]+/).filter((part) => part.length >= 8);
}
