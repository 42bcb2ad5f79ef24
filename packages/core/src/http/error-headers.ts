import { RETRY_RULES, type RetryRule } from "../codes/retry-rules.ts";
import { VERSION_HEADER } from "../versions/known.ts";
import { type HeaderFilter, nameMatcher } from "./header-fields.ts";

/** The request and response header that carries the id of a request. */
export const REQUEST_ID_HEADER = "x-request-id";

/** A header of the contract's error responses. */
export interface ErrorHeader {
  readonly name: string;
  /** Whether errors of a kind may have it. */
  readonly when: (kind: ErrorKind) => boolean;
  /** Its value; null if each error has its own, or none: see {@link ErrorHeaderValues}. */
  readonly value: string | null;
  /** Who may override it: the service, by a header that it has set, or an option of the contract, which leaves it out. */
  readonly override: "nobody" | "service" | "correlationId" | "errorHeaderFilter";
}

/** What all errors of one code with one status have in common. */
export interface ErrorKind {
  readonly code: string;
  readonly status: number;
  readonly retry: RetryRule;
}

// A comment says on which responses a header is and, unless its value is always the same, what the value is. The page of headers shows it.
const ROWS = [
  // On errors, whatever `Accept` says.
  { name: "Content-Type", when: always, value: "application/json; charset=utf-8", override: "nobody" },
  // On errors: the length of the body in bytes.
  { name: "Content-Length", when: always, value: null, override: "nobody" },
  // On errors.
  { name: "Cache-Control", when: always, value: "no-store", override: "nobody" },
  // On errors.
  { name: "X-Content-Type-Options", when: always, value: "nosniff", override: "nobody" },
  // On every response: the version in which the response is written.
  { name: VERSION_HEADER, when: always, value: null, override: "nobody" },
  // On every response: the id of the request, which the [report](operating.md#the-id-of-a-request) has too.
  { name: REQUEST_ID_HEADER, when: always, value: null, override: "correlationId" },
  // On every response in a version that is [deprecated](versions.md#end-a-version): `@` and the seconds from 1970 to the date (RFC 9745).
  { name: "Deprecation", when: always, value: null, override: "service" },
  // On every response in a version that [ends](versions.md#end-a-version): the date (RFC 8594).
  { name: "Sunset", when: always, value: null, override: "service" },
  // On 503, 429 with a code that a client may retry, and 502 `<vendor>_upstream_error`: whole seconds, rounded up, where the wait is known.
  { name: "Retry-After", when: mayStateTime, value: null, override: "service" },
  // On errors: `true` or `false`; see below.
  { name: "x-should-retry", when: always, value: null, override: "errorHeaderFilter" },
  // On whatever may have a `Retry-After` of the contract, and 409 `session_busy` with `detail.retry_after_ms`: milliseconds.
  { name: "retry-after-ms", when: mayStateWait, value: null, override: "errorHeaderFilter" },
  // On 401 where a bearer token is asked for, and 403 `insufficient_scope`: `Bearer`; on the 403 `Bearer error="insufficient_scope"`.
  { name: "WWW-Authenticate", when: mayChallenge, value: null, override: "service" },
  // On 405: the methods of the address, where they are known.
  { name: "Allow", when: always, value: null, override: "service" },
  // On 416: `bytes */N`, with the length of what was asked for, where it is known.
  { name: "Content-Range", when: isRangeRefused, value: null, override: "service" },
  // On errors of a catalog with [`docsUrl`](your-codes.md#a-page-for-each-code): `<address>; rel="help"` with the address of the page about the code.
  { name: "Link", when: always, value: null, override: "nobody" },
] as const satisfies readonly ErrorHeader[];

/**
 * The headers of the contract's error responses, in their order on the wire. Every response is made of them, that of the last resort too, and
 * so are the gateways' exports, the page of headers, and what tests expect.
 */
export const ERROR_HEADERS: readonly ErrorHeader[] = ROWS;

/** The headers that have a value only if the service wants them, which then follows from the version and the code. */
type OptionalHeader = "Deprecation" | "Sunset" | "Link";

/** The headers that each error has a value of its own for. `undefined` leaves a header out. */
export type ErrorHeaderValues = Readonly<
  Record<Exclude<ValuedHeader, OptionalHeader>, string | undefined> &
    Partial<Record<OptionalHeader, string | undefined>>
>;

type ValuedHeader = Extract<(typeof ROWS)[number], { readonly value: null }>["name"];

/** Whether a header follows from the options of the service, the version and the code alone. */
export function isOptionalHeader(name: string): name is OptionalHeader {
  return /^(?:Deprecation|Sunset|Link)$/.test(name);
}

/**
 * Whether a header that every response carries is left as the service has set it. The version is the contract's alone; a request id from
 * another service is replaced.
 */
export function staysAsSet(name: string, isFromUpstream: boolean): boolean {
  return name === REQUEST_ID_HEADER ? !isFromUpstream : isOptionalHeader(name);
}

function always(): boolean {
  return true;
}

function mayStateTime(kind: ErrorKind): boolean {
  return (statedWait(kind) ?? "estimate") !== "estimate";
}

function mayStateWait(kind: ErrorKind): boolean {
  return statedWait(kind) !== undefined;
}

function mayChallenge({ status }: ErrorKind): boolean {
  return status === 401 || status === 403;
}

function isRangeRefused({ status }: ErrorKind): boolean {
  return status === 416;
}

/**
 * The wait that the headers of an error may state: the service's own time, which it may also have set on the response; that of another service;
 * or an estimate, for which there is no `Retry-After`.
 */
export type StatedWait = "time" | "foreign time" | "estimate" | undefined;

export function statedWait({ code, status, retry }: ErrorKind): StatedWait {
  const { waitsFor } = RETRY_RULES[retry];
  if (status === 503 || (status === 429 && waitsFor === "retry_after")) return "time";
  // The built-in code for a failure of another service. A vendor's prefix has no underscore.
  if (/^[^_]+_upstream_error$/.test(code)) return "foreign time";
  // The compiler refuses a kind of wait that is not listed here.
  return (waitsFor satisfies "backoff" | "retry_after" | "session" | "caller" | null) === "session"
    ? "estimate"
    : undefined;
}

/** Returns the headers that a contract's options leave. */
export function headersInForce({ drop }: HeaderFilter, correlationId: unknown): readonly ErrorHeader[] {
  const isDropped = nameMatcher(drop ?? []);
  return ERROR_HEADERS.filter(({ name, override }) =>
    override === "correlationId" ? correlationId !== false : override !== "errorHeaderFilter" || !isDropped(name),
  );
}

/** Returns the names and values of an error response's headers. */
export function writeHeaders(headers: readonly ErrorHeader[], values: ErrorHeaderValues): Record<string, string> {
  const written: Record<string, string> = {};
  // A loop by index, because an iterator makes an object for each header.
  for (let index = 0; index < headers.length; index += 1) {
    const { name, value } = headers[index] as ErrorHeader;
    const text = value ?? values[name as keyof ErrorHeaderValues];
    if (text !== undefined) written[name] = text;
  }
  return written;
}
