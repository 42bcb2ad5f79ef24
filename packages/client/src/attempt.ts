import { attempt } from "@uhp-errors/core/internal";
import { mediaType, readText, wholeText } from "./body.ts";
import { MAX_BYTES, UNBOUNDED } from "./bounds.ts";
import { redactCause } from "./cause.ts";
import { type Deadline, startDeadline } from "./deadline.ts";
import { isApiError, UnexpectedResponseError } from "./errors.ts";
import { NetworkError } from "./failures.ts";
import { guardAnswer, guardBody } from "./guarded-body.ts";
import { errorIn, faultyAnswer, forbidsRetry, isEnvelope, keepContext, type ParseContext } from "./parse.ts";
import type { Prepared } from "./request.ts";

/** The context that an attempt needs in addition to the request. */
export interface AttemptContext extends ParseContext {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Tells the caller if the headers of a response say that the version ends. */
  readonly noteDeprecation: (headers: Headers) => void;
  /** Sets `Authorization`. Rejects with the error of the token function. */
  readonly authorize: (headers: Headers) => Promise<void>;
  readonly signal: AbortSignal | undefined;
  readonly inactivityMs: number;
  readonly maxJsonBytes: number;
  /** Called when the limits end the reading of a body that the caller already has. */
  readonly onBodyGivenUp: (reason: unknown) => void;
}

export type Outcome<Value> =
  | { readonly value: Value; readonly status: number; readonly error?: undefined; readonly final?: undefined }
  | {
      readonly error: unknown;
      readonly status: number | undefined;
      /** Whether no further attempt may follow, because the client, the caller, or the server forbids it. */
      readonly final: boolean;
      /** Whether the server may have carried out the request anyway. */
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
  const deadline = startDeadline(clock, timeoutMs, context.signal);
  const { signal } = deadline;
  if (stream) deadline.limitSilence(inactivityMs);
  let sent = false;
  let status: number | undefined;
  const failed = (thrown: unknown) => {
    if (signal.aborted || thrown instanceof UnexpectedResponseError) return signal.reason ?? thrown;
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
    context.noteDeprecation(response.headers);
    deadline.refused = forbidsRetry(response.headers);
    if (status < 400 && !(request.refusesRedirects && isRedirect(response))) {
      if (mediaType(response.headers) === "text/event-stream") deadline.limitSilence(inactivityMs);
      return { value: await read(response, deadline, failed, context), status };
    }
    const body = response.body && guardBody(response.body, deadline);
    // The deadline of a stream limits only silence. This also limits a body that trickles in.
    const text = await readText(body, { clock, timeoutMs: stream ? timeoutMs : UNBOUNDED });
    const error = errorIn(response, text, context);
    signal.throwIfAborted();
    deadline.stop();
    // A server that failed may already have begun the work.
    return { error, status, final: deadline.refused, fateUnknown: !isApiError(error) || error.type === "server_error" };
  } catch (thrown) {
    deadline.stop();
    const error = sent ? failed(thrown) : thrown;
    return { error, status, final: !sent || deadline.refused || signal.aborted, fateUnknown: sent };
  }
}

/** Calls `fetch` once. Closes a response that arrives after the limits have ended the wait. */
async function send({ fetch }: AttemptContext, url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  if (init.signal?.aborted) response.body?.cancel().catch(() => {});
  return response;
}

/** Whether a response is a redirect (RFC 9110, section 15.4). A browser hides its status (Fetch, 2.2.6). */
function isRedirect({ status, type }: Response): boolean {
  return type === "opaqueredirect" || [301, 302, 303, 307, 308].includes(status);
}

/** Returns the response itself. The deadline limits its body. */
export const asResponse: Reader<Response> = async (response, deadline, failed, context) => {
  const { signal } = deadline;
  signal.throwIfAborted();
  // Also for a body that is not read: the caller may drop it and then abort.
  signal.addEventListener("abort", () => context.onBodyGivenUp(signal.reason));
  return keepContext(guardAnswer(response, deadline, failed), context);
};

/** Returns the parsed JSON of the response; undefined if its body is empty. */
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
