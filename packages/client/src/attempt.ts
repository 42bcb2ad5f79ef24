import { attempt } from "@uhp-errors/core/untrusted";
import { mediaType, readText, wholeText } from "./body.ts";
import { MAX_BYTES, UNBOUNDED } from "./bounds.ts";
import { redactCause } from "./cause.ts";
import { type Deadline, deadlineOf } from "./deadline.ts";
import { isApiError, UnexpectedAnswerError } from "./errors.ts";
import { NetworkError } from "./failures.ts";
import { guardAnswer, guardBody } from "./guarded-body.ts";
import { errorIn, faultyAnswer, forbidsRetry, isEnvelope, type ParseContext } from "./parse.ts";
import type { Prepared } from "./request.ts";

/** What an attempt needs besides the request. */
export interface AttemptContext extends ParseContext {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Sets `Authorization`. Rejects with what the token function rejects with. */
  readonly authorize: (headers: Headers) => Promise<void>;
  readonly signal: AbortSignal | undefined;
  readonly inactivityMs: number;
  readonly maxJsonBytes: number;
  /** Called when the limits end the reading of a body that the caller already has. */
  readonly onBodyGivenUp: (reason: unknown) => void;
}

/** The result of one attempt. */
export type Outcome<Value> =
  | { readonly value: Value; readonly status: number; readonly error?: undefined; readonly final?: undefined }
  | {
      readonly error: unknown;
      readonly status: number | undefined;
      /** Whether the client or the caller ended it. Then there is no further attempt. */
      readonly final: boolean;
      /** Whether the server may have carried out the request even so. */
      readonly fateUnknown: boolean;
    };

/** Reads a successful response. It must stop the deadline. */
export type Reader<Value> = (
  response: Response,
  deadline: Deadline,
  failed: (thrown: unknown) => unknown,
  context: AttemptContext,
) => Promise<Value>;

/** Sends a request once. Never rejects. */
export async function attemptOnce<Value>(
  request: Prepared,
  context: AttemptContext,
  read: Reader<Value>,
): Promise<Outcome<Value>> {
  const { clock, inactivityMs, redact } = context;
  const { stream, timeoutMs } = request;
  const deadline = deadlineOf(clock, timeoutMs, context.signal);
  const { signal } = deadline;
  if (stream) deadline.limitSilence(inactivityMs);
  let sent = false;
  let status: number | undefined;
  const failed = (thrown: unknown) => {
    if (signal.aborted || thrown instanceof UnexpectedAnswerError) return signal.reason ?? thrown;
    return new NetworkError("The connection failed before the answer was whole.", {
      cause: redactCause(thrown, redact),
      retry: deadline.refused ? "never" : undefined,
    });
  };
  try {
    const headers = new Headers(request.headers);
    await deadline.within(context.authorize(headers));
    sent = true;
    const response = await deadline.within(send(context, request.url, { ...request.init, headers, signal }));
    status = response.status;
    deadline.refused = forbidsRetry(response.headers);
    if (status < 400 && !(request.refusesRedirects && isRedirect(response))) {
      if (mediaType(response.headers) === "text/event-stream") deadline.limitSilence(inactivityMs);
      return { value: await read(response, deadline, failed, context), status };
    }
    const body = response.body && guardBody(response.body, deadline);
    // The deadline of a stream only limits silence. This limits a body that comes in drips.
    const text = await readText(body, { clock, timeoutMs: stream ? timeoutMs : UNBOUNDED });
    const error = errorIn(response, text, context);
    signal.throwIfAborted();
    deadline.stop();
    // A server that failed may have begun the work before.
    return { error, status, final: deadline.refused, fateUnknown: !isApiError(error) || error.type === "server_error" };
  } catch (thrown) {
    deadline.stop();
    const error = sent ? failed(thrown) : thrown;
    return { error, status, final: !sent || deadline.refused || signal.aborted, fateUnknown: sent };
  }
}

/** Calls `fetch` once. A response that comes after the limits have ended the wait is closed. */
async function send({ fetch }: AttemptContext, url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  if (init.signal?.aborted) response.body?.cancel().catch(() => {});
  return response;
}

/** Redirects of RFC 9110, section 15.4; a browser hides their status (Fetch, 2.2.6). */
function isRedirect({ status, type }: Response): boolean {
  return type === "opaqueredirect" || [301, 302, 303, 307, 308].includes(status);
}

/** Gives the response as it is. The deadline limits its body. */
export const asResponse: Reader<Response> = async (response, deadline, failed, { onBodyGivenUp }) => {
  const { signal } = deadline;
  signal.throwIfAborted();
  // Even if the body is not read: the caller may drop it and then abort.
  signal.addEventListener("abort", () => onBodyGivenUp(signal.reason));
  return guardAnswer(response, deadline, failed);
};

/** Gives the parsed JSON of the response; undefined when its body is empty. */
export const asJson: Reader<unknown> = async (response, deadline, _failed, context) => {
  const text = await wholeText(guardAnswer(response, deadline).body, context.maxJsonBytes);
  if (text === undefined) {
    throw faultyAnswer(response, `is longer than maxJsonBytes allows: ${context.maxJsonBytes} bytes`, context);
  }
  if (text === "") return undefined;
  const value = attempt(
    () => JSON.parse(text) as unknown,
    () => {
      throw errorIn(response, text.slice(0, MAX_BYTES), context);
    },
  );
  if (isEnvelope(value, context)) throw faultyAnswer(response, "is an error with the status of a success", context);
  return value;
};
