import type { Catalog, ContractCodes } from "@uhp-errors/core";
import type { Version } from "@uhp-errors/core/codes";
import type { Sanitizer } from "@uhp-errors/core/sanitizer";
import type { Clock } from "./clock.ts";
import type { ApiError } from "./errors.ts";
import type { IncomingHeaders } from "./incoming.ts";

/** One call of the client, however many attempts it takes. */
export interface LogicalRequest {
  readonly method: string;
  /** The path as it was given, its query included. */
  readonly path: string;
  /** The `Idempotency-Key` of every attempt; undefined when there is none. */
  readonly idempotencyKey: string | undefined;
}

/** One attempt of a request, and what follows. Reported when the attempt has failed or the head of a response has come. */
export interface Attempt extends LogicalRequest {
  /** Counts from 1. */
  readonly attempt: number;
  /** The status of the response; undefined when none came. */
  readonly status: number | undefined;
  /** Why the attempt failed; undefined when it succeeded. */
  readonly error: unknown;
  /** Milliseconds since the first attempt began. */
  readonly elapsedMs: number;
  /** Whether the request will be sent again, unless the caller aborts or the session stays busy for too long. */
  readonly willRetry: boolean;
  /** Milliseconds until the next attempt; undefined when there is none. A wait for a session comes before and is not counted. */
  readonly waitMs: number | undefined;
}

/** A request that the client gave up on without knowing what the server did. */
export interface GivenUp extends LogicalRequest {
  /** Why: the same value that the caller gets. If the caller aborted, the reason of the abort. */
  readonly reason: unknown;
  /** Attempts that were made. */
  readonly attempts: number;
}

/** A request that waits for its session. */
export interface SessionWait extends LogicalRequest {
  /**
   * Fires when the client waits no longer, because `maxElapsedMs` is over or the caller aborted. Stop asking then. Pass it to `fetch` and
   * to timers.
   */
  readonly signal: AbortSignal;
}

/**
 * Hooks of a client or of one request. A request's `cancel` and `waitForSession` replace the client's. Both `onAttempt` are called.
 * What `onAttempt` and `cancel` throw is ignored.
 */
export interface Hooks {
  /** Called after each attempt. */
  readonly onAttempt?: ((attempt: Attempt) => void) | undefined;
  /**
   * Called when the client gives up on a task and does not know what became of it: after a timeout, an abort, or network failures.
   * The task may still run, so cancel it here. Not awaited.
   */
  readonly cancel?: ((request: GivenUp) => unknown) | undefined;
  /**
   * Waits until a session's running task has ended. Called after `session_busy`. When it resolves, the request is sent again. When it
   * rejects, or takes longer than `maxElapsedMs` allows, the caller gets the `session_busy`. Without this hook, the client does not
   * wait for sessions.
   *
   * @example
   * waitForSession: async (_error, { signal }) => {
   *   while (await sessionIsBusy({ signal })) await sleep(2_000, undefined, { signal });
   * };
   */
  readonly waitForSession?: ((error: ApiError, request: SessionWait) => Promise<unknown>) | undefined;
}

/** Limits of a client or of one request. Times are in milliseconds; `Infinity` switches a limit off. */
export interface Limits {
  /** The most attempts, the first included. Default 4. */
  readonly maxAttempts?: number | undefined;
  /** No retry begins later than this after the first attempt. It does not cut short a running attempt. Default 600,000. */
  readonly maxElapsedMs?: number | undefined;
  /** The backoff before the n-th retry is a random part of `backoffMs * 2 ** (n - 1)` ("full jitter"). Default 500. */
  readonly backoffMs?: number | undefined;
  /** The largest value of that product. Default 20,000. */
  readonly maxBackoffMs?: number | undefined;
  /** The longest silence of a stream, before its first byte and between two bytes. Default 120,000: four keep-alives. */
  readonly inactivityMs?: number | undefined;
  /**
   * The most bytes of a success that `json` reads. For a longer one it throws an `UnexpectedAnswerError`, and does not send the request
   * again. Default 67,108,864 (64 MiB). `fetch` hands the body out as it comes, without this limit.
   */
  readonly maxJsonBytes?: number | undefined;
}

/** What cleans excerpts: a sanitizer, as `createSanitizer` of core returns it. The client itself loads none. */
export type ExcerptSanitizer = Pick<Sanitizer, "message">;

/** What {@link createClient} takes. */
export interface ClientOptions<Codes extends object = ContractCodes> extends Hooks, Limits {
  /** An absolute http or https address. Its path, if any, precedes the path of every request. */
  readonly baseUrl: string | URL;
  /**
   * The bearer token (RFC 6750), or a function that returns it. The function is called before each attempt, within its time limit.
   * The token is sent only to `baseUrl`, and no error shows it. If left out, no `Authorization` is sent.
   */
  readonly token?: string | (() => string | Promise<string>) | undefined;
  /** The protocol version to ask for in `UHP-Version`. Default: the newest version that this package knows. */
  readonly version?: Version | undefined;
  /** Used in place of the global `fetch`. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** The service's catalog, so that the client knows its own codes, their details and their retry rules. */
  readonly catalog?: Catalog<Codes> | undefined;
  /**
   * Cleans the excerpts of responses that are not envelopes: what `createSanitizer` of core returns. Without one, an excerpt,
   * and so the error's `message`, may hold anything that the server wrote, except the token.
   */
  readonly sanitizer?: ExcerptSanitizer | undefined;
  /** Seconds that a task without `timeout_seconds` may take. Set it to the server's own default. Default 3,600. */
  readonly defaultTaskTimeoutSeconds?: number | undefined;
  /** Milliseconds that are added to a task's time, for the network. Default 60,000. */
  readonly taskTimeoutMarginMs?: number | undefined;
  /** Milliseconds that any other request may take, uploads and downloads included. Default 600,000. */
  readonly requestTimeoutMs?: number | undefined;
  /**
   * Gives the headers of the request that your service is answering. Its `traceparent`, `tracestate` and `x-request-id` are sent on to
   * `baseUrl`, where they are well-formed, so that one failure has one id in all services. What it throws is ignored. Nothing is sent on
   * with `redirect: "follow"`, which may lead to another origin.
   *
   * @example
   * const requests = new AsyncLocalStorage<IncomingMessage>();
   * createClient({ baseUrl, incomingHeaders: () => requests.getStore()?.headers });
   */
  readonly incomingHeaders?: (() => IncomingHeaders | undefined) | undefined;
  /** For tests: time and chance. */
  readonly clock?: Clock | undefined;
}

/** What a request takes besides the fields of `RequestInit`. */
export interface ClientInit extends Omit<RequestInit, "window">, Hooks, Limits {
  /**
   * The `Idempotency-Key`. For `POST /v1/responses` the client makes one, unless this option or a header gives it. `false` sends none;
   * a POST is then never sent again. Other requests with unsafe methods are sent again only with a key.
   */
  readonly idempotencyKey?: string | false | undefined;
  /** Whether the response is a stream of events. Default: the field `stream` of a body that is JSON text. */
  readonly stream?: boolean | undefined;
  /** Seconds that the task may take. Default: the field `timeout_seconds` of a body that is JSON text. */
  readonly timeoutSeconds?: number | undefined;
  /**
   * Headers of the request that your service is answering, in place of what the client's function gives.
   *
   * @example
   * await client.json("/v1/harnesses", { incomingHeaders: request.headers });
   */
  readonly incomingHeaders?: IncomingHeaders | undefined;
  /** Milliseconds that the whole request may take, in place of the client's own limit. Not for streams. */
  readonly timeoutMs?: number | undefined;
}
