import { VERSIONS, type Version } from "@uhp-errors/core";
import { parseRoutes, type Routes } from "./routes.ts";

/**
 * Sends the bytes of a request on its own connection. Resolves with everything that came back, a character for each
 * byte; with an empty string if the connection was closed without a response. Rejects if there is neither a response
 * nor an end in time.
 */
export type RawExchange = (request: string) => Promise<string>;

/** One response, for showing progress. */
export interface AuditResponse {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** Whether it was an ordinary request: with the token, if there is one, with the audited version, and with nothing to refuse. */
  readonly ordinary: boolean;
}

/** Options of {@link audits}. */
export interface AuditOptions {
  /** The address of the service, `http:` or `https:`. Paths of routes are relative to it. Requests go to no other host. */
  readonly url: string | URL;
  /** Sends the requests. By default, the global `fetch`. It must not follow redirects. */
  readonly fetch?: typeof globalThis.fetch;
  /** A bearer token that the service accepts. It is only sent to the service, and no outcome shows it. */
  readonly token?: string;
  /** What is known about the service's routes. Audits that need more are skipped. */
  readonly routes?: Routes;
  /** The version of the specification to check against. By default, the newest. */
  readonly requirements?: Version;
  /** Sends raw bytes, for audits that `fetch` cannot do. Without it, these are skipped. */
  readonly raw?: RawExchange;
  /** Milliseconds that a request and its response may take. By default, 10,000. */
  readonly timeoutMs?: number;
  /** Bytes of a response's body that are read. By default, 1,048,576; at least 4,096. */
  readonly maxBytes?: number;
  /** The maximum number of requests that all audits together may send. By default, 300. Audits that would need more are skipped. */
  readonly maxRequests?: number;
  /** Called with each response. What it throws is ignored. */
  readonly onResponse?: (response: AuditResponse) => void;
}

/** The options, checked and complete. */
export interface Settings {
  /** Without a trailing slash, a query or a fragment. */
  readonly base: string;
  readonly fetch: typeof globalThis.fetch;
  readonly token: string | undefined;
  readonly routes: Routes;
  readonly version: Version;
  readonly raw: RawExchange | undefined;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly maxRequests: number;
  readonly onResponse: ((response: AuditResponse) => void) | undefined;
}

const KNOWN = "url fetch token routes requirements raw timeoutMs maxBytes maxRequests onResponse".split(" ");

/** @throws TypeError that names the option and its allowed values. */
export function checkOptions(options: AuditOptions): Settings {
  const unknown = Object.keys(options).filter((name) => !KNOWN.includes(name));
  if (unknown.length > 0) throw new TypeError(`unknown option ${unknown.join(", ")}; known are ${KNOWN.join(", ")}`);
  const { token, requirements = VERSIONS.at(-1) as Version, raw, onResponse } = options;
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token)) {
    throw new TypeError("token: expected printable characters without a space");
  }
  if (!VERSIONS.includes(requirements)) throw new TypeError(`requirements: expected one of ${VERSIONS.join(", ")}`);
  return {
    base: readBase(options.url),
    fetch: options.fetch ?? globalThis.fetch,
    token,
    routes: parseRoutes(options.routes ?? {}),
    version: requirements,
    raw,
    timeoutMs: positive("timeoutMs", options.timeoutMs ?? 10_000),
    maxBytes: positive("maxBytes", options.maxBytes ?? 1_048_576, 4_096),
    maxRequests: positive("maxRequests", options.maxRequests ?? 300),
    onResponse,
  };
}

function readBase(given: string | URL): string {
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
