/** An address without a user, of the characters that RFC 3986 allows, with the place of the code. */
const ADDRESS = /^https?:\/\/[-\w.:[\]]+[/?#](?:[!#-;=?-[\]_a-z~]|\{code\})+$/i;

const PLACE = "{code}";

const LONG_CODE = "x".repeat(60);

/** Checks at start-up the address of the pages about codes. @throws TypeError that says what it must look like. */
export function assertDocsUrl(value: unknown): asserts value is string | undefined {
  // A longer address would take too much of the head of a response.
  const isShort = typeof value === "string" && value.replaceAll(PLACE, LONG_CODE).length < 1_000;
  if (value === undefined || (isShort && value.includes(PLACE) && ADDRESS.test(value))) return;
  throw new TypeError('docsUrl: expected an address such as "https://docs.acme.example/errors/{code}"');
}

/** Returns the value of `Link` (RFC 8288) that leads to the page about a code; `undefined` if there are no pages. */
export function helpLink(docsUrl: string | undefined, code: string): string | undefined {
  return docsUrl && `<${docsUrl.replaceAll(PLACE, code)}>; rel="help"`;
}
