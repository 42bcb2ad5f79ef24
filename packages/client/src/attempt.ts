import type { Catalog } from "@uhp-errors/core";
import { mediaType } from "./body.ts";
import type { Clock } from "./clock.ts";
import { isApiError, isTimeoutError, NetworkError, UnexpectedAnswerError } from "./errors.ts";
import { guardBody } from "./guarded-body.ts";
import { readError } from "./parse.ts";
import type { Prepared } from "./request.ts";
import { type Redact, redactCause } from "./secrets.ts";
import { Watch } from "./watch.ts";

/** What an attempt needs beside the request. */
export interface AttemptContext {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly authorization: string | undefined;
  readonly signal: AbortSignal | undefined;
  readonly inactivityMs: number;
  readonly catalog: Pick<Catalog, "row"> | undefined;
  readonly clock: Clock;
  readonly redact: Redact;
  /** Told when the limits end the reading of a body that was already handed out. */
  readonly onBodyGivenUp: (reason: unknown) => void;
}

/** What came of one attempt. */
export type Outcome<Value> =
  | { readonly value: Value; readonly status: number }
  | {
      readonly error: unknown;
      readonly status: number | undefined;
      /** Whether the client, or the caller, ended it: nothing may follow. */
      readonly final: boolean;
      /** Whether the server may have done what was asked for all the same. */
      readonly fateUnknown: boolean;
    };

/** Makes something of a successful answer; the watch is its to stop. */
export type Reader<Value> = (response: Response, watch: Watch, failed: (thrown: unknown) => unknown) => Promise<Value>;

/** Sends a request once. Never rejects. */
export async function attemptOnce<Value>(
  request: Prepared,
  context: AttemptContext,
  read: Reader<Value>,
): Promise<Outcome<Value>> {
  const { clock, inactivityMs, signal, redact } = context;
  const watch = new Watch(clock, {
    signal,
    kind: request.stream ? "inactivity" : "total",
    ms: request.stream ? inactivityMs : request.timeoutMs,
  });
  const failed = (thrown: unknown) => {
    if (watch.signal.aborted || thrown instanceof UnexpectedAnswerError) return watch.signal.reason ?? thrown;
    return new NetworkError("The connection failed before the whole answer had come.", {
      cause: redactCause(thrown, redact),
    });
  };
  let status: number | undefined;
  try {
    const response = await watch.within(send(request, context, watch.signal));
    status = response.status;
    if (status < 400) {
      if (mediaType(response.headers) === "text/event-stream") watch.limitSilence(inactivityMs);
      return { value: await read(response, watch, failed), status };
    }
    const { catalog } = context;
    const parse = readError(response, catalog, { redact, signal: watch.signal, now: clock.now() });
    const error = await watch.within(parse);
    watch.stop();
    const refused = response.headers.get("x-should-retry") === "false";
    return { error, status, final: refused, fateUnknown: !isApiError(error) };
  } catch (thrown) {
    const error = failed(thrown);
    watch.stop();
    return { error, status, final: watch.signal.aborted || isTimeoutError(error), fateUnknown: true };
  }
}

/** One call of `fetch`. An answer that comes after the limits have ended the wait is closed, not left open. */
async function send(request: Prepared, context: AttemptContext, signal: AbortSignal): Promise<Response> {
  const headers = new Headers(request.headers);
  if (context.authorization !== undefined) headers.set("Authorization", context.authorization);
  const response = await context.fetch(request.url, { ...request.init, headers, signal });
  if (signal.aborted) response.body?.cancel().catch(() => {});
  return response;
}

/** The answer as it is, its body under the limits of the watch. */
export function asResponse(context: AttemptContext): Reader<Response> {
  return async (response, watch, failed) =>
    guardBody(response, watch, (thrown) => {
      if (watch.signal.aborted) context.onBodyGivenUp(watch.signal.reason);
      return failed(thrown);
    });
}

/** The parsed JSON of the answer; undefined when its body is empty. */
export function asJson(context: AttemptContext): Reader<unknown> {
  return async (response, watch) => {
    const text = await watch.within(response.text());
    watch.stop();
    if (text === "") return undefined;
    try {
      return JSON.parse(text);
    } catch {
      const { catalog, redact, clock } = context;
      const copy = new Response(text, { status: response.status, headers: response.headers });
      throw await readError(copy, catalog, { redact, now: clock.now() });
    }
  };
}
