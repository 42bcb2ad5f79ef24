import type { AnyCatalog, Catalog, JsonObject, Operation } from "@uhp-errors/core";
import {
  CODE_FACTS,
  type CODES,
  ERROR_TYPES,
  type ErrorType,
  RETRY_RULES,
  type RetryRule,
  VERSION_HEADER,
} from "@uhp-errors/core/codes";
import type { Redact } from "@uhp-errors/core/internal";
import { attempt, isRecord, isRetryRule, toSeconds } from "@uhp-errors/core/internal";
import { makeExcerpt, mediaType, readText } from "./body.ts";
import { BODY_TIMEOUT_MS } from "./bounds.ts";
import { checkOptions } from "./checks.ts";
import { type Clock, systemClock } from "./clock.ts";
import { readDetail } from "./detail.ts";
import { ApiError, type ResponseFacts, UnexpectedResponseError } from "./errors.ts";
import type { ExcerptSanitizer } from "./options.ts";
import { ERROR_OPTIONS, OBJECT_OPTIONS } from "./parse-kinds.ts";
import { waitSeconds } from "./retry-after.ts";
import { type Definitions, findDefinition, ruleOfCode } from "./rule.ts";
import type { ParsedError, ParsedErrorObject, ParsedTaskError } from "./types.ts";

/** Options of {@link parseErrorObject}, {@link parseTaskError} and {@link parseError}. */
export interface ParseOptions<Given extends AnyCatalog = Catalog> {
  /** The service's catalog, so that its own codes and their details are typed. */
  readonly catalog?: Given | undefined;
}

/** Options of {@link parseError}. */
export interface ParseErrorOptions<
  Given extends AnyCatalog = Catalog,
  Declared extends Operation | undefined = Operation | undefined,
> extends ParseOptions<Given> {
  /** The operation that answered. Its codes become the type of the error; nothing else changes, and no code is refused. */
  readonly operation?: Declared | undefined;
  /**
   * Milliseconds that the body may take. Default 10,000; `Infinity` for no limit. The part that has arrived by then is used, and the rest
   * is cancelled.
   */
  readonly timeoutMs?: number | undefined;
  /**
   * Cleans the excerpt of a body that is not an envelope. Make one with core's `createSanitizer`. Without one, the excerpt, and so the
   * error's `message`, may contain anything that the server wrote.
   */
  readonly sanitizer?: ExcerptSanitizer | undefined;
}

/** The facts in the head of a response. `retry` is set if the head forbids a retry, regardless of the code's rule. */
type Head = ResponseFacts & { readonly retry?: RetryRule | undefined };

type Clean = <Value>(part: Value) => Value;

/** Leaves a value unchanged: without a client, there are no known secrets. */
const asGiven: Clean = (part) => part;

/** The message of the code, so that nobody loads the texts of all codes for it. */
const CANCELLED: (typeof CODES)["cancelled"]["message"] = "The client cancelled the task.";

const nothing = () => undefined;

/** The facts of an error that has no response of its own. */
const NO_FACTS: ResponseFacts = { status: 200, retryAfter: undefined, requestId: undefined, version: undefined };

/** The client's part in parsing: its catalog, the secrets to remove, and the time. */
export interface ParseContext {
  readonly catalog: Definitions;
  readonly redact: Redact;
  readonly clean: Clean;
  readonly sanitizer: ExcerptSanitizer | undefined;
  readonly clock: Clock;
}

/**
 * Reads a response with a status of 400 or higher into a typed error. If you do not know its code, go by its `type`. Unknown fields are
 * ignored. A body that is not an envelope gives an {@link UnexpectedResponseError}. Consumes the body: reads at most 64 KiB of it, within
 * a time limit, and cancels the rest.
 *
 * @throws TypeError for an option that does not exist or has a wrong value. Rejects with nothing else.
 * @example
 * const error = await parseError(response, { catalog: acme });
 * if (error.code === "file_too_large") show(`At most ${error.detail.max_bytes} bytes.`);
 */
export async function parseError<
  Given extends AnyCatalog = Catalog,
  const Declared extends Operation | undefined = undefined,
>(response: Response, options: ParseErrorOptions<Given, Declared> = {}): Promise<ParsedError<Given, Declared>> {
  checkOptions("options", options, ERROR_OPTIONS);
  const { catalog, sanitizer, timeoutMs = BODY_TIMEOUT_MS } = options;
  const context = plainContext(catalog, sanitizer);
  const { clock } = context;
  const text = await readText(response.bodyUsed ? null : response.body, { clock, timeoutMs });
  return errorIn(response, text, context) as ParsedError<Given, Declared>;
}

/** The contexts of the responses that clients have handed out, so that what is read of them later shows no token either. */
const contexts = new WeakMap<Response, ParseContext>();

export function keepContext(response: Response, context: ParseContext): Response {
  contexts.set(response, context);
  return response;
}

/** Returns the context of a client's response. For any other response, there are no known secrets. */
export function contextOf(response: Response, catalog: Definitions): ParseContext {
  const context = contexts.get(response) ?? plainContext(catalog);
  return { ...context, catalog: catalog ?? context.catalog };
}

function plainContext(catalog: Definitions, sanitizer?: ExcerptSanitizer): ParseContext {
  return { catalog, redact: asGiven, clean: asGiven, sanitizer, clock: systemClock };
}

/**
 * Reads the error of a task from its response object, parsed from JSON, if its `status` is `failed` or `cancelled`. Returns `undefined`
 * for any other status. The HTTP status is 200, because the request itself succeeded. The `error` of a cancelled task may be an object or
 * null; both are read as `cancelled`.
 *
 * @throws TypeError for an option that does not exist or has a wrong value. Throws nothing else.
 * @example
 * const error = parseTaskError(await response.json());
 * if (error?.code === "timeout") suggestMoreTime();
 */
export function parseTaskError<Given extends AnyCatalog = Catalog>(
  response: unknown,
  options: ParseOptions<Given> = {},
): ParsedTaskError<Given> | undefined {
  checkOptions("options", options, OBJECT_OPTIONS);
  try {
    return taskErrorIn(response, plainContext(options.catalog), NO_FACTS) as ParsedTaskError<Given> | undefined;
  } catch {
    // A getter threw. Parsed JSON has none.
    return unexpected(NO_FACTS, undefined, "");
  }
}

/** Like {@link parseTaskError}, for a response object that came with a head. */
export function taskErrorIn(
  response: unknown,
  { catalog, clean }: ParseContext,
  facts: Head,
): ApiError | UnexpectedResponseError | undefined {
  if (!isRecord(response)) return undefined;
  const { status, error } = response;
  if (status !== "failed" && status !== "cancelled") return undefined;
  const parsed = readError(error, catalog, facts, clean);
  return parsed ?? (status === "cancelled" ? cancelledBy(error, facts) : undefined) ?? unexpected(facts, undefined, "");
}

/**
 * Reads an error that came by another way than an HTTP response, such as a message, a tool's result or a failed job: the five fields, or an
 * object whose `error` has them. Next to the five fields or to `error`, it reads the `retry` of `contract.handleError`. The `status` of the
 * error is that of its code or, if the code is unknown, of its type. Returns `undefined` for any other value.
 *
 * @throws TypeError for an option that does not exist or has a wrong value. Throws nothing else.
 * @example
 * const error = parseErrorObject(acknowledgement, { catalog: acme });
 * if (error?.code === "acme_sold_out") show(error.message);
 */
export function parseErrorObject<Given extends AnyCatalog = Catalog>(
  value: unknown,
  options: ParseOptions<Given> = {},
): ParsedErrorObject<Given> | undefined {
  checkOptions("options", options, OBJECT_OPTIONS);
  return attempt(() => {
    const given = Object(value) as Readonly<Record<string, unknown>>;
    const error = isRecord(given["error"]) ? given["error"] : given;
    const advice = adviceIn(given["retry"] ?? error["retry"]);
    const facts = { ...NO_FACTS, status: statusOf(error, options.catalog), ...advice };
    return readError(error, options.catalog, facts, asGiven) as ParsedErrorObject<Given> | undefined;
  }, nothing);
}

/** Returns the status of a code or, if the code is unknown, of its type. */
function statusOf({ code, type }: Readonly<Record<string, unknown>>, catalog: Definitions): number {
  const definition = findDefinition(`${code}`, catalog);
  const statuses = definition?.status ?? (isType(type) ? ERROR_TYPES[type].statuses : NO_FACTS.status);
  return [statuses].flat()[0] ?? NO_FACTS.status;
}

/** Reads the retry advice of `contract.handleError`. As with the header `x-should-retry`, an automatic rule may not apply to the call. */
function adviceIn(retry: unknown): Partial<Pick<Head, "retryAfter" | "retry">> {
  if (!isRecord(retry)) return {};
  const { rule, automatic, waitMs } = retry;
  const known = isRetryRule(rule) ? rule : undefined;
  const isForbidden = automatic === false && known !== undefined && RETRY_RULES[known].automatic;
  return {
    retryAfter: toSeconds(typeof waitMs === "number" ? waitMs / 1_000 : undefined),
    retry: isForbidden ? "never" : known,
  };
}

/** Like {@link parseError}, for a body that was already read, and with the client's context. */
export function errorIn(response: Response, text: string, context: ParseContext): ParsedError {
  const { headers, status } = response;
  const { catalog, redact, clean, sanitizer } = context;
  const facts = readHead(response, context);
  const body = status >= 400 ? attempt(() => JSON.parse(text) as unknown, nothing) : undefined;
  const error = isRecord(body) ? readError(body["error"], catalog, facts, clean) : undefined;
  if (error !== undefined) return error as ParsedError;
  const excerpt = redact(makeExcerpt(redact(text, "cut"), sanitizer, redact), "cut");
  return unexpected(facts, redactedType(headers, redact), excerpt) as ParsedError;
}

/** Makes the error for a success whose body is JSON but wrong, or too long. */
export function faultyAnswer(response: Response, fault: string, context: ParseContext): UnexpectedResponseError {
  return unexpected(readHead(response, context), redactedType(response.headers, context.redact), "", fault);
}

export function readHead({ headers, status }: Response, { redact, clock }: ParseContext): Head {
  const header = (name: string) => shortText(headers.get(name), redact);
  return {
    status,
    retryAfter: waitSeconds(headers, clock.now()),
    requestId: header("x-request-id"),
    version: header(VERSION_HEADER),
    retry: forbidsRetry(headers) ? "never" : undefined,
  };
}

/** Whether parsed JSON is an envelope: an `error`, perhaps the deprecated `detail` next to it, and nothing else. */
export function isEnvelope(value: unknown, { catalog }: ParseContext): boolean {
  if (!isRecord(value) || Object.keys(value).some((key) => key !== "error" && key !== "detail")) return false;
  return readError(value["error"], catalog, NO_FACTS, asGiven) !== undefined;
}

/** Reads the `error` of an envelope or response object; returns `undefined` if a field is missing or has a wrong type. */
export function readError(value: unknown, catalog: Definitions, facts: Head, clean: Clean): ApiError | undefined {
  if (!isRecord(value)) return undefined;
  const { type, code: given, message, param, detail } = value;
  if (!isType(type) || typeof given !== "string" || given === "") return undefined;
  if (typeof message !== "string" || message === "") return undefined;
  if ((param !== null && typeof param !== "string") || (detail !== null && !isRecord(detail))) return undefined;
  const definition = findDefinition(given, catalog);
  const wait = detail?.["retry_after_ms"];
  const retryAfter = facts.retryAfter ?? toSeconds(typeof wait === "number" ? wait / 1_000 : undefined);
  return new ApiError({
    ...facts,
    type,
    code: definition === undefined ? clean(given) : given,
    message: clean(message),
    param: clean(param),
    detail: clean(readDetail(definition, detail as JsonObject | null)),
    retryAfter,
    retry: facts.retry ?? ruleOfCode({ type, status: facts.status, retryAfter }, definition),
  });
}

/** Makes the error of a cancelled task whose `error` is null or missing, as in UHP's public specification. */
function cancelledBy(error: unknown, facts: Head): ApiError | undefined {
  if (error !== null && error !== undefined) return undefined;
  const { type } = CODE_FACTS.cancelled;
  return new ApiError<string>({ ...facts, type, code: "cancelled", message: CANCELLED, param: null, detail: null });
}

function unexpected(
  facts: Head,
  contentType: string | undefined,
  excerpt: string,
  fault?: string,
): UnexpectedResponseError {
  return new UnexpectedResponseError({ ...facts, contentType, excerpt, fault });
}

/** Whether a response states that its request must not be sent again. */
export function forbidsRetry(headers: Headers): boolean {
  return headers.get("x-should-retry") === "false";
}

function redactedType(headers: Headers, redact: Redact): string | undefined {
  const type = mediaType(headers);
  return type === undefined ? undefined : redact(type);
}

function isType(value: unknown): value is ErrorType {
  return typeof value === "string" && Object.hasOwn(ERROR_TYPES, value);
}

/** Returns the value of a header if it is printable and short, so that it may be shown. */
function shortText(value: string | null, redact: Redact): string | undefined {
  return value !== null && /^[\x21-\x7e]{1,200}$/.test(value) ? redact(value) : undefined;
}
