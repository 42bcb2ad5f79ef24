import { VERSIONS, type Version } from "@uhp-errors/core";
import { parseRoutes, type Routes } from "./routes.ts";

/**
 * Sends the bytes of a request on a connection of its own and resolves with all that came back, a character a byte; with an empty text
 * when the connection was closed without an answer. Rejects when there is neither an answer nor an end in time.
 */
export type RawExchange = (request: string) => Promise<string>;

/** One answer, to show progress. */
export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** Whether the request was one that any client might send: with the token, if any, the audited version, and nothing to refuse. */
  readonly ordinary: boolean;
}

/** What {@link audits} takes. */
export interface AuditOptions {
  /** The address of the service, `http:` or `https:`. Paths of routes are relative to it. No other host is asked. */
  readonly url: string | URL;
  /** Sends the requests: the global `fetch` when left out. It must not follow redirects. */
  readonly fetch?: typeof globalThis.fetch;
  /** A bearer token that the service accepts. It is sent to the service alone, and no outcome shows it. */
  readonly token?: string;
  /** What the audits may know of the service's routes; what needs more is skipped. */
  readonly routes?: Routes;
  /** The version of the specification whose rules count: the newest when left out. */
  readonly requirements?: Version;
  /** Sends raw bytes, for the audits that `fetch` cannot do; these are skipped when it is left out. */
  readonly raw?: RawExchange;
  /** Milliseconds that a request may take, its answer included: 10,000 when left out. */
  readonly timeoutMs?: number;
  /** Bytes of an answer's body that are read: 1,048,576 when left out, and 4,096 at least. */
  readonly maxBytes?: number;
  /** Requests that all audits together may send: 300 when left out. What would need more is skipped. */
  readonly maxRequests?: number;
  /** Hears of every answer. What it throws is ignored. */
  readonly onAnswer?: (seen: Seen) => void;
}

/** The options, checked and complete. */
export interface Settings {
  /** Without a slash, a query or a fragment at its end. */
  readonly base: string;
  readonly fetch: typeof globalThis.fetch;
  readonly token: string | undefined;
  readonly routes: Routes;
  readonly version: Version;
  readonly raw: RawExchange | undefined;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly maxRequests: number;
  readonly onAnswer: ((seen: Seen) => void) | undefined;
}

const KNOWN = [
  "url",
  "fetch",
  "token",
  "routes",
  "requirements",
  "raw",
  "timeoutMs",
  "maxBytes",
  "maxRequests",
  "onAnswer",
] as const satisfies readonly (keyof AuditOptions)[];

/** @throws TypeError that names the option and what it may hold. */
export function settingsOf(options: AuditOptions): Settings {
  const unknown = Object.keys(options).filter((name) => !(KNOWN as readonly string[]).includes(name));
  if (unknown.length > 0) throw new TypeError(`unknown option ${unknown.join(", ")}; known are ${KNOWN.join(", ")}`);
  const { token, requirements = VERSIONS.at(-1) as Version, raw, onAnswer } = options;
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token)) {
    throw new TypeError("token: expected printable characters without a space");
  }
  if (!VERSIONS.includes(requirements)) throw new TypeError(`requirements: expected one of ${VERSIONS.join(", ")}`);
  return {
    base: baseOf(options.url),
    fetch: options.fetch ?? globalThis.fetch,
    token,
    routes: parseRoutes(options.routes ?? {}),
    version: requirements,
    raw,
    timeoutMs: positive("timeoutMs", options.timeoutMs ?? 10_000),
    maxBytes: positive("maxBytes", options.maxBytes ?? 1_048_576, 4_096),
    maxRequests: positive("maxRequests", options.maxRequests ?? 300),
    onAnswer,
  };
}

function baseOf(given: string | URL): string {
  const url = URL.canParse(String(given)) ? new URL(given) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new TypeError('url: expected an address such as "http://127.0.0.1:3000"');
  }
  if (url.username !== "" || url.password !== "") {
    throw new TypeError("url: expected an address without a user and a password");
  }
  return `${url.origin}${url.pathname.replace(/\/$/, "")}`;
}

function positive(name: string, value: number, least = 1): number {
  if (!Number.isSafeInteger(value) || value < least) {
    throw new TypeError(`${name}: expected a whole number from ${least} on`);
  }
  return value;
}
