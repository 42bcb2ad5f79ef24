import { ANY, atLeast, BOOLEAN, either, FUNCTION, having, type Kind, type Kinds, TEXT } from "./checks.ts";
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
} satisfies Record<keyof Limits, Kind>;

/** The options of a client. */
export const CLIENT_OPTIONS = {
  baseUrl: ANY,
  token: either(TEXT, FUNCTION),
  version: ANY,
  fetch: FUNCTION,
  catalog: CATALOG,
  sanitizer: SANITIZER,
  ...LIMITS,
  defaultTaskTimeoutSeconds: TIME,
  taskTimeoutMarginMs: TIME,
  requestTimeoutMs: TIME,
  ...HOOKS,
  clock: having("an object with now, elapsed, random and after", "now", "elapsed", "random", "after"),
} satisfies Record<keyof ClientOptions, Kind>;

const NULL: Kind = { says: "null", holds: (value) => value === null };

/** `fetch` would silently send an object as the text "[object Object]". */
const BODY: Kind = {
  says: "a text or another body of fetch, such as JSON.stringify(value)",
  holds: (value) => value === null || typeof value === "string" || (typeof value === "object" && !isPlain(value)),
};

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  const plain = prototype === Object.prototype || prototype === null || Array.isArray(value);
  return plain && !(Symbol.asyncIterator in value) && !("getReader" in value);
}

/** Fields of `fetch` (Fetch, 5.4), which checks most of them itself. */
const OF_FETCH = {
  method: TEXT,
  headers: ANY,
  body: BODY,
  signal: either(having("an AbortSignal", "addEventListener", "throwIfAborted"), NULL),
  redirect: ANY,
  credentials: ANY,
  cache: ANY,
  mode: ANY,
  referrer: ANY,
  referrerPolicy: ANY,
  integrity: ANY,
  keepalive: ANY,
  priority: ANY,
  duplex: ANY,
} satisfies Kinds;

/** Fields that runtimes add to those of `fetch`. */
const OF_RUNTIMES: Kinds = Object.fromEntries(
  [
    // Node
    "dispatcher",
    // Deno
    "client",
    // Workers
    "cf",
    "fetcher",
    // Bun
    "proxy",
    "tls",
    "unix",
    "decompress",
    "verbose",
    // Next.js
    "next",
    // Browsers
    "attributionReporting",
    "browsingTopics",
    "adAuctionHeaders",
    "sharedStorageWritable",
    "privateToken",
    "targetAddressSpace",
  ].map((name) => [name, ANY]),
);

/** The options of a request. */
export const REQUEST_OPTIONS: Kinds = {
  ...({
    idempotencyKey: either(TEXT, { says: "false", holds: (value) => value === false }),
    stream: BOOLEAN,
    timeoutSeconds: TIME,
    timeoutMs: TIME,
    ...LIMITS,
    ...HOOKS,
  } satisfies Record<Exclude<keyof ClientInit, keyof RequestInit>, Kind>),
  ...OF_FETCH,
  ...OF_RUNTIMES,
};
