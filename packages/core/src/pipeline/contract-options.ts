import { ERROR_HEADERS, type ErrorHeader, headersInForce, isOptionalHeader } from "../http/error-headers.ts";
import { type HeaderField, type HeaderFilter, headerFilterProblem, headerPolicy } from "../http/header-fields.ts";
import type { RequestContext } from "../http/request-context.ts";
import type { BareFunction, Recognizer } from "../recognize/index.ts";
import { printServerErrors } from "../reports/print-reports.ts";
import type { OnError } from "../reports/report.ts";
import { DEFAULT_SANITIZER, type Sanitizer } from "../sanitizer/engine/sanitizer.ts";
import { ignoreRejection } from "../untrusted/attempt.ts";
import { isRecord, ownFields, peek, peekString } from "../untrusted/peek.ts";
import type { EndingVersion } from "../versions/end.ts";
import type { Version } from "../versions/known.ts";
import { type ServedVersions, servedVersions } from "../versions/negotiate.ts";

/** How one service answers errors. */
export interface ContractOptions {
  /**
   * The protocol versions that this service serves. A request for any other version is refused. A version that ends is
   * `{ version: "2026-09-12", deprecation: "2026-12-01", sunset: "2027-06-01" }`: its responses announce the dates.
   *
   * @defaultValue 2026-10-04 and 2026-09-12; the library also knows 2026-09-28 and 2026-08-11
   */
  readonly versions?: readonly (Version | EndingVersion)[];
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
   * Compatibility with old clients. `deprecatedDetail` adds a top-level `detail` next to `error`, equal to `error.message`, for clients
   * that read only that. `nullCancelledError` writes null as the `error` of a cancelled task, instead of an error object.
   *
   * @defaultValue neither
   */
  readonly compat?: { readonly deprecatedDetail?: boolean; readonly nullCancelledError?: boolean };
  /**
   * Decides which requests the contract applies to, for a server that also serves pages. It leaves all other requests alone. If the
   * function throws, the contract applies.
   *
   * @defaultValue all requests
   */
  readonly appliesTo?: (context: RequestContext) => boolean;
  /**
   * Replaces JSON-RPC 2.0 errors too, such as those of MCP. By default, an error response that is a complete JSON-RPC 2.0 message is sent
   * unchanged and unchecked, because a caller cannot match a response without its `id`.
   *
   * @defaultValue `false`
   */
  readonly replaceJsonRpc?: boolean;
  /**
   * Sends the messages that your own code wrote, instead of the codes' messages. These come from a JSON or text error response that a
   * handler wrote in one piece, and from exceptions that your code made with `@fastify/error`, NestJS, Hono, h3, http-errors, Boom or
   * Feathers. The first meaningful sentence of each is sent, after the sanitizer. The message of a 5xx, of another service's piped
   * or proxied response, or of a wrapped error is never sent. Leave this off if a handler copies the text of another service.
   *
   * @defaultValue `false`
   */
  readonly exposeMessages?: boolean;
  /**
   * Removes credentials, internal hosts, file paths, and stack traces from messages, and credentials and stack traces from details.
   * `createSanitizer` makes one with your own hosts and rules.
   *
   * @defaultValue the built-in rules
   */
  readonly sanitizer?: Sanitizer;
  /**
   * Your own recognizers, called in order and before the built-in ones. The contract checks their results like an error of the catalog. A
   * code that does not exist is reported and answered as an internal error.
   *
   * @defaultValue none
   */
  readonly recognize?: readonly (Recognizer | BareFunction)[];
  /**
   * Which headers an error response keeps or drops, in addition to the built-in lists, such as `{ keep: ["link"] }`. The built-in lists
   * keep what your code set with `setHeader`, except headers that name the software (`Server`, `Via`, `X-Powered-By`, …). From the
   * `writeHead` call of a replaced error, they keep only a few (`Allow`, `Retry-After`, CORS, …). `drop` also leaves out the contract's own
   * `x-should-retry` and `retry-after-ms`. The SDKs of OpenAI and Anthropic obey both. Without them, they repeat a POST on 409, 429 and 5xx.
   *
   * @defaultValue the built-in lists
   */
  readonly errorHeaderFilter?: HeaderFilter;
  /**
   * Only reports, so that a service can see what the contract would change before it adopts it. No byte, header or status of any response
   * changes, and no error is handled: the framework and your own code respond as they would without the contract. Each report says what
   * was sent and what would have been sent.
   *
   * @defaultValue `false`
   */
  readonly reportOnly?: boolean;
  /**
   * Called with a report of every error, whether the client got a complete response, a partial one, or left. It may be asynchronous. If it
   * throws, the response does not change.
   *
   * @defaultValue prints server errors as `printReports` does
   */
  readonly onError?: OnError;
}

/** The options with every default filled in. */
export interface Settings
  extends Required<
      Omit<
        ContractOptions,
        keyof ServedVersions | "appliesTo" | "compat" | "errorHeaderFilter" | "correlationId" | "recognize"
      >
    >,
    ServedVersions {
  readonly appliesTo: ContractOptions["appliesTo"];
  readonly recognize: readonly Required<Recognizer>[];
  readonly correlationId: ContractOptions["correlationId"];
  readonly keepsHeader: (field: HeaderField) => boolean;
  readonly errorHeaders: readonly ErrorHeader[];
  readonly deprecatedDetail: boolean;
  readonly nullCancelledError: boolean;
}

/** Returns what is wrong with the value of an option, as the end of a sentence; `undefined` if the value is valid. */
type Check = (value: unknown) => string | undefined;

/** The check of every option. An option that is left out is not checked. */
const CHECKS: { readonly [Name in keyof Required<ContractOptions>]: Check } = {
  versions: () => undefined, // Checked together, by `servedVersions`.
  defaultVersion: () => undefined,
  correlationId: (value) => (value === false ? undefined : ofType("function")(value)),
  compat: compatProblem,
  appliesTo: ofType("function"),
  replaceJsonRpc: ofType("boolean"),
  exposeMessages: ofType("boolean"),
  sanitizer: (value) =>
    typeof peek(value, "message") === "function" && typeof peek(value, "detailText") === "function"
      ? undefined
      : "expected what createSanitizer returns",
  recognize: (value) =>
    // Spread, because most methods of a list skip its holes.
    Array.isArray(value) && [...value].every(isRecognizer)
      ? undefined
      : "expected a list of recognizers, each { name, recognize(thrown, mappingContext) }, and a list of strings if it has codes",
  errorHeaderFilter: headerFilterProblem,
  reportOnly: ofType("boolean"),
  onError: ofType("function"),
};

/** Headers that stay as the service has set them. `answer.ts` decides on the optional ones, which come with values of ours. */
const OVERRIDABLE = ERROR_HEADERS.filter(({ name, override }) => override === "service" && !isOptionalHeader(name)).map(
  ({ name }) => name,
);

/** Checks the options at start-up. @throws TypeError that names the option and its allowed values. */
export function settingsOf(options: ContractOptions): Settings {
  if (typeof options !== "object" || options === null) throw new TypeError("options: expected an object");
  const given = ownFields(options);
  checkOptions(given);
  return Object.freeze({
    ...servedVersions(given.versions, given.defaultVersion),
    correlationId: given.correlationId,
    deprecatedDetail: peek(given.compat, "deprecatedDetail") === true,
    nullCancelledError: peek(given.compat, "nullCancelledError") === true,
    appliesTo: given.appliesTo,
    replaceJsonRpc: given.replaceJsonRpc ?? false,
    exposeMessages: given.exposeMessages ?? false,
    sanitizer: given.sanitizer === undefined ? DEFAULT_SANITIZER : synchronous(given.sanitizer),
    recognize: pinned((given.recognize ?? []) as readonly Recognizer[]),
    keepsHeader: headerPolicy(given.errorHeaderFilter ?? {}, OVERRIDABLE),
    errorHeaders: headersInForce(given.errorHeaderFilter ?? {}, given.correlationId),
    reportOnly: given.reportOnly ?? false,
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

/** Copies the recognizers at start-up, so that later changes to the list have no effect. */
function pinned(list: readonly Recognizer[]): readonly Required<Recognizer>[] {
  return list.map((one) =>
    Object.freeze({ name: one.name, recognize: one.recognize.bind(one), codes: Object.freeze([...codesOf(one)]) }),
  );
}

/** Copies a sanitizer at start-up. One that returns promises, which no reader of its results waits for, cannot end the process. */
function synchronous(sanitizer: Sanitizer): Sanitizer {
  const { logText } = sanitizer as Partial<Sanitizer>;
  const returned = <Value>(value: Value): Value => {
    ignoreRejection(value);
    return value;
  };
  return Object.freeze({
    message: (text: unknown) => returned(sanitizer.message(text)),
    detailText: (text: string) => returned(sanitizer.detailText(text)),
    logText: (text: string) => returned((logText === undefined ? DEFAULT_SANITIZER : sanitizer).logText(text)),
  });
}

/** Returns the codes that a recognizer declares. Ignores a list on `Object.prototype`, which the caller did not pass. */
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

const COMPAT: readonly string[] = ["deprecatedDetail", "nullCancelledError"];

function compatProblem(value: unknown): string | undefined {
  if (!isRecord(value)) return "expected an object";
  for (const [name, given] of Object.entries(value)) {
    if (!COMPAT.includes(name)) return `unknown option ${name}; the options are ${COMPAT.join(", ")}`;
    if (given !== undefined && typeof given !== "boolean") return `${name}: expected a boolean, got ${typeof given}`;
  }
  return undefined;
}

function ofType(type: "boolean" | "function"): Check {
  return (value) => (typeof value === type ? undefined : `expected a ${type}, got ${typeof value}`);
}

function areCodes(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && [...value].every((code) => typeof code === "string"));
}
