import { isRecord } from "../untrusted/peek.ts";

/** Headers, in lower case, that describe a body. An adapter removes them before it sets those of an `ErrorResponse`. */
export const REPRESENTATION_HEADERS: readonly string[] = [
  "accept-ranges",
  "age",
  "cache-control",
  "content-digest",
  "content-disposition",
  "content-encoding",
  "content-language",
  "content-length",
  "content-location",
  "content-md5",
  "content-range",
  "content-type",
  "digest",
  "etag",
  "expires",
  "last-modified",
  "repr-digest",
  "trailer",
  "transfer-encoding",
];

/**
 * Headers that a replaced error may keep if they came in its `writeHead` call, besides those of the contract that a service may override. A
 * star matches any ending.
 */
const RELAYED_HEADERS: readonly string[] = [
  "access-control-*",
  "connection",
  "content-security-policy",
  "content-security-policy-report-only",
  "cross-origin-*",
  "date",
  "origin-agent-cluster",
  "permissions-policy",
  "ratelimit",
  "ratelimit-*",
  "referrer-policy",
  "strict-transport-security",
  "timing-allow-origin",
  "vary",
  "x-dns-prefetch-control",
  "x-download-options",
  "x-frame-options",
  "x-permitted-cross-domain-policies",
  "x-ratelimit-*",
  "x-xss-protection",
];

/** Headers that identify what produced a response: servers, proxies, frameworks. An error never keeps them, wherever they were set. */
const MACHINERY_HEADERS: readonly string[] = [
  "alt-svc",
  "cf-*",
  "link",
  "location",
  "proxy-*",
  "refresh",
  "server",
  "server-timing",
  "set-cookie2",
  "sourcemap",
  "via",
  "warning",
  "x-amz-*",
  "x-amzn-*",
  "x-aspnet-version",
  "x-aspnetmvc-version",
  "x-azure-*",
  "x-backend*",
  "x-cache*",
  "x-debug*",
  "x-envoy-*",
  "x-generator",
  "x-goog-*",
  "x-internal-*",
  "x-ms-*",
  "x-powered-by",
  "x-runtime",
  "x-served-by",
  "x-sourcemap",
  "x-upstream*",
  "x-varnish",
];

/** A header of a response, where the contract replaces the response. */
export interface HeaderField {
  /** In lower case. */
  readonly name: string;
  readonly value: string;
  /**
   * Whether it belongs to the response that is replaced: an argument of its `writeHead`, or copied from another service's response. False
   * for a header that was set before, by `setHeader` or the framework's own function.
   */
  readonly isOfReplaced: boolean;
  /** The status of the response that replaces it. */
  readonly status: number;
}

/** Headers that an error response keeps or drops, beyond the built-in lists. A name may end in a star. */
export interface HeaderFilter {
  /** Headers that stay, wherever they were set. */
  readonly keep?: readonly string[];
  /** Headers that are removed, wherever they were set. Of the contract's own, `x-should-retry` and `retry-after-ms` may be among them. */
  readonly drop?: readonly string[];
}

const UNSATISFIED_RANGE = /^bytes \*\/\d{1,16}$/;

/**
 * Returns the `Content-Range` of a range that cannot be satisfied, which states the actual length (RFC 9110, section 14.4); `undefined` for
 * any other value.
 */
export function unsatisfiedRange(value: unknown): string | undefined {
  return typeof value === "string" && UNSATISFIED_RANGE.test(value) ? value : undefined;
}

/**
 * Makes a function that checks whether an error response keeps a field set elsewhere.
 *
 * @param overridable The contract's own headers that a service may override.
 */
export function headerPolicy(
  { keep, drop }: HeaderFilter,
  overridable: readonly string[],
): (field: HeaderField) => boolean {
  const listOf = listFinder([
    ["dropped", [...REPRESENTATION_HEADERS, ...(drop ?? [])]],
    ["kept", keep ?? []],
    ["dropped", MACHINERY_HEADERS],
    ["relayed", [...RELAYED_HEADERS, ...overridable]],
  ]);
  return ({ name, value, isOfReplaced, status }) => {
    if (name === "connection") return !isOfReplaced || /^(?:close|keep-alive)$/i.test(value);
    if (name === "content-range") return status === 416 && unsatisfiedRange(value) !== undefined;
    const list = listOf(name);
    return list !== "dropped" && (list !== undefined || !isOfReplaced);
  };
}

/** Makes a function that checks whether a name matches a list of names, some of which end in a star. */
export function nameMatcher(names: readonly string[]): (name: string) => boolean {
  const listOf = listFinder([["names", names]]);
  return (name) => listOf(name) !== undefined;
}

/** Makes a function that returns the title of the first list that a name matches; `undefined` if it matches none. */
function listFinder<Title>(
  lists: readonly (readonly [Title, readonly string[]])[],
): (name: string) => Title | undefined {
  const indexed = lists.map(([title, names]) => {
    const lower = names.map((name) => name.toLowerCase());
    const beginnings = lower.filter((name) => name.endsWith("*")).map((name) => name.slice(0, -1));
    return { title, exact: new Set(lower), beginnings };
  });
  return (name) => {
    for (const { title, exact, beginnings } of indexed) {
      if (exact.has(name)) return title;
      for (const beginning of beginnings) if (name.startsWith(beginning)) return title;
    }
    return undefined;
  };
}

/** Returns what is wrong with the `errorHeaderFilter` option; `undefined` if nothing is. */
export function headerFilterProblem(value: unknown): string | undefined {
  const unknown = isRecord(value) ? Object.keys(value).filter((name) => name !== "keep" && name !== "drop") : [];
  if (!isRecord(value) || value instanceof Map) return "expected { keep, drop }, each a list of field names";
  if (unknown.length > 0) return `unknown field ${unknown.join(", ")}; the fields are keep, drop`;
  const { keep = [], drop = [] } = value as HeaderFilter;
  if (!Array.isArray(keep) || !Array.isArray(drop)) return "keep and drop: expected lists of field names";
  for (const name of [...keep, ...drop] as unknown[]) {
    if (typeof name !== "string" || !/^[!#$%&'+.^_`|~\w-]+\*?$/.test(name))
      return `${String(name)} is not a field name`;
  }
  const content = keep.find((name: string) => REPRESENTATION_HEADERS.some(nameMatcher([name])));
  return content === undefined ? undefined : `${content} describes the body, which the contract writes itself`;
}
