import { isRecord } from "@uhp-errors/core/internal";
import { ANY, atLeast, BOOLEAN, FUNCTION, having, type Kind, type Kinds, SIGNAL, TEXT } from "./checks.ts";
import type { ClientInit, ClientOptions, Hooks, Limits } from "./options.ts";
import { CATALOG, SANITIZER, TIME } from "./parse-kinds.ts";

const HOOKS = {
  onAttempt: FUNCTION,
  cancel: FUNCTION,
  waitForSession: FUNCTION,
} satisfies Record<keyof Hooks, Kind>;

const LIMITS = {
  maxAttempts: atLeast(1),
  maxElapsedMs: TIME,
  backoffMs: TIME,
  maxBackoffMs: TIME,
  inactivityMs: TIME,
  maxJsonBytes: atLeast(0),
} satisfies Record<keyof Limits, Kind>;

export const CLIENT_OPTIONS = {
  baseUrl: ANY,
  token: { ...TEXT, ...FUNCTION },
  version: ANY,
  onDeprecation: FUNCTION,
  fetch: FUNCTION,
  catalog: CATALOG,
  sanitizer: SANITIZER,
  ...LIMITS,
  defaultTaskTimeoutSeconds: TIME,
  taskTimeoutMarginMs: TIME,
  requestTimeoutMs: TIME,
  ...HOOKS,
  incomingHeaders: FUNCTION,
  clock: having("an object with now, elapsed, random and after", "now", "elapsed", "random", "after"),
} satisfies Record<keyof ClientOptions, Kind>;

/** Rejects plain objects, because `fetch` would silently send the string "[object Object]". */
const BODY: Kind = {
  ...TEXT,
  "another body of fetch, such as JSON.stringify(value)": (value) =>
    value === null || (typeof value === "object" && !isPlain(value)),
};

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return (prototype === Object.prototype || prototype === null || Array.isArray(value)) && !isStream(value);
}

/** Whether a body can be read only once. */
export function isStream(body: unknown): boolean {
  return isRecord(body) && (Symbol.asyncIterator in body || "getReader" in body);
}

/** The options of a request that are not passed to `fetch` unchanged. */
export const OWN_OPTIONS = {
  idempotencyKey: { ...TEXT, false: (value: unknown) => value === false },
  stream: BOOLEAN,
  taskTimeoutSeconds: TIME,
  timeoutMs: TIME,
  ...LIMITS,
  ...HOOKS,
  incomingHeaders: { "the headers of a request": isRecord },
  headers: ANY,
  signal: SIGNAL,
} satisfies Record<Exclude<keyof ClientInit, keyof RequestInit> | "headers" | "signal", Kind>;

/** The fields of `fetch` (Fetch, 5.4), which checks them itself, and those that runtimes add. */
const OF_FETCH = [
  "redirect credentials cache mode referrer referrerPolicy integrity keepalive priority duplex",
  // Node, Deno, Workers, Bun and Next.js
  "dispatcher client cf fetcher proxy tls unix decompress verbose next",
  // Browsers
  "attributionReporting browsingTopics adAuctionHeaders sharedStorageWritable privateToken targetAddressSpace",
].flatMap((names) => names.split(" "));

export const REQUEST_OPTIONS: Kinds = {
  ...OWN_OPTIONS,
  method: TEXT,
  body: BODY,
  ...Object.fromEntries(OF_FETCH.map((name) => [name, ANY])),
};
