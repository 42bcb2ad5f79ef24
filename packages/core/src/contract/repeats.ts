import type { RequestFacts } from "../wire.ts";

/**
 * Which values one contract has dealt with, request by request: a broken stream is told both to the answer that it was
 * piped into and to whoever waits for it. Primitives have no identity, so each of them counts as new.
 */
export class Repeats {
  readonly #seen = new WeakMap<RequestFacts, WeakSet<object>>();
  readonly #over = new WeakSet<RequestFacts>();

  /** Whether the very same value came before with these facts. The next time it will have. */
  has(thrown: unknown, facts: RequestFacts): boolean {
    if ((typeof thrown !== "object" && typeof thrown !== "function") || thrown === null) return false;
    const seen = this.#seen.get(facts) ?? new WeakSet();
    if (seen.has(thrown)) return true;
    this.#seen.set(facts, seen.add(thrown));
    return false;
  }

  /** Whether the connection of a request was found closed before. The next time it will have been. */
  wasOver(facts: RequestFacts): boolean {
    const over = this.#over.has(facts);
    this.#over.add(facts);
    return over;
  }
}
