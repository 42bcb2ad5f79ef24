import type { Catalog, ContractCodes, JsonObject } from "@uhp-errors/core";
import { CODES, ERROR_TYPES, type ErrorType, VERSION_HEADER } from "@uhp-errors/core/codes";
import type { Redact } from "@uhp-errors/core/redaction";
import { attempt, isRecord } from "@uhp-errors/core/untrusted";
import { excerptOf, mediaType, readText } from "./body.ts";
import { BODY_TIMEOUT_MS } from "./bounds.ts";
import { checkOptions } from "./checks.ts";
import { type Clock, systemClock } from "./clock.ts";
import { detailOf } from "./detail.ts";
import { type AnswerFacts, ApiError, UnexpectedAnswerError } from "./errors.ts";
import type { ExcerptSanitizer } from "./options.ts";
import { ERROR_OPTIONS, TASK_OPTIONS } from "./parse-kinds.ts";
import { waitSeconds } from "./retry-after.ts";
import { type Definitions, definitionOf, ruleOfCode } from "./rule.ts";
import type { RequestError, TaskError } from "./types.ts";

/** Options of {@link parseTask}, and of {@link parseError}. */
export interface ParseOptions<Codes extends object = ContractCodes> {
  /** The service's catalog, so that its own codes and their details are typed. */
  readonly catalog?: Catalog<Codes> | undefined;
}

/** Options of {@link parseError}. */
export interface ParseErrorOptions<Codes extends object = ContractCodes> extends ParseOptions<Codes> {
  /**
   * Milliseconds that the body may take. Default 10,000; `Infinity` for no limit. What has come by then is used, and the rest is
   * cancelled.
   */
  readonly timeoutMs?: number | undefined;
  /**
   * Cleans the excerpt of a body that is not an envelope: what `createSanitizer` of core returns. Without one, the excerpt, and so the
   * error's `message`, may hold anything that the server wrote.
   */
  readonly sanitizer?: ExcerptSanitizer | undefined;
}

/** What the head of a response says. `retry` is set when the head forbids a retry, whatever the code's rule is. */
type Head = AnswerFacts & { readonly retry?: "never" | undefined };

type Clean = <Value>(part: Value) => Value;

/** A reader without a client has no secrets. */
const asGiven: Clean = (part) => part;

const nothing = () => undefined;

/** Of an error without a response of its own. */
const NO_FACTS: AnswerFacts = { status: 200, retryAfter: undefined, requestId: undefined, version: undefined };

/** What the client adds: its catalog, the secrets to keep out, and the time. */
export interface ParseContext {
  readonly catalog: Definitions;
  readonly redact: Redact;
  /** Takes the secrets out of parsed JSON. */
  readonly clean: Clean;
  readonly sanitizer: ExcerptSanitizer | undefined;
  readonly clock: Clock;
}

/**
 * Reads a response with a status of 400 or more into a typed error. For a code that is not known, go by its `type`. Fields
 * that are not known are ignored. A body that is not an envelope gives an {@link UnexpectedAnswerError}. Consumes the body: reads at
 * most 64 KiB of it, within a time limit, and cancels the rest.
 *
 * @throws TypeError for an option that does not exist or has a wrong value. Rejects with nothing else.
 * @example
 * const error = await parseError(response, { catalog: acme });
 * if (error.code === "file_too_large") show(`At most ${error.detail?.max_bytes} bytes.`);
 */
export async function parseError<Codes extends object = ContractCodes>(
  response: Response,
  options: ParseErrorOptions<Codes> = {},
): Promise<RequestError<Codes>> {
  checkOptions("options", options, ERROR_OPTIONS);
  const { catalog, sanitizer, timeoutMs = BODY_TIMEOUT_MS } = options;
  const clock = systemClock;
  const text = await readText(response.bodyUsed ? null : response.body, { clock, timeoutMs });
  const context = { catalog, redact: asGiven, clean: asGiven, sanitizer, clock };
  return errorIn(response, text, context) as RequestError<Codes>;
}

/**
 * Reads the error of a task from its response object, parsed from JSON, when its `status` is `failed` or `cancelled`. Gives
 * `undefined` for any other status. The HTTP status is 200, because the request itself succeeded. A cancelled task may have an error or
 * null; both read as `cancelled`.
 *
 * @throws TypeError for an option that does not exist or has a wrong value. Throws nothing else.
 * @example
 * const error = parseTask(await response.json());
 * if (error?.code === "timeout") suggestMoreTime();
 */
export function parseTask<Codes extends object = ContractCodes>(
  response: unknown,
  options: ParseOptions<Codes> = {},
): TaskError<Codes> | undefined {
  checkOptions("options", options, TASK_OPTIONS);
  try {
    if (!isRecord(response)) return undefined;
    const { status, error } = response;
    if (status !== "failed" && status !== "cancelled") return undefined;
    const parsed =
      errorOf(error, options.catalog, NO_FACTS, asGiven) ?? (status === "cancelled" ? cancelledBy(error) : undefined);
    return (parsed ?? unexpected(NO_FACTS, undefined, "")) as TaskError<Codes>;
  } catch {
    // A getter threw. Parsed JSON has none.
    return unexpected(NO_FACTS, undefined, "");
  }
}

/** {@link parseError} of a body that was read, with what only a client has. */
export function errorIn(response: Response, text: string, context: ParseContext): RequestError {
  const { headers, status } = response;
  const { catalog, redact, clean, sanitizer } = context;
  const facts = headOf(response, context);
  const body = status >= 400 ? attempt(() => JSON.parse(text) as unknown, nothing) : undefined;
  const error = isRecord(body) ? errorOf(body["error"], catalog, facts, clean) : undefined;
  if (error !== undefined) return error as RequestError;
  const excerpt = redact(excerptOf(redact(text, "cut"), sanitizer, redact), "cut");
  return unexpected(facts, redactedType(headers, redact), excerpt) as RequestError;
}

/** The error for a success whose body is wrong in another way than that it is no JSON. */
export function faultyAnswer(response: Response, fault: string, context: ParseContext): UnexpectedAnswerError {
  return unexpected(headOf(response, context), redactedType(response.headers, context.redact), "", fault);
}

function headOf({ headers, status }: Response, { redact, clock }: ParseContext): Head {
  const header = (name: string) => shortText(headers.get(name), redact);
  return {
    status,
    retryAfter: waitSeconds(headers, clock.now()),
    requestId: header("x-request-id"),
    version: header(VERSION_HEADER),
    retry: forbidsRetry(headers) ? "never" : undefined,
  };
}

/** Whether parsed JSON is an envelope: its error, perhaps the deprecated `detail` beside it, and nothing else. */
export function isEnvelope(value: unknown, { catalog }: ParseContext): boolean {
  if (!isRecord(value) || Object.keys(value).some((key) => key !== "error" && key !== "detail")) return false;
  return errorOf(value["error"], catalog, NO_FACTS, asGiven) !== undefined;
}

/** The error under `error` of an envelope or a response object; `undefined` when a field is missing or has a wrong type. */
function errorOf(value: unknown, catalog: Definitions, facts: Head, clean: Clean): ApiError | undefined {
  if (!isRecord(value)) return undefined;
  const { type, code: given, message, param, detail } = value;
  if (!isType(type) || typeof given !== "string" || given === "") return undefined;
  if (typeof message !== "string" || message === "") return undefined;
  if ((param !== null && typeof param !== "string") || (detail !== null && !isRecord(detail))) return undefined;
  const definition = definitionOf(given, catalog);
  const wait = detail?.["retry_after_ms"];
  const retryAfter = facts.retryAfter ?? (typeof wait === "number" && wait >= 0 ? wait / 1_000 : undefined);
  return new ApiError({
    ...facts,
    type,
    code: definition === undefined ? clean(given) : given,
    message: clean(message),
    param: clean(param),
    detail: clean(detailOf(definition, detail as JsonObject | null)),
    retryAfter,
    retry: facts.retry ?? ruleOfCode({ type, status: facts.status, retryAfter }, definition),
  });
}

/** The error of a cancelled task whose `error` is null or missing, as UHP's public text has it. */
function cancelledBy(error: unknown): ApiError | undefined {
  if (error !== null && error !== undefined) return undefined;
  const { type, message } = CODES.cancelled;
  return new ApiError<string>({ ...NO_FACTS, type, code: "cancelled", message, param: null, detail: null });
}

function unexpected(
  facts: Head,
  contentType: string | undefined,
  excerpt: string,
  fault?: string,
): UnexpectedAnswerError {
  return new UnexpectedAnswerError({ ...facts, contentType, excerpt, fault });
}

/** Whether a response says that its request must not be sent again. */
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

/** A header's value that may be shown: printable and short. */
function shortText(value: string | null, redact: Redact): string | undefined {
  return value !== null && /^[\x21-\x7e]{1,200}$/.test(value) ? redact(value) : undefined;
}
