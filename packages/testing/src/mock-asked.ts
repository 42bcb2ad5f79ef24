import type { IncomingMessage } from "node:http";
import type { Catalog } from "@uhp-errors/core";

/** The maximum number of requests for which the mock counts failures. */
const MAX_REMEMBERED = 1_000;

/** What a request asks for in its query. */
export interface Asked {
  readonly param: string | null;
  /** Seconds. */
  readonly retryAfter: number | undefined;
  /** Milliseconds. */
  readonly delayMs: number;
  /** How often the request fails before it succeeds; undefined for always. */
  readonly times: number | undefined;
}

/**
 * Reads the query of a request.
 *
 * @throws `invalid_input` for a value that is not a number.
 */
export function askedIn(query: URLSearchParams, catalog: Catalog): Asked {
  const number = (name: string, pattern: RegExp, wanted: string) => {
    const text = query.get(name);
    if (text === null) return undefined;
    if (pattern.test(text)) return Number(text);
    const message = `The query field ${name} must be ${wanted}.`;
    throw catalog.error("invalid_input", { param: name, message });
  };
  return {
    param: query.get("param"),
    retryAfter: number("retry_after", /^\d{1,9}(?:\.\d{1,3})?$/, "a number of seconds"),
    delayMs: number("delay_ms", /^\d{1,9}$/, "a whole number of milliseconds") ?? 0,
    times: number("times", /^\d{1,9}$/, "a whole number"),
  };
}

/**
 * Counts how often each request has failed. Requests with the same `Idempotency-Key` count as one. Without a key, those
 * with the same method and address do.
 */
export class Failures {
  readonly #counts = new Map<string, number>();

  /** Whether a request fails once more. After it has succeeded, counting starts again. */
  again({ method, url, headers }: IncomingMessage, times: number | undefined): boolean {
    if (times === undefined) return true;
    const request = JSON.stringify([method, url, headers["x-raise"], headers["idempotency-key"]]);
    const failed = this.#counts.get(request) ?? 0;
    this.#counts.delete(request);
    if (failed >= times) return false;
    this.#counts.set(request, failed + 1);
    const [oldest] = this.#counts.keys();
    if (this.#counts.size > MAX_REMEMBERED && oldest !== undefined) this.#counts.delete(oldest);
    return true;
  }
}
