import { RETRY_RULES, type RetryRule } from "@uhp-errors/core/codes";
import { quietly, redactorOf } from "@uhp-errors/core/internal";
import { defaultFetch } from "#default-fetch";
import { type AttemptContext, attemptOnce, type Outcome, type Reader } from "./attempt.ts";
import { INACTIVITY_MS, MAX_JSON_BYTES } from "./bounds.ts";
import { systemClock, unlessAborted } from "./clock.ts";
import { startDeadline } from "./deadline.ts";
import { type ApiError, isApiError, isUnexpectedResponseError } from "./errors.ts";
import { isNetworkError } from "./failures.ts";
import type { Attempt, ClientInit, ClientOptions, Limits, LogicalRequest } from "./options.ts";
import { redactJson } from "./redact-json.ts";
import type { Prepared } from "./request.ts";
import { isRepeatable } from "./rule.ts";
import { secretsIn, writeAuthorization } from "./token.ts";

/** When a request may be sent again, with the wait in seconds. */
interface Failure {
  readonly retry: RetryRule;
  readonly retryAfter?: number | undefined;
}

/** Sends a request with all its attempts: the loop around {@link attemptOnce}. */
export async function run<Value>(
  request: Prepared,
  init: ClientInit,
  options: ClientOptions,
  noteDeprecation: AttemptContext["noteDeprecation"],
  read: Reader<Value>,
): Promise<Value> {
  const { clock = systemClock, fetch = defaultFetch, token, catalog, sanitizer } = options;
  const { method, path, idempotencyKey } = request;
  const logical: LogicalRequest = { method, path, idempotencyKey };
  const signal = init.signal ?? undefined;
  const waitForSession = init.waitForSession ?? options.waitForSession;
  const limit = (name: keyof Limits, otherwise: number) => init[name] ?? options[name] ?? otherwise;
  const maxElapsedMs = limit("maxElapsedMs", 600_000);
  const began = clock.elapsed();
  const elapsed = () => clock.elapsed() - began;
  let attempts = 0;
  /** Whether the server may still be working on an attempt that has ended. */
  let fateUnknown = false;

  /** Calls the `cancel` hook, because the task may still be running and the caller has to stop it. */
  const giveUp = (reason: unknown) => {
    const cancel = init.cancel ?? options.cancel;
    if (request.isTask) quietly(() => cancel?.({ ...logical, reason, attempts }));
  };

  /** Returns the milliseconds to wait before the next attempt; undefined if there must be none. */
  const waitBeforeNext = ({ retry, retryAfter = 0 }: Failure): number | undefined => {
    if (!isRepeatable(retry, request) || attempts >= limit("maxAttempts", 4)) return undefined;
    const isForSession = waitsForSession(retry);
    if (isForSession && waitForSession === undefined) return undefined;
    const backoff =
      clock.random() * Math.min(limit("maxBackoffMs", 20_000), limit("backoffMs", 500) * 2 ** (attempts - 1));
    // `waitForSession` knows how long a session is busy.
    const wait = isForSession ? backoff : Math.max(backoff, retryAfter * 1_000);
    return elapsed() + wait <= maxElapsedMs ? wait : undefined;
  };

  /**
   * Resolves with true immediately for any failure except `session_busy`. For that, resolves with whether `waitForSession` resolves while
   * there is still time for the backoff that follows.
   */
  const sessionIsIdle = async (failure: Failure, backoff: number): Promise<boolean> => {
    if (!waitsForSession(failure.retry)) return true;
    const deadline = startDeadline(clock, maxElapsedMs - elapsed() - backoff, signal);
    const watched = deadline.within(
      (async () => waitForSession?.(failure as ApiError, { ...logical, signal: deadline.signal }))(),
    );
    const failed = () => {
      signal?.throwIfAborted();
      return false;
    };
    return watched.then(() => true, failed).finally(deadline.stop);
  };

  signal?.throwIfAborted();
  const secrets = new Set(secretsIn(request.headers));
  const redact = redactorOf(secrets);
  const context: AttemptContext = {
    fetch,
    noteDeprecation,
    async authorize(headers) {
      const given = typeof token === "function" ? await token() : token;
      if (given === undefined) return;
      secrets.add(given);
      headers.set("Authorization", writeAuthorization(given));
    },
    signal,
    inactivityMs: limit("inactivityMs", INACTIVITY_MS),
    maxJsonBytes: limit("maxJsonBytes", MAX_JSON_BYTES),
    catalog,
    clock,
    redact,
    clean: <Part>(part: Part) => redactJson(part, redact) as Part,
    sanitizer,
    onBodyGivenUp: giveUp,
  };
  try {
    for (;;) {
      attempts += 1;
      const outcome = await attemptOnce(request, context, read);
      const { status, error } = outcome;
      const failure = failureOf(outcome);
      const waitMs = waitBeforeNext(failure);
      const attempt: Attempt = Object.freeze({
        ...logical,
        attempt: attempts,
        status,
        error,
        elapsedMs: elapsed(),
        willRetry: waitMs !== undefined,
        waitMs,
      });
      for (const { onAttempt } of [init, options]) quietly(() => onAttempt?.(attempt));
      if ("value" in outcome) return outcome.value;
      fateUnknown ||= outcome.fateUnknown;
      if (waitMs === undefined || !(await sessionIsIdle(failure, waitMs))) throw error;
      await unlessAborted<void>(signal, (resolve) => clock.after(waitMs, resolve));
    }
  } catch (reason) {
    if (fateUnknown) giveUp(reason);
    throw reason;
  }
}

/** Whether a retry waits for the end of a session's task. A new kind of wait does not compile until it is added here. */
function waitsForSession(rule: RetryRule): boolean {
  const waitsFor: "session" | "backoff" | "retry_after" | "caller" | null = RETRY_RULES[rule].waitsFor;
  return waitsFor === "session";
}

/** Returns how a failed attempt may be retried. Timeouts, aborts, and errors from the caller's own functions are final. */
function failureOf({ error, final }: Outcome<unknown>): Failure {
  const known = !final && (isApiError(error) || isUnexpectedResponseError(error) || isNetworkError(error));
  return known ? error : { retry: "never" };
}
