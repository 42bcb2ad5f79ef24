import { type HeaderField, type HeaderFilter, headerFilterProblem, headerPolicy } from "../http/header-fields.ts";
import type { RequestContext } from "../http/request-context.ts";
import type { Recognizer } from "../recognize/index.ts";
import { DEFAULT_SANITIZER, type Sanitizer } from "../sanitizer/index.ts";
import { ownFields, peek, peekString } from "../untrusted/peek.ts";
import type { Version } from "../versions/known.ts";
import { type ServedVersions, servedVersions } from "../versions/negotiate.ts";
import { type OnError, printReport } from "./report.ts";

/** How one service answers errors. */
export interface ContractOptions {
  /** The protocol versions that this service serves: a non-empty subset of `VERSIONS`. All of them by default. */
  readonly versions?: readonly Version[];
  /** The version of a request that names none. The newest served one by default. */
  readonly defaultVersion?: Version;
  /**
   * Gives a request its correlation id, which is sent as `x-request-id`. By default that is an incoming `x-request-id`, else
   * the trace id of `traceparent`, else a new UUID. A function must return 1 to 128 letters, digits or `._:-`; a UUID
   * replaces anything else. `false` sends no header, but reports and internal errors still carry an id.
   */
  readonly correlationId?: false | ((context: RequestContext) => string | undefined);
  /**
   * Whether errors carry `x-should-retry` and `retry-after-ms`, which the SDKs of OpenAI and Anthropic obey. Without them
   * those SDKs repeat a POST on 409, 429 and 5xx. On by default.
   */
  readonly retryHints?: boolean;
  /** Adds a deprecated top-level `detail`, equal to `error.message`, for clients that still read it. Off by default. */
  readonly deprecatedDetail?: boolean;
  /** Whether `error` of a cancelled response is null, not an error object. Off by default. */
  readonly nullCancelledError?: boolean;
  /**
   * Tells which requests the contract applies to, for a server that also serves pages. All requests by default. Other
   * requests are not touched. When the function throws, the contract applies.
   */
  readonly appliesTo?: (context: RequestContext) => boolean;
  /**
   * Removes credentials, internal hosts, paths and stacks from messages, and credentials and stacks from details. Make one
   * with `createSanitizer` to add your own hosts and rules. The built-in rules alone by default.
   */
  readonly sanitizer?: Sanitizer;
  /**
   * The size of the largest file that the service accepts, in bytes, or a function that tells it for a request. Only for
   * upload parsers whose errors do not state their limit (multer, and sometimes formidable). Without it such an error gets
   * the built-in code `content_too_large`, because `file_too_large` must state the limit.
   */
  readonly maxFileBytes?: number | ((context: RequestContext) => number | undefined);
  /**
   * Recognizers of the service's own, tried in order and before the built-in ones. What they return is checked as an error
   * of the catalog is: a code that does not exist is answered as an internal error and reported.
   */
  readonly recognize?: readonly Recognizer[];
  /**
   * Which headers an error response keeps or drops, beyond the built-in lists: `{ keep: ["link"] }`. By default it keeps
   * what was set with `setHeader`, except headers that name the machinery (`Server`, `Via`, `X-Powered-By`, …). Of the
   * headers in the `writeHead` call of a replaced error it keeps a short list (`Allow`, `Retry-After`, CORS, …).
   */
  readonly errorHeaderFilter?: HeaderFilter;
  /**
   * Milliseconds that an error which something else writes may stay unfinished, from its first byte on. Then the contract's
   * own response is sent in its place. 1,000 by default.
   */
  readonly bufferTimeoutMs?: number;
  /**
   * Called once for every error: answered, cut off or aborted. Without it, server faults are printed with `console.error`.
   * It may be asynchronous. What it throws never changes a response.
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
  // These two are checked together, by `servedVersions`.
  versions: () => undefined,
  defaultVersion: () => undefined,
  correlationId: (value) => (value === false ? undefined : ofType("function")(value)),
  retryHints: ofType("boolean"),
  deprecatedDetail: ofType("boolean"),
  nullCancelledError: ofType("boolean"),
  appliesTo: ofType("function"),
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
      : "expected a list of recognizers, each { name, recognize(thrown, mappingContext) }",
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
    sanitizer: given.sanitizer ?? DEFAULT_SANITIZER,
    maxFileBytes: given.maxFileBytes,
    recognize: pinned(given.recognize ?? []),
    keepsHeader: headerPolicy(given.errorHeaderFilter ?? {}),
    bufferTimeoutMs: given.bufferTimeoutMs ?? 1_000,
    onError: given.onError ?? printReport,
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
  return list.map((one) => Object.freeze({ name: one.name, recognize: one.recognize.bind(one) }));
}

function isRecognizer(value: unknown): boolean {
  return (peekString(value, "name") ?? "") !== "" && typeof peek(value, "recognize") === "function";
}

function ofType(type: "boolean" | "function"): Check {
  return (value) => (typeof value === type ? undefined : `expected a ${type}, got ${typeof value}`);
}
