import { type ErrorHeaders, errorHeadersProblem, type HeaderField, headerPolicy } from "../http/header-fields.ts";
import type { RequestContext } from "../http/request-context.ts";
import type { Recognizer } from "../recognize/index.ts";
import { DEFAULT_SANITIZER, type Sanitizer } from "../sanitizer/index.ts";
import { ownFields, peek, peekString } from "../untrusted/peek.ts";
import type { Version } from "../versions/known.ts";
import { type ServedVersions, servedVersions } from "../versions/negotiate.ts";
import { type OnError, printReport } from "./report.ts";

/** How one service answers. */
export interface ContractOptions {
  /** The protocol versions this service serves: a non-empty subset of the known ones; all of them by default. */
  readonly versions?: readonly Version[];
  /** The version of a request that names none; the newest served one by default. */
  readonly defaultVersion?: Version;
  /**
   * Gives a request its correlation id, sent as `x-request-id`. By default a well-formed incoming `x-request-id`, else
   * the trace id of `traceparent`, else a new UUID. A function replaces that; what it returns must be 1 to 128 letters,
   * digits or `._:-`, else a UUID is used. `false` sends no header; reports and internal errors still carry an id.
   */
  readonly correlationId?: false | ((context: RequestContext) => string | undefined);
  /**
   * Whether errors carry `x-should-retry` and `retry-after-ms`, which the SDKs of OpenAI and Anthropic obey. Without them
   * those repeat a POST on 409, 429 and 5xx. On by default.
   */
  readonly retryHints?: boolean;
  /** Adds the deprecated top-level text `detail`, equal to `error.message`, for clients that still read it. Off by default. */
  readonly deprecatedDetail?: boolean;
  /** Whether `error` of a cancelled response is null instead of the object with its five fields. Off by default. */
  readonly nullCancelledError?: boolean;
  /**
   * Confines the contract to some requests, for a server that also serves pages; all requests by default. Outside it
   * nothing is touched. When it throws, the contract applies.
   */
  readonly appliesTo?: (context: RequestContext) => boolean;
  /**
   * What takes credentials, internal hosts, paths and stacks out of messages, and credentials and stacks out of details:
   * made by `createSanitizer`, for a company's own hosts and rules. The built-in rules alone by default.
   */
  readonly sanitizer?: Sanitizer;
  /**
   * The bytes of the largest file that the service accepts, for upload parsers whose errors do not state their limit
   * (multer, and formidable in part). A function may tell routes apart; one that throws has said nothing. Without it such
   * an error becomes the built-in condition `content_too_large`, since `file_too_large` must state the limit.
   */
  readonly maxFileBytes?: number | ((context: RequestContext) => number | undefined);
  /**
   * Libraries whose errors this service recognizes by itself, tried in order and before the built-in ones. What one says
   * is checked as an error of the catalog is: a code that does not exist answers as an internal error and is reported.
   */
  readonly recognize?: readonly Recognizer[];
  /**
   * Which header fields an error answer keeps, or loses, beyond those that the contract knows: `{ keep: ["link"] }`. By default
   * it keeps what was set with `setHeader` and loses fields that name the machinery (`Server`, `Via`, `X-Powered-By`, …);
   * of the fields in the `writeHead` call of a foreign error it keeps a short list (`Allow`, `Retry-After`, CORS, …).
   */
  readonly errorHeaders?: ErrorHeaders;
  /**
   * Milliseconds for which an error that something else writes may stay unfinished, counted from its first byte. After that the
   * contract's answer leaves in its place. 1,000 by default.
   */
  readonly bufferTimeoutMs?: number;
  /**
   * Called once for every error that is answered, cut off or aborted. Without it, server faults are printed with
   * `console.error`. What it throws or rejects with never changes the answer.
   */
  readonly onError?: OnError;
}

/** The options with every default filled in. */
export interface Settings
  extends Required<Omit<ContractOptions, keyof ServedVersions | "errorHeaders" | "correlationId" | "maxFileBytes">>,
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
  errorHeaders: errorHeadersProblem,
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
    keepsHeader: headerPolicy(given.errorHeaders ?? {}),
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
    const problem = value === undefined ? undefined : check(value);
    if (problem !== undefined) throw new TypeError(`${name}: ${problem}`);
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
