/** The characters of an address (RFC 3986, section 2), and the place of the code. */
const ADDRESS = /^https?:\/\/(?:[-\w.~:/?#[\]@!$&'()*+,;=]|%[\da-f]{2}|\{code\})+$/i;

/** A longer address would take too much of the head of a response. */
const MAX_LENGTH = 1_000;

const PLACE = "{code}";

/** Checks at start-up the address of the pages about codes. @throws TypeError that says what it must look like. */
export function assertDocsUrl(value: unknown): asserts value is string | undefined {
  if (value === undefined || (typeof value === "string" && value.length <= MAX_LENGTH && isAddress(value))) return;
  throw new TypeError(
    'docsUrl: expected an address such as "https://docs.acme.example/errors/{code}", without a user, and with %XX for other characters than those of URLs',
  );
}

function isAddress(value: string): boolean {
  if (!ADDRESS.test(value) || !value.includes(PLACE)) return false;
  try {
    const { username, password } = new URL(value.replaceAll(PLACE, "code"));
    return username === "" && password === "";
  } catch {
    return false;
  }
}

/** Returns the address of the page about a code, by the name that a client sees; `undefined` if there are no pages. */
export function pageOf(docsUrl: string | undefined, code: string): string | undefined {
  return docsUrl?.replaceAll(PLACE, code);
}

/** Returns the value of `Link` (RFC 8288) that leads to the page about a code; `undefined` if there are no pages. */
export function helpLink(docsUrl: string | undefined, code: string): string | undefined {
  const page = pageOf(docsUrl, code);
  return page === undefined ? undefined : `<${page}>; rel="help"`;
}
