import { VERSION_HEADER, type Version } from "@uhp-errors/core/codes";
import type { ClientInit, ClientOptions, LogicalRequest } from "./options.ts";
import type { Repeatable } from "./rule.ts";

/** The path to which tasks are sent. */
const TASKS = "/v1/responses";

const KEY_HEADER = "Idempotency-Key";

/** What every attempt of a request has in common. */
export interface Prepared extends LogicalRequest, Repeatable {
  readonly url: string;
  /** The fields for `fetch`, without headers and signal. */
  readonly init: RequestInit;
  /** Whether a redirect is an error. It is, unless the caller sets `redirect`. */
  readonly refusesRedirects: boolean;
  /** All headers but `Authorization`. */
  readonly headers: Headers;
  /** Whether it sends a task. */
  readonly isTask: boolean;
  readonly stream: boolean;
  /** Milliseconds that the whole request may take. */
  readonly timeoutMs: number;
}

type Times = Pick<ClientOptions, "defaultTaskTimeoutSeconds" | "taskTimeoutMarginMs" | "requestTimeoutMs">;

/**
 * Works out what to send.
 *
 * @throws TypeError when the path leaves `base`, when a header or the key is not valid, or when fetch could not send it.
 */
export function prepare(base: URL, version: Version, path: string, given: ClientInit, times: Times): Prepared {
  // Its fields are getters, which a spread does not copy.
  if (given instanceof Request) throw new TypeError("init: expected fields as fetch takes them, and not a Request");
  const { idempotencyKey, stream, timeoutSeconds, timeoutMs, onAttempt, cancel, waitForSession, ...rest } = given;
  const { maxAttempts, maxElapsedMs, backoffMs, maxBackoffMs, inactivityMs, headers: _, signal: __, ...init } = rest;
  const method = (init.method ?? "GET").toUpperCase();
  const url = urlWithin(base, path);
  const sent = sentInit(url, init, method);
  const isTask = method === "POST" && isTaskPath(base, url);
  const headers = headersOf(given.headers);
  headers.set(VERSION_HEADER, version);
  // By itself, fetch would call a text `text/plain`.
  if (typeof init.body === "string" && !headers.has("Content-Type")) headers.set("Content-Type", "application/json");
  const key = keyOf(idempotencyKey, headers.get(KEY_HEADER), isTask);
  if (key === undefined) headers.delete(KEY_HEADER);
  else headers.set(KEY_HEADER, key);
  const body = isTask ? taskFields(init.body) : {};
  const seconds = timeoutSeconds ?? body.timeout_seconds;
  return {
    method,
    path,
    url: url.href,
    init: sent,
    refusesRedirects: refusesRedirects(init),
    headers,
    idempotencyKey: key,
    replayable: !isStream(init.body),
    isTask,
    stream: stream ?? body.stream === true,
    timeoutMs: timeoutMs ?? timeoutOf(isTask, seconds, times),
  };
}

/** The fields for `fetch`. @throws TypeError for what fetch could not send. */
function sentInit(url: URL, init: RequestInit, method: string): RequestInit {
  const redirect = refusesRedirects(init) ? "manual" : (init.redirect ?? "follow");
  const streamed = isStream(init.body);
  // A body that is a stream needs `duplex` (Fetch, 5.4).
  const sent: RequestInit = { ...init, redirect, method, ...(streamed ? { duplex: "half" as const } : {}) };
  // Only for its checks. It would consume a stream.
  new Request(url, streamed ? { ...sent, body: "" } : sent);
  return sent;
}

/** A redirect would take the token, the task and its key to any place that a response names. */
function refusesRedirects({ redirect }: RequestInit): boolean {
  return redirect === undefined || redirect === "error";
}

/** At least the task's own time plus a margin (TMO-1), never a fixed 30 seconds for all. */
function timeoutOf(isTask: boolean, seconds: number | undefined, times: Times): number {
  const { defaultTaskTimeoutSeconds = 3_600, taskTimeoutMarginMs = 60_000, requestTimeoutMs = 600_000 } = times;
  if (seconds === undefined && !isTask) return requestTimeoutMs;
  return (seconds ?? defaultTaskTimeoutSeconds) * 1_000 + taskTimeoutMarginMs;
}

/**
 * Checks a base address at start-up.
 *
 * @throws TypeError
 */
export function baseOf(baseUrl: string | URL): URL {
  const base = URL.canParse(String(baseUrl)) ? new URL(baseUrl) : undefined;
  const plain = base !== undefined && `${base.username}${base.password}${base.search}${base.hash}` === "";
  if (plain && /^https?:$/.test(base.protocol)) return base;
  throw new TypeError("baseUrl: expected an absolute http or https address without credentials, query and fragment");
}

/** Keeps the token at the base address, whatever the path is made of. */
function urlWithin(base: URL, path: string): URL {
  const root = base.pathname.replace(/\/$/, "");
  const url = typeof path === "string" && path.startsWith("/") ? new URL(`${base.origin}${root}${path}`) : undefined;
  if (url?.origin === base.origin && url.pathname.startsWith(`${root}/`)) return url;
  throw new TypeError('path: expected one that begins with "/" and stays below baseUrl');
}

/** @throws TypeError that does not show the value, which may be a credential. */
function headersOf(given: ClientInit["headers"]): Headers {
  try {
    return new Headers(given);
  } catch {
    throw new TypeError("headers: expected names and values that a header can have");
  }
}

function isTaskPath(base: URL, url: URL): boolean {
  const path = url.pathname.slice(base.pathname.replace(/\/$/, "").length);
  return path === TASKS || path === `${TASKS}/`;
}

function keyOf(option: string | false | undefined, header: string | null, isTask: boolean): string | undefined {
  if (option === false) return undefined;
  const key = (option ?? header ?? (isTask ? newKey() : undefined))?.trim();
  if (key === undefined || /^[\x20-\x7e]+$/.test(key)) return key;
  throw new TypeError("idempotencyKey: expected a text of printable ASCII characters, or false");
}

/** `crypto.randomUUID` is missing in pages that were not loaded securely. */
function newKey(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

interface TaskFields {
  readonly stream?: unknown;
  readonly timeout_seconds?: number | undefined;
}

/** What a task's body says about its time and stream, when it is JSON text. */
function taskFields(body: unknown): TaskFields {
  if (typeof body !== "string") return {};
  try {
    const { stream, timeout_seconds: seconds } = JSON.parse(body) as Record<string, unknown>;
    return { stream, timeout_seconds: typeof seconds === "number" && seconds >= 0 ? seconds : undefined };
  } catch {
    return {};
  }
}

function isStream(body: unknown): boolean {
  return typeof body === "object" && body !== null && (Symbol.asyncIterator in body || "getReader" in body);
}
