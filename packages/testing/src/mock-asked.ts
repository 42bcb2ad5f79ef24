import type { IncomingMessage } from "node:http";
import type { Catalog } from "@uhp-errors/core";

/** Requests of which the mock remembers how often they failed. */
const MAX_REMEMBERED = 1_000;

/** What the query of a request asks for. */
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
 * @throws `invalid_input` for a number that is none.
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

/** Counts how often each request failed. A request with an `Idempotency-Key` is one by that key, and else by its method and address. */
export class Failures {
  readonly #counts = new Map<string, number>();

  /** Whether a request fails again. After its success, it is counted anew. */
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
