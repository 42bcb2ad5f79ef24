import type { AnyCatalog, Catalog } from "@uhp-errors/core";
import type { Version } from "@uhp-errors/core/codes";
import type { Sanitizer } from "@uhp-errors/core/sanitizer";
import type { Clock } from "./clock.ts";
import type { ApiError } from "./errors.ts";
import type { IncomingHeaders } from "./incoming.ts";

/** One call to the client, regardless of how many attempts it takes. */
export interface LogicalRequest {
  readonly method: string;
  /** The path as the caller passed it, including its query. */
  readonly path: string;
  /** The `Idempotency-Key` of every attempt; undefined if there is none. */
  readonly idempotencyKey: string | undefined;
}

/** One attempt of a request, and whether it will be retried. Reported when the attempt has failed or the head of a response has arrived. */
export interface Attempt extends LogicalRequest {
  /** Counts from 1. */
  readonly attempt: number;
  /** The status of the response; undefined if there was no response. */
  readonly status: number | undefined;
  /** Why the attempt failed; undefined if it succeeded. */
  readonly error: unknown;
  /** Milliseconds since the first attempt began. */
  readonly elapsedMs: number;
  /** Whether the request will be sent again, unless the caller aborts or the session stays busy for too long. */
  readonly willRetry: boolean;
  /** Milliseconds until the next attempt; undefined if there is none. Does not include a wait for a session, which happens first. */
  readonly waitMs: number | undefined;
}

/** A request that the client gave up on without knowing whether the server carried it out. */
export interface AbandonedRequest extends LogicalRequest {
  /** Why the client gave up: the same value that the caller gets. If the caller aborted, the reason for the abort. */
  readonly reason: unknown;
  /** The number of attempts. */
  readonly attempts: number;
}

/** A request that waits for its session. */
export interface SessionWait extends LogicalRequest {
  /**
   * Fires when the client stops waiting, because `maxElapsedMs` has passed or the caller aborted. Stop polling then. Pass it to `fetch`
   * and to timers.
   */
  readonly signal: AbortSignal;
}

/**
 * Hooks of a client or of one request. A request's `cancel` and `waitForSession` replace the client's. Both `onAttempt` hooks are called.
 * Errors thrown by `onAttempt` and `cancel` are ignored.
 */
export interface Hooks {
  /** Called after each attempt. */
  readonly onAttempt?: ((attempt: Attempt) => void) | undefined;
  /**
   * Called when the client gives up on a task and does not know its outcome: after a timeout, an abort, or network failures. The task may
   * still be running, so cancel it here. Not awaited.
   */
  readonly cancel?: ((request: AbandonedRequest) => unknown) | undefined;
  /**
   * Waits until a session's running task has ended. Called after `session_busy`. When it resolves, the request is sent again. If it
   * rejects, or takes longer than `maxElapsedMs` allows, the caller gets the `session_busy` error. Without this hook, the client does not
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
  /** The maximum number of attempts, including the first. Default 4. */
  readonly maxAttempts?: number | undefined;
  /** No retry begins later than this after the start of the first attempt. It does not end a running attempt. Default 600,000. */
  readonly maxElapsedMs?: number | undefined;
  /** The backoff before the n-th retry is random, between 0 and `backoffMs * 2 ** (n - 1)` ("full jitter"). Default 500. */
  readonly backoffMs?: number | undefined;
  /** The maximum backoff. Default 20,000. */
  readonly maxBackoffMs?: number | undefined;
  /** The longest silence of a stream, before its first byte and between two bytes. Default 120,000: four keep-alives. */
  readonly inactivityMs?: number | undefined;
  /**
   * The maximum size in bytes of a successful body that `json` reads. For a longer one, it throws an `UnexpectedResponseError` and does not
   * send the request again. Default 67,108,864 (64 MiB). `fetch` passes the body on as it arrives, without this limit.
   */
  readonly maxJsonBytes?: number | undefined;
}

/** The sanitizer for excerpts. Make one with core's `createSanitizer`. The client itself loads none. */
export type ExcerptSanitizer = Pick<Sanitizer, "message">;

/** What a response says about the end of the version that the client asks for. */
export interface Deprecation {
  readonly version: Version;
  /** Since when, or from when on, the version is deprecated; undefined if the response does not say so (RFC 9745). */
  readonly deprecation: Date | undefined;
  /** When the version ends; undefined if the response does not say so (RFC 8594). */
  readonly sunset: Date | undefined;
}

/** The options of {@link createClient}. */
export interface ClientOptions<Given extends AnyCatalog = Catalog> extends Hooks, Limits {
  /** An absolute HTTP or HTTPS URL. Its path, if any, is prepended to the path of every request. */
  readonly baseUrl: string | URL;
  /**
   * The bearer token (RFC 6750), or a function that returns it. The function is called before each attempt, and counts toward its time
   * limit. The token is sent only to `baseUrl`, and no error shows it. If left out, the client adds no `Authorization`.
   */
  readonly token?: string | (() => string | Promise<string>) | undefined;
  /** The protocol version to request in `UHP-Version`. Default: the newest version that this package knows. */
  readonly version?: Version | undefined;
  /**
   * Called for the first response in `version` that announces an end, of the version or of the address asked for: once for each `baseUrl`
   * and pair of dates in a process. Errors that it throws are ignored. By default, the console shows a warning.
   */
  readonly onDeprecation?: ((deprecation: Deprecation) => void) | undefined;
  /** Replaces the global `fetch`. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** The service's catalog, so that the client knows the service's own codes, their details, and their retry rules. */
  readonly catalog?: Given | undefined;
  /**
   * Cleans the excerpts of responses that are not envelopes. Make one with core's `createSanitizer`. Without one, an excerpt, and so the
   * error's `message`, may contain anything that the server wrote, except the token.
   */
  readonly sanitizer?: ExcerptSanitizer | undefined;
  /** Seconds that a task without `timeout_seconds` may take. Set it to the server's own default. Default 3,600. */
  readonly defaultTaskTimeoutSeconds?: number | undefined;
  /** Milliseconds added to a task's time for the network. Default 60,000. */
  readonly taskTimeoutMarginMs?: number | undefined;
  /** Milliseconds that any other request may take, including uploads and downloads. Default 600,000. */
  readonly requestTimeoutMs?: number | undefined;
  /**
   * Returns the headers of the request that your service is answering. Its `traceparent`, `tracestate`, and `x-request-id` are forwarded
   * to `baseUrl` if they are well-formed, so that a failure has the same id in all services. Errors that the function throws are ignored.
   * Nothing is forwarded with `redirect: "follow"`, which may lead to another origin.
   *
   * @example
   * const requests = new AsyncLocalStorage<IncomingMessage>();
   * createClient({ baseUrl, incomingHeaders: () => requests.getStore()?.headers });
   */
  readonly incomingHeaders?: (() => IncomingHeaders | undefined) | undefined;
  /** @internal For tests: time and randomness. */
  readonly clock?: Clock | undefined;
}

/** The options of a request: the fields of `RequestInit`, and the client's own. */
export interface ClientInit extends Omit<RequestInit, "window">, Hooks, Limits {
  /**
   * The `Idempotency-Key`. For `POST /v1/responses` the client makes one, unless this option or a header provides it. `false` sends none;
   * a POST is then never sent again. Other requests with unsafe methods are sent again only if they have a key.
   */
  readonly idempotencyKey?: string | false | undefined;
  /** Whether the response is a stream of events. Default: the `stream` field of a task's body, if the body is a JSON string. */
  readonly stream?: boolean | undefined;
  /** Seconds that the task may take. Default: the `timeout_seconds` field of a task's body, if the body is a JSON string. */
  readonly taskTimeoutSeconds?: number | undefined;
  /**
   * Headers of the request that your service is answering. They replace those that the client's function returns.
   *
   * @example
   * await client.json("/v1/harnesses", { incomingHeaders: request.headers });
   */
  readonly incomingHeaders?: IncomingHeaders | undefined;
  /** Milliseconds that the whole request may take, instead of the client's own limit. Does not apply to streams. */
  readonly timeoutMs?: number | undefined;
}
