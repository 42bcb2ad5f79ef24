import { type HeaderField, type HeaderFilter, headerFilterProblem, headerPolicy } from "../http/header-fields.ts";
import type { RequestContext } from "../http/request-context.ts";
import type { Recognizer } from "../recognize/index.ts";
import { printServerErrors } from "../reports/print-reports.ts";
import type { OnError } from "../reports/report.ts";
import { DEFAULT_SANITIZER, type Sanitizer } from "../sanitizer/index.ts";
import { ownFields, peek, peekString } from "../untrusted/peek.ts";
import type { Version } from "../versions/known.ts";
import { type ServedVersions, servedVersions } from "../versions/negotiate.ts";

/** How one service answers errors. */
export interface ContractOptions {
  /**
   * The protocol versions that this service serves. A request for any other version is refused.
   *
   * @defaultValue 2026-10-04 and 2026-09-12; the library also knows 2026-09-28 and 2026-08-11
   */
  readonly versions?: readonly Version[];
  /**
   * The version for a request that names none.
   *
   * @defaultValue the newest that is served
   */
  readonly defaultVersion?: Version;
  /**
   * Makes the id of a request, which is sent as `x-request-id`. The function returns 1 to 128 letters, digits or `._:-`. A UUID replaces
   * anything else. `false` sends no header; reports and internal errors still carry an id.
   *
   * @defaultValue the incoming `x-request-id`, else the trace id of `traceparent`, else a UUID
   */
  readonly correlationId?: false | ((context: RequestContext) => string | undefined);
  /**
   * Sends `x-should-retry` and `retry-after-ms` with errors. The SDKs of OpenAI and Anthropic obey both. Without them, these SDKs
   * repeat a POST on 409, 429 and 5xx.
   *
   * @defaultValue `true`
   */
  readonly retryHints?: boolean;
  /**
   * Adds a top-level `detail` beside `error`, equal to `error.message`. It is for old clients that read nothing else, and deprecated.
   *
   * @defaultValue `false`
   */
  readonly deprecatedDetail?: boolean;
  /**
   * Writes null as the `error` of a cancelled task, in place of an error object.
   *
   * @defaultValue `false`
   */
  readonly nullCancelledError?: boolean;
  /**
   * Tells which requests the contract applies to, for a server that also serves pages. It leaves all other requests alone. If the
   * function throws, the contract applies.
   *
   * @defaultValue all requests
   */
  readonly appliesTo?: (context: RequestContext) => boolean;
  /**
   * Replaces errors of JSON-RPC 2.0 too, such as those of MCP. By default an error response that is a whole JSON-RPC 2.0 message leaves
   * as it is, and the contract checks nothing in it: a caller cannot match an answer without its `id`.
   *
   * @defaultValue `false`
   */
  readonly replaceJsonRpc?: boolean;
  /**
   * Sends the messages that your own code wrote, in place of the codes' messages: those of a JSON or text error response that a handler
   * wrote whole, and of exceptions that your code made with NestJS, Hono, h3, http-errors, Boom, Feathers or @fastify/error. Of each, the
   * first sentence that says something leaves, after the sanitizer. Messages of a 5xx, of another service's answer that is piped or
   * proxied, and of errors that are wrapped never leave. Leave it off if a handler copies the text of another service.
   *
   * @defaultValue `false`
   */
  readonly exposeMessages?: boolean;
  /**
   * Takes credentials, internal hosts, file paths and stack traces out of messages, and credentials and stack traces out of details.
   * `createSanitizer` makes one with your own hosts and rules.
   *
   * @defaultValue the built-in rules
   */
  readonly sanitizer?: Sanitizer;
  /**
   * The size of the largest file that the service accepts, in bytes. Some upload parsers, such as multer, do not state it in their
   * errors. Without this option such an error gets the built-in code `content_too_large`, because `file_too_large` must state the limit.
   *
   * @defaultValue none
   */
  readonly maxFileBytes?: number | ((context: RequestContext) => number | undefined);
  /**
   * Recognizers of your own, asked in order and before the built-in ones. The contract checks what they return as it checks an error of
   * the catalog. It answers a code that does not exist as an internal error, and reports it.
   *
   * @defaultValue none
   */
  readonly recognize?: readonly Recognizer[];
  /**
   * Which headers an error response keeps or drops, beyond the built-in lists, such as `{ keep: ["link"] }`. By those lists it keeps
   * what your code set with `setHeader`, but not what names the machinery (`Server`, `Via`, `X-Powered-By`, …). Of the headers in the
   * `writeHead` call of a replaced error it keeps a few (`Allow`, `Retry-After`, CORS, …).
   *
   * @defaultValue the built-in lists
   */
  readonly errorHeaderFilter?: HeaderFilter;
  /**
   * Milliseconds that an error which other code writes may stay unfinished, from its first byte on. After that the contract sends its own
   * response. From 1 to 60,000.
   *
   * @defaultValue `1000`
   */
  readonly bufferTimeoutMs?: number;
  /**
   * Gets a report of every error, whether the client got an answer, half of one, or left. It may be asynchronous. What it throws never
   * changes a response.
   *
   * @defaultValue prints server errors as `printReports` does
   */
  readonly onError?: OnError;
}

/** The options with every default filled in. */
export interface Settings
  extends Required<
      Omit<ContractOptions, keyof ServedVersions | "errorHeaderFilter" | "correlationId" | "maxFileBytes">
    >,
    ServedVersions {
  readonly correlationId: ContractOptions["correlationId"];
  readonly maxFileBytes: ContractOptions["maxFileBytes"];
  readonly keepsHeader: (field: HeaderField) => boolean;
}

/** What is wrong with the value of an option, as the end of a sentence; `undefined` when nothing is. */
type Check = (value: unknown) => string | undefined;

/** Every option with its check. An option that is left out is not checked. */
const CHECKS: { readonly [Name in keyof Required<ContractOptions>]: Check } = {
  versions: () => undefined, // Checked together, by `servedVersions`.
  defaultVersion: () => undefined,
  correlationId: (value) => (value === false ? undefined : ofType("function")(value)),
  retryHints: ofType("boolean"),
  deprecatedDetail: ofType("boolean"),
  nullCancelledError: ofType("boolean"),
  appliesTo: ofType("function"),
  replaceJsonRpc: ofType("boolean"),
  exposeMessages: ofType("boolean"),
  sanitizer: (value) =>
    typeof peek(value, "message") === "function" && typeof peek(value, "detailText") === "function"
      ? undefined
      : "expected what createSanitizer returns",
  maxFileBytes: (value) =>
    typeof value === "function" || (Number.isSafeInteger(value) && Number(value) > 0)
      ? undefined
      : `expected a positive whole number of bytes or a function, got ${String(value)}`,
  recognize: (value) =>
    // Spread, because most methods of a list skip its holes.
    Array.isArray(value) && [...value].every(isRecognizer)
      ? undefined
      : "expected a list of recognizers, each { name, recognize(thrown, mappingContext) }, and a list of strings if it has codes",
  errorHeaderFilter: headerFilterProblem,
  bufferTimeoutMs: (value) =>
    Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 60_000
      ? undefined
      : "expected a whole number of milliseconds, from 1 to 60000",
  onError: ofType("function"),
};

/** Checks the options at start-up. @throws TypeError that names the option and what it may hold. */
export function settingsOf(options: ContractOptions): Settings {
  if (typeof options !== "object" || options === null) throw new TypeError("options: expected an object");
  const given = ownFields(options);
  checkOptions(given);
  return Object.freeze({
    ...servedVersions(given.versions, given.defaultVersion),
    correlationId: given.correlationId,
    retryHints: given.retryHints ?? true,
    deprecatedDetail: given.deprecatedDetail ?? false,
    nullCancelledError: given.nullCancelledError ?? false,
    appliesTo: given.appliesTo ?? (() => true),
    replaceJsonRpc: given.replaceJsonRpc ?? false,
    exposeMessages: given.exposeMessages ?? false,
    sanitizer: given.sanitizer ?? DEFAULT_SANITIZER,
    maxFileBytes: given.maxFileBytes,
    recognize: pinned(given.recognize ?? []),
    keepsHeader: headerPolicy(given.errorHeaderFilter ?? {}),
    bufferTimeoutMs: given.bufferTimeoutMs ?? 1_000,
    onError: given.onError ?? printServerErrors,
  });
}

function checkOptions(given: ContractOptions): void {
  const names = Object.keys(CHECKS);
  const unknown = Object.keys(given).filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    throw new TypeError(`unknown option ${unknown.join(", ")}; the options are ${names.join(", ")}`);
  }
  for (const [name, check] of Object.entries(CHECKS)) {
    const value: unknown = given[name as keyof ContractOptions];
    const misuse = value === undefined ? undefined : check(value);
    if (misuse !== undefined) throw new TypeError(`${name}: ${misuse}`);
  }
}

/** The recognizers as they are at start-up, whatever becomes of the list. */
function pinned(list: readonly Recognizer[]): readonly Recognizer[] {
  return list.map((one) =>
    Object.freeze({ name: one.name, recognize: one.recognize.bind(one), codes: Object.freeze([...codesOf(one)]) }),
  );
}

/** A list on `Object.prototype` was not given by the caller. */
function codesOf(recognizer: unknown): readonly string[] {
  return (peek(recognizer, "codes") ?? []) as readonly string[];
}

function isRecognizer(value: unknown): boolean {
  return (
    (peekString(value, "name") ?? "") !== "" &&
    typeof peek(value, "recognize") === "function" &&
    areCodes(peek(value, "codes"))
  );
}

function ofType(type: "boolean" | "function"): Check {
  return (value) => (typeof value === type ? undefined : `expected a ${type}, got ${typeof value}`);
}

function areCodes(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && [...value].every((code) => typeof code === "string"));
}
