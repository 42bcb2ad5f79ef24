import type { Catalog, ContractTable, Version } from "@uhp-errors/core";
import type { Clock } from "./clock.ts";
import type { ApiError } from "./errors.ts";

/** A logical request: one call of the client, however many attempts it takes. */
export interface LogicalRequest {
  readonly method: string;
  /** The path as it was given, its query included. */
  readonly path: string;
  /** The `Idempotency-Key` of every attempt; undefined when there is none. */
  readonly idempotencyKey: string | undefined;
}

/** One attempt of a request, and what follows from it. Told once the attempt has failed or an answer's head is there. */
export interface Attempt extends LogicalRequest {
  /** Counts from 1. */
  readonly attempt: number;
  /** The status of the answer; undefined when none came. */
  readonly status: number | undefined;
  /** What the attempt failed with; undefined when it succeeded. */
  readonly error: unknown;
  /** Milliseconds since the first attempt began. */
  readonly elapsedMs: number;
  /** Whether the request is to be sent again, unless the caller aborts or the session stays busy for too long. */
  readonly willRetry: boolean;
  /** Milliseconds until then; undefined when it is not. A wait for a session comes before it and is not counted. */
  readonly waitMs: number | undefined;
}

/** A request that the client gave up on without knowing what the server did. */
export interface GivenUp extends LogicalRequest {
  /** Why: what the caller gets, too. The caller's own abort reason, if that is what ended it. */
  readonly reason: unknown;
  /** Attempts that were made. */
  readonly attempts: number;
}

/**
 * Hooks of a client or of one request. A request's `cancel` and `waitForSession` take the place of the client's; both
 * `onAttempt` are called. What `onAttempt` and `cancel` throw changes nothing.
 */
export interface Hooks {
  /** Called after each attempt. */
  readonly onAttempt?: ((attempt: Attempt) => void) | undefined;
  /**
   * Called when the client gives up on a task whose fate it does not know: after a timeout, an abort, or failures of
   * the network. The task may still run, so cancel it here (TMO-2). Not awaited.
   */
  readonly cancel?: ((request: GivenUp) => unknown) | undefined;
  /**
   * How a session's running task is watched. Called with `session_busy`; resolves once the task is terminal, and then the
   * request is sent again. Rejects, or takes longer than `maxElapsedMs` allows: the caller gets the `session_busy`.
   * Without it, `session_busy` is not waited for.
   */
  readonly waitForSession?: ((error: ApiError, request: LogicalRequest) => Promise<unknown>) | undefined;
}

/** Limits of a client or of one request. All times in milliseconds; `Infinity` switches a limit off. */
export interface Limits {
  /** Attempts at most, the first included. Default 4. */
  readonly maxAttempts?: number | undefined;
  /** No retry begins later than this after the first attempt. An attempt under way is not cut short by it. Default 600,000. */
  readonly maxElapsedMs?: number | undefined;
  /** The backoff before the n-th retry is a random part of `backoffMs * 2 ** (n - 1)` ("full jitter"). Default 500. */
  readonly backoffMs?: number | undefined;
  /** What that product is capped at. Default 20,000. */
  readonly maxBackoffMs?: number | undefined;
  /** The longest silence of a stream, before its first byte and between any two. Default 120,000, four keep-alives. */
  readonly inactivityMs?: number | undefined;
}

/** What {@link createClient} takes. */
export interface ClientOptions<Table extends object = ContractTable> extends Hooks, Limits {
  /** An absolute http or https address. A path in it stands before the path of every request. */
  readonly baseUrl: string | URL;
  /**
   * The bearer token (RFC 6750), or a function that gives it, asked before each attempt and within its limits. It is sent
   * nowhere but to `baseUrl`, and no error shows it. Left out, no `Authorization` is set.
   */
  readonly token?: string | (() => string | Promise<string>) | undefined;
  /** The protocol version to ask for in `UHP-Version`. Default: the newest that this package knows. */
  readonly version?: Version | undefined;
  /** Used in place of the global `fetch`. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** The service's catalog, so that its own codes, their details and their retry rules are known. */
  readonly catalog?: Catalog<Table> | undefined;
  /** The time budget of a task that states no `timeout_seconds`: what the server takes by default. Default 3,600. */
  readonly defaultTaskTimeoutSeconds?: number | undefined;
  /** Added to a task's `timeout_seconds`, for the way there and back. Default 60,000. */
  readonly taskTimeoutMarginMs?: number | undefined;
  /** How long any other request may take, uploads and downloads included. Default 600,000. */
  readonly requestTimeoutMs?: number | undefined;
  /** For tests: time and chance. */
  readonly clock?: Clock | undefined;
}

/** What a request takes beside the fields of `RequestInit`. */
export interface ClientInit extends Omit<RequestInit, "window">, Hooks, Limits {
  /**
   * The `Idempotency-Key`. Made by the client for `POST /v1/responses` when neither this nor a header gives one; `false`
   * sends none, and then a POST is never repeated. Unsafe methods elsewhere are repeated only with one (RET-3).
   */
  readonly idempotencyKey?: string | false | undefined;
  /** Whether the answer is a stream of events. Default: `stream` of a JSON body that is given as text. */
  readonly stream?: boolean | undefined;
  /** The task's time budget in seconds. Default: `timeout_seconds` of a JSON body that is given as text. */
  readonly timeoutSeconds?: number | undefined;
  /** How long the whole exchange may take, in milliseconds, in place of what the client works out. Not for streams. */
  readonly timeoutMs?: number | undefined;
}

export type ResolvedLimits = { readonly [Name in keyof Limits]-?: number };

const DEFAULT_LIMITS: ResolvedLimits = {
  maxAttempts: 4,
  maxElapsedMs: 600_000,
  backoffMs: 500,
  maxBackoffMs: 20_000,
  inactivityMs: 120_000,
};

/** The limits of a request, which were checked: its own, else the client's, else the defaults. */
export function limitsOf(...sources: readonly Limits[]): ResolvedLimits {
  const limits: Record<string, number> = {};
  for (const [name, otherwise] of Object.entries(DEFAULT_LIMITS)) {
    const given = sources.map((source) => source[name as keyof Limits]).find((value) => value !== undefined);
    limits[name] = given ?? otherwise;
  }
  return limits as ResolvedLimits;
}
