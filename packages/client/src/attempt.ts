import type { Catalog } from "@uhp-errors/core";
import { mediaType } from "./body.ts";
import { redactCause } from "./cause.ts";
import type { Clock } from "./clock.ts";
import { Deadline } from "./deadline.ts";
import { isApiError, UnexpectedAnswerError } from "./errors.ts";
import { isTimeoutError, NetworkError } from "./failures.ts";
import { guardAnswer, guardBody } from "./guarded-body.ts";
import type { ExcerptSanitizer } from "./options.ts";
import { forbidsRetry, readError } from "./parse.ts";
import type { Prepared } from "./request.ts";
import type { Redact } from "./secrets.ts";

/** What an attempt needs besides the request. */
export interface AttemptContext {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Gives the value of `Authorization`. Rejects with what the token function rejects with. */
  readonly authorize: () => Promise<string | undefined>;
  readonly signal: AbortSignal | undefined;
  readonly inactivityMs: number;
  readonly catalog: Pick<Catalog, "definition"> | undefined;
  readonly clock: Clock;
  readonly redact: Redact;
  readonly clean: <Value>(part: Value) => Value;
  readonly sanitizer: ExcerptSanitizer | undefined;
  /** Called when the limits end the reading of a body that the caller already has. */
  readonly onBodyGivenUp: (reason: unknown) => void;
}

/** The result of one attempt. */
export type Outcome<Value> =
  | { readonly value: Value; readonly status: number }
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
) => Promise<Value>;

/** Sends a request once. Never rejects. */
export async function attemptOnce<Value>(
  request: Prepared,
  context: AttemptContext,
  read: Reader<Value>,
): Promise<Outcome<Value>> {
  const { clock, inactivityMs, signal, redact } = context;
  const deadline = new Deadline(clock, {
    signal,
    kind: request.stream ? "inactivity" : "total",
    ms: request.stream ? inactivityMs : request.timeoutMs,
  });
  let sent = false;
  let status: number | undefined;
  const failed = (thrown: unknown) => {
    if (deadline.signal.aborted || thrown instanceof UnexpectedAnswerError) return deadline.signal.reason ?? thrown;
    return new NetworkError("The connection failed before the whole answer had come.", {
      cause: redactCause(thrown, redact),
      retry: deadline.refused ? "never" : undefined,
    });
  };
  try {
    const authorization = await deadline.within(context.authorize());
    sent = true;
    const response = await deadline.within(send(request, authorization, context, deadline.signal));
    status = response.status;
    deadline.refused = forbidsRetry(response.headers);
    if (status < 400 && !(request.refusesRedirects && isRedirect(response))) {
      if (mediaType(response.headers) === "text/event-stream") deadline.limitSilence(inactivityMs);
      return { value: await read(response, deadline, failed), status };
    }
    const { catalog, clean, sanitizer } = context;
    // The deadline of a stream only limits silence. This limits a body that comes in drips.
    const timeoutMs = request.stream ? request.timeoutMs : Number.POSITIVE_INFINITY;
    const body = response.body === null ? null : guardBody(response, deadline, (thrown) => thrown);
    const error = await readError(response, catalog, { body, redact, clean, sanitizer, clock, timeoutMs });
    deadline.signal.throwIfAborted();
    deadline.stop();
    // A server that failed may have begun the work before.
    return { error, status, final: deadline.refused, fateUnknown: !isApiError(error) || error.type === "server_error" };
  } catch (thrown) {
    deadline.stop();
    if (!sent) return { error: thrown, status, final: true, fateUnknown: false };
    const error = failed(thrown);
    return {
      error,
      status,
      final: deadline.refused || deadline.signal.aborted || isTimeoutError(error),
      fateUnknown: true,
    };
  }
}

/** Calls `fetch` once. A response that comes after the limits have ended the wait is closed. */
async function send(
  request: Prepared,
  authorization: string | undefined,
  { fetch }: AttemptContext,
  signal: AbortSignal,
): Promise<Response> {
  const headers = new Headers(request.headers);
  if (authorization !== undefined) headers.set("Authorization", authorization);
  const response = await fetch(request.url, { ...request.init, headers, signal });
  if (signal.aborted) response.body?.cancel().catch(() => {});
  return response;
}

/** Redirects of RFC 9110, section 15.4; a browser hides their status (Fetch, 2.2.6). */
function isRedirect({ status, type }: Response): boolean {
  return type === "opaqueredirect" || [301, 302, 303, 307, 308].includes(status);
}

/** Gives the response as it is. The deadline limits its body. */
export function asResponse(context: AttemptContext): Reader<Response> {
  return async (response, deadline, failed) => {
    const { signal } = deadline;
    signal.throwIfAborted();
    // Even if nobody reads: the caller may drop the body and then abort.
    signal.addEventListener("abort", () => context.onBodyGivenUp(signal.reason), { once: true });
    return guardAnswer(response, deadline, failed);
  };
}

/** Gives the parsed JSON of the response; undefined when its body is empty. */
export function asJson(context: AttemptContext): Reader<unknown> {
  return async (response, deadline) => {
    const text = await guardAnswer(response, deadline, (thrown) => thrown).text();
    if (text === "") return undefined;
    try {
      return JSON.parse(text);
    } catch {
      const { catalog, redact, clean, sanitizer, clock } = context;
      const copy = new Response(text, { status: response.status, headers: response.headers });
      const timeoutMs = Number.POSITIVE_INFINITY;
      throw await readError(copy, catalog, { body: copy.body, redact, clean, sanitizer, clock, timeoutMs });
    }
  };
}
