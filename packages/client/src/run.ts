import { RETRY_RULES, type RetryRule } from "@uhp-errors/core/codes";
import { quietly } from "@uhp-errors/core/untrusted";
import { type AttemptContext, attemptOnce, type Outcome, type Reader } from "./attempt.ts";
import { settledWithin, sleep, systemClock } from "./clock.ts";
import { defaultFetch } from "./default-fetch.ts";
import { type ApiError, isApiError, isUnexpectedAnswer } from "./errors.ts";
import { isNetworkError } from "./failures.ts";
import type { ClientInit, ClientOptions, ResolvedLimits } from "./options.ts";
import type { Prepared } from "./request.ts";
import { isRepeatable } from "./rule.ts";
import { type Redact, redactJson, redactorOf } from "./secrets.ts";
import { authorizationOf, secretsIn } from "./token.ts";

type Failure = Extract<Outcome<unknown>, { readonly error: unknown }>;

/** One request and its attempts: the loop around {@link attemptOnce}. */
export class Run {
  readonly #request: Prepared;
  readonly #limits: ResolvedLimits;
  readonly #init: ClientInit;
  readonly #options: ClientOptions;
  readonly #began: number;
  #attempts = 0;
  /** Whether the server may still be working on an attempt that ended. */
  #fateUnknown = false;

  constructor(request: Prepared, limits: ResolvedLimits, init: ClientInit, options: ClientOptions) {
    this.#request = request;
    this.#limits = limits;
    this.#init = init;
    this.#options = options;
    this.#began = this.#clock.elapsed();
  }

  async result<Value>(reader: (context: AttemptContext) => Reader<Value>): Promise<Value> {
    this.#signal?.throwIfAborted();
    const secrets = new Set(secretsIn(this.#request.headers));
    const redact = redactorOf(secrets);
    try {
      for (;;) {
        const context = this.#context(secrets, redact);
        this.#attempts += 1;
        const outcome = await attemptOnce(this.#request, context, reader(context));
        const wait = this.#waitBeforeNext(outcome);
        this.#tell(outcome, wait);
        if ("value" in outcome) return outcome.value;
        this.#fateUnknown ||= outcome.fateUnknown;
        if (wait === undefined || !(await this.#sessionIsIdle(outcome.error, wait))) throw outcome.error;
        await sleep(this.#clock, wait, this.#signal);
      }
    } catch (reason) {
      if (this.#fateUnknown) this.#giveUp(reason);
      throw reason;
    }
  }

  get #clock() {
    return this.#options.clock ?? systemClock;
  }

  get #signal(): AbortSignal | undefined {
    return this.#init.signal ?? undefined;
  }

  get #elapsed(): number {
    return this.#clock.elapsed() - this.#began;
  }

  #context(secrets: Set<string>, redact: Redact): AttemptContext {
    const { token, catalog, fetch, sanitizer } = this.#options;
    return {
      fetch: fetch ?? defaultFetch,
      async authorize() {
        const given = typeof token === "function" ? await token() : token;
        if (given === undefined) return undefined;
        secrets.add(given);
        return authorizationOf(given);
      },
      signal: this.#signal,
      inactivityMs: this.#limits.inactivityMs,
      catalog,
      clock: this.#clock,
      redact,
      clean: <Value>(part: Value) => redactJson(part, redact) as Value,
      sanitizer,
      onBodyGivenUp: (reason) => this.#giveUp(reason),
    };
  }

  /** Milliseconds to wait before the next attempt; undefined when there must be none. */
  #waitBeforeNext(outcome: Outcome<unknown>): number | undefined {
    if (!("error" in outcome) || outcome.final) return undefined;
    const rule = ruleOf(outcome.error);
    if (!isRepeatable(rule, this.#request) || this.#attempts >= this.#limits.maxAttempts) return undefined;
    const isForSession = waitsForSession(rule);
    if (isForSession && this.#waitForSession === undefined) return undefined;
    const { backoffMs, maxBackoffMs, maxElapsedMs } = this.#limits;
    const backoff = this.#clock.random() * Math.min(maxBackoffMs, backoffMs * 2 ** (this.#attempts - 1));
    // `waitForSession` knows how long a session is busy.
    const asked = isForSession ? 0 : askedWait(outcome);
    const wait = Math.max(backoff, asked);
    return this.#elapsed + wait <= maxElapsedMs ? wait : undefined;
  }

  get #waitForSession() {
    return this.#init.waitForSession ?? this.#options.waitForSession;
  }

  /**
   * True at once for any error except `session_busy`. For that, whether `waitForSession` resolves while there is still time for the
   * backoff that follows.
   */
  async #sessionIsIdle(error: unknown, backoff: number): Promise<boolean> {
    const watch = this.#waitForSession;
    if (!waitsForSession(ruleOf(error)) || watch === undefined) return true;
    const { method, path, idempotencyKey } = this.#request;
    const watched = (async () => watch(error as ApiError, { method, path, idempotencyKey }))();
    return settledWithin(this.#clock, this.#limits.maxElapsedMs - this.#elapsed - backoff, this.#signal, watched);
  }

  #tell(outcome: Outcome<unknown>, waitMs: number | undefined): void {
    const { method, path, idempotencyKey } = this.#request;
    const attempt = Object.freeze({
      method,
      path,
      idempotencyKey,
      attempt: this.#attempts,
      status: outcome.status,
      error: "error" in outcome ? outcome.error : undefined,
      elapsedMs: this.#elapsed,
      willRetry: waitMs !== undefined,
      waitMs,
    });
    for (const { onAttempt } of [this.#init, this.#options]) quietly(() => onAttempt?.(attempt));
  }

  /** The task may still run, so the caller has to stop it. */
  #giveUp(reason: unknown): void {
    if (!this.#request.isTask) return;
    const { method, path, idempotencyKey } = this.#request;
    const cancel = this.#init.cancel ?? this.#options.cancel;
    quietly(() => cancel?.({ method, path, idempotencyKey, reason, attempts: this.#attempts }));
  }
}

/** Whether the end of a session's task is waited for before a retry. A new kind of wait must be decided here. */
function waitsForSession(rule: RetryRule): boolean {
  const { waitsFor } = RETRY_RULES[rule];
  switch (waitsFor) {
    case "session":
      return true;
    case "backoff":
    case "retry_after":
    case "caller":
    case null:
      return false;
    default:
      return waitsFor satisfies never;
  }
}

/** A network failure may be tried again. A timeout, an abort, and what the caller's own functions threw are final. */
function ruleOf(error: unknown): RetryRule {
  return isApiError(error) || isUnexpectedAnswer(error) || isNetworkError(error) ? error.retry : "never";
}

/** The wait that the response asks for, in milliseconds. */
function askedWait({ error }: Failure): number {
  return isApiError(error) || isUnexpectedAnswer(error) ? (error.retryAfter ?? 0) * 1_000 : 0;
}
