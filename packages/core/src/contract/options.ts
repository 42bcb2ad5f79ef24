import { type ErrorHeaders, errorHeadersProblem, type HeaderField, headerPolicy } from "../fields.ts";
import type { OwnProducer } from "../foreign/index.ts";
import { ownFields, peek, peekString } from "../sanitize/peek.ts";
import { DEFAULT_SANITIZER, type Sanitizer } from "../sanitize/sanitizer.ts";
import type { Version } from "../versions/known.ts";
import { type ServedVersions, servedVersions } from "../versions/negotiate.ts";
import type { RequestFacts } from "../wire.ts";
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
  readonly correlation?: false | ((facts: RequestFacts) => string | undefined);
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
  readonly when?: (facts: RequestFacts) => boolean;
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
  readonly maxFileBytes?: number | ((facts: RequestFacts) => number | undefined);
  /**
   * Libraries whose errors this service recognizes by itself, tried in order and before the built-in ones. What one says
   * is checked as an error of the catalog is: a code that does not exist answers as an internal error and is reported.
   */
  readonly recognize?: readonly OwnProducer[];
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
export interface Settings extends ServedVersions {
  readonly correlation: ContractOptions["correlation"];
  readonly retryHints: boolean;
  readonly deprecatedDetail: boolean;
  readonly nullCancelledError: boolean;
  readonly when: (facts: RequestFacts) => boolean;
  readonly sanitizer: Sanitizer;
  readonly maxFileBytes: ContractOptions["maxFileBytes"];
  readonly recognize: readonly OwnProducer[];
  readonly keepsHeader: (field: HeaderField) => boolean;
  readonly bufferTimeoutMs: number;
  readonly onError: OnError;
}

const NAMES = [
  "versions",
  "defaultVersion",
  "correlation",
  "retryHints",
  "deprecatedDetail",
  "nullCancelledError",
  "when",
  "sanitizer",
  "maxFileBytes",
  "recognize",
  "errorHeaders",
  "bufferTimeoutMs",
  "onError",
] as const satisfies readonly (keyof ContractOptions)[];

/** Checks the options at start-up. @throws TypeError that names the option and what it may hold. */
export function settingsOf(options: ContractOptions): Settings {
  if (typeof options !== "object" || options === null) throw new TypeError("options: expected an object");
  const given = ownFields(options);
  const unknown = Object.keys(given).filter((name) => !(NAMES as readonly string[]).includes(name));
  if (unknown.length > 0) {
    throw new TypeError(`unknown option ${unknown.join(", ")}; the options are ${NAMES.join(", ")}`);
  }
  const {
    correlation,
    retryHints = true,
    deprecatedDetail = false,
    nullCancelledError = false,
    when = () => true,
    sanitizer = DEFAULT_SANITIZER,
    maxFileBytes,
    recognize = [],
    errorHeaders = {},
    bufferTimeoutMs = 1_000,
    onError = printReport,
  } = given;
  expectType("retryHints", retryHints, "boolean");
  expectType("deprecatedDetail", deprecatedDetail, "boolean");
  expectType("nullCancelledError", nullCancelledError, "boolean");
  expectType("when", when, "function");
  if (typeof sanitizer?.message !== "function" || typeof sanitizer.detailText !== "function") {
    throw new TypeError("sanitizer: expected what createSanitizer returns");
  }
  if (maxFileBytes !== undefined && typeof maxFileBytes !== "function") expectBytes("maxFileBytes", maxFileBytes);
  expectProducers(recognize);
  expectType("onError", onError, "function");
  expectErrorHeaders(errorHeaders);
  if (!Number.isInteger(bufferTimeoutMs) || bufferTimeoutMs < 1 || bufferTimeoutMs > 60_000) {
    throw new TypeError("bufferTimeoutMs: expected a whole number of milliseconds, from 1 to 60000");
  }
  if (correlation !== undefined && correlation !== false) expectType("correlation", correlation, "function");
  const served = servedVersions(given.versions, given.defaultVersion);
  return Object.freeze({
    ...served,
    correlation,
    retryHints,
    deprecatedDetail,
    nullCancelledError,
    when,
    sanitizer,
    maxFileBytes,
    recognize: pinned(recognize),
    keepsHeader: headerPolicy(errorHeaders),
    bufferTimeoutMs,
    onError,
  });
}

/** The producers as they are at start-up, whatever becomes of the list. */
function pinned(list: readonly OwnProducer[]): readonly OwnProducer[] {
  return list.map((one) => Object.freeze({ name: one.name, recognize: one.recognize.bind(one) }));
}

function expectProducers(list: unknown): void {
  // Spread, since a hole in a list is skipped by most of its methods.
  const sound = Array.isArray(list) && [...list].every(isProducer);
  if (!sound)
    throw new TypeError("recognize: expected a list of producers, each { name, recognize(thrown, circumstances) }");
}

function isProducer(value: unknown): boolean {
  return (
    peekString(value, "name") !== undefined &&
    peek(value, "name") !== "" &&
    typeof peek(value, "recognize") === "function"
  );
}

function expectErrorHeaders(value: unknown): void {
  const problem = errorHeadersProblem(value);
  if (problem !== undefined) throw new TypeError(`errorHeaders: ${problem}`);
}

function expectType(name: string, value: unknown, type: "boolean" | "function"): void {
  if (typeof value !== type) throw new TypeError(`${name}: expected a ${type}, got ${typeof value}`);
}

function expectBytes(name: string, value: unknown): void {
  if (typeof value === "number" && Number.isSafeInteger(value) && value > 0) return;
  throw new TypeError(`${name}: expected a positive whole number of bytes or a function, got ${String(value)}`);
}
