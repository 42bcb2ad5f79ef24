import { VERSION_HEADER, type Version } from "@uhp-errors/core/codes";
import { attempt } from "@uhp-errors/core/internal";
import { wrong } from "./checks.ts";
import { forwardTraceHeaders } from "./incoming.ts";
import { isStream, OWN_OPTIONS } from "./kinds.ts";
import type { ClientInit, ClientOptions, LogicalRequest } from "./options.ts";
import type { Repeatable } from "./rule.ts";

const TASKS = "/v1/responses";

const KEY_HEADER = "Idempotency-Key";

/** The parts of a request that all attempts share. */
export interface Prepared extends LogicalRequest, Repeatable {
  readonly url: string;
  /** The fields for `fetch`, without headers and signal. */
  readonly init: RequestInit;
  /** Whether a redirect is an error. It is, unless the caller sets `redirect`. */
  readonly refusesRedirects: boolean;
  /** All headers except `Authorization`. */
  readonly headers: Headers;
  readonly isTask: boolean;
  readonly stream: boolean;
  /** Milliseconds that the whole request may take. */
  readonly timeoutMs: number;
}

type Settings = Times & Pick<ClientOptions, "incomingHeaders">;

type Times = Pick<ClientOptions, "defaultTaskTimeoutSeconds" | "taskTimeoutMarginMs" | "requestTimeoutMs">;

/**
 * Prepares a request for sending.
 *
 * @param root The base address that {@link checkBaseUrl} returned.
 * @throws TypeError if the path leaves `root`, if a header or the key is invalid, or if fetch could not send the request.
 */
export function prepare(root: string, version: Version, path: string, given: ClientInit, settings: Settings): Prepared {
  // The fields of a Request are getters, which `Object.entries` does not see.
  if (given instanceof Request) throw wrong("init", "an object, and not a Request");
  const { body, redirect, stream, timeoutMs } = given;
  const url = urlWithin(root, path);
  const method = (given.method ?? "GET").toUpperCase();
  // A redirect would send the token, the task, and its key to any address that a response names.
  const refusesRedirects = redirect === undefined || redirect === "error";
  const init: RequestInit = {
    ...Object.fromEntries(Object.entries(given).filter(([name]) => !Object.hasOwn(OWN_OPTIONS, name))),
    redirect: refusesRedirects ? "manual" : redirect,
    method,
    // Required for a body that is a stream (Fetch, 5.4).
    ...{ duplex: "half" },
  };
  const replayable = !isStream(body);
  // Used only for its checks. It would consume a stream, so a stream is replaced.
  new Request(url, replayable ? init : { ...init, body: "" });
  const headers = readHeaders(given.headers);
  headers.set(VERSION_HEADER, version);
  // By default, fetch sends a string as `text/plain`.
  if (typeof body === "string" && !headers.has("Content-Type")) headers.set("Content-Type", "application/json");
  // A redirect that is followed may lead to another origin.
  if (redirect !== "follow") forwardTraceHeaders(headers, () => given.incomingHeaders ?? settings.incomingHeaders?.());
  const isTask = method === "POST" && isTasks(root, url);
  const idempotencyKey = chosenKey(given.idempotencyKey, headers.get(KEY_HEADER), isTask);
  if (idempotencyKey === undefined) headers.delete(KEY_HEADER);
  else headers.set(KEY_HEADER, idempotencyKey);
  const task = isTask ? taskFields(body) : {};
  return {
    method,
    path,
    url: url.href,
    init,
    refusesRedirects,
    headers,
    idempotencyKey,
    replayable,
    isTask,
    stream: stream ?? task.stream === true,
    timeoutMs: timeoutMs ?? chooseTimeout(isTask, given.taskTimeoutSeconds ?? task.timeout_seconds, settings),
  };
}

/** Whether a URL accepts tasks. The base address may include the `/v1` of the path. */
function isTasks(root: string, { pathname }: URL): boolean {
  const base = new URL(root).pathname.replace(/\/$/, "");
  return [base, base.replace(/\/v1$/, "")].some((service) => pathname.replace(/\/$/, "") === service + TASKS);
}

/** Returns the time limit of a request. For a task, this is the task's own time plus a margin. */
function chooseTimeout(isTask: boolean, seconds: number | undefined, times: Times): number {
  const { defaultTaskTimeoutSeconds = 3_600, taskTimeoutMarginMs = 60_000, requestTimeoutMs = 600_000 } = times;
  if (seconds === undefined && !isTask) return requestTimeoutMs;
  return (seconds ?? defaultTaskTimeoutSeconds) * 1_000 + taskTimeoutMarginMs;
}

/**
 * Checks a base address at start-up. Returns it without a trailing slash.
 *
 * @throws TypeError if the address is not valid.
 */
export function checkBaseUrl(baseUrl: string | URL): string {
  const { href, origin, pathname } = attempt<Partial<URL>>(
    () => new URL(baseUrl),
    () => ({}),
  );
  // The rest would be credentials, a query or a fragment.
  if (/^http/.test(`${origin}`) && href === `${origin}${pathname}`) return href.replace(/\/$/, "");
  throw wrong("baseUrl", "an absolute http or https address without credentials, query and fragment");
}

/** Resolves a path below the base address, so that the token is never sent anywhere else. */
function urlWithin(root: string, path: string): URL {
  const url = /^\//.test(path) ? new URL(root + path) : undefined;
  if (url?.href.startsWith(`${root}/`)) return url;
  throw wrong("path", 'one that begins with "/" and stays below baseUrl');
}

/** @throws TypeError that does not show the value, which may be a credential. */
function readHeaders(given: ClientInit["headers"]): Headers {
  return attempt(
    () => new Headers(given),
    () => {
      throw wrong("headers", "names and values that a header can have");
    },
  );
}

function chosenKey(option: string | false | undefined, header: string | null, isTask: boolean): string | undefined {
  if (option === false) return undefined;
  const key = (option ?? header ?? (isTask ? newKey() : undefined))?.trim();
  if (key === undefined || /^[\x20-\x7e]+$/.test(key)) return key;
  throw wrong("idempotencyKey", "a text of printable ASCII or false");
}

/** `crypto.randomUUID` is missing in pages that were not loaded securely. */
function newKey(): string {
  const hex = (byte: number) => byte.toString(16).padStart(2, "0");
  return crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint8Array(16)), hex).join("");
}

interface TaskFields {
  readonly stream?: unknown;
  readonly timeout_seconds?: number | undefined;
}

/** Returns the time and stream fields of a task's body, if the body is a JSON string. */
function taskFields(body: unknown): TaskFields {
  return attempt<TaskFields>(
    () => {
      const { stream, timeout_seconds: seconds } = JSON.parse(body as string) as Record<string, unknown>;
      return { stream, timeout_seconds: typeof seconds === "number" && seconds >= 0 ? seconds : undefined };
    },
    () => ({}),
  );
}
