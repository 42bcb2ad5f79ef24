import { type ErrorType, RETRY_RULES } from "../codes/index.ts";
import { isRetryRule } from "../codes/retry-rules.ts";
import { readThrown, type ThrownValue } from "../untrusted/thrown.ts";

/**
 * Returns the brand of one of the client's classes. Brands are on the prototypes, so parsed JSON and copies of an error's fields have none.
 */
const brandOf = (name: string) => Symbol.for(`@uhp-errors/client/${name}`);

const API_ERROR = brandOf("ApiError");
const ANSWERS = [API_ERROR, brandOf("UnexpectedResponseError")];
const NO_ANSWER = brandOf("NetworkError");
const TIMEOUT = brandOf("TimeoutError");

/** The fields that identify an error of the library's own client. */
export const CLIENT_BRANDS: readonly symbol[] = [...ANSWERS, NO_ANSWER, TIMEOUT];

/** The response of another service that made a request fail. Short printable ASCII, only for the operator. */
export interface Upstream {
  /** The code of its error; null if the response is not an envelope. */
  readonly code: string | null;
  /** Its HTTP status: 200 for a task that failed; null if it was hidden, as browsers hide the status of a redirect. */
  readonly status: number | null;
  /** Its `x-request-id`, by which the other service's operator can find it. */
  readonly requestId: string | undefined;
}

/** An error of the library's own client, from any copy and build. */
export interface ClientError {
  readonly kind: "answer" | "no_answer" | "timeout";
  /** The other service's response, if there was one. */
  readonly upstream: Upstream | undefined;
  /** Set if the other service must not be asked again. */
  readonly retry: "never" | undefined;
}

/** Reads an error that the library's own client threw; `undefined` for any other value. Never throws. */
export function clientError(thrown: ThrownValue): ClientError | undefined {
  if (!thrown.isNativeError) return undefined;
  const has = (brand: symbol) => thrown.field(brand) === true;
  const retry = isRefused(thrown.field("retry")) ? "never" : undefined;
  if (ANSWERS.some(has)) return { kind: "answer", upstream: upstreamOf(thrown), retry };
  if (has(NO_ANSWER)) return { kind: "no_answer", upstream: undefined, retry };
  return has(TIMEOUT) ? { kind: "timeout", upstream: undefined, retry } : undefined;
}

/** Another service's envelope, as the library's own client read it. Nothing in it has been checked against a catalog. */
export interface UpstreamError {
  readonly code: string;
  readonly type: ErrorType;
  readonly status: number;
  readonly detail: unknown;
  readonly retryAfter: unknown;
  readonly facts: ClientError;
}

/** Returns the envelope in an error that the library's own client threw; `undefined` for any other value. Never throws. */
export function upstreamError(value: unknown): UpstreamError | undefined {
  const thrown = readThrown(value);
  const facts = clientError(thrown);
  if (facts?.upstream === undefined || thrown.field(API_ERROR) !== true) return undefined;
  const { code, status } = facts.upstream;
  if (code === null || status === null) return undefined;
  const { field } = thrown;
  const [type, detail, retryAfter] = [field("type") as ErrorType, field("detail"), field("retryAfter")];
  return { code, type, status, detail, retryAfter, facts };
}

/** Returns the code, status and request id of the other service's response. Invalid values are left out. */
export function upstreamOf({ code, status, field }: ThrownValue): Upstream {
  const answered = typeof status === "number" && /^[1-9]\d\d$/.test(`${status}`);
  return {
    code: printable(code, /^[!-~]{1,100}$/) ?? null,
    status: answered ? status : null,
    requestId: printable(field("requestId"), /^[!-~]{1,200}$/),
  };
}

function printable(value: unknown, form: RegExp): string | undefined {
  return typeof value === "string" && form.test(value) ? value : undefined;
}

function isRefused(rule: unknown): boolean {
  return isRetryRule(rule) && !RETRY_RULES[rule].automatic;
}
