import { ownFields, peek } from "../untrusted/peek.ts";
import { readThrown } from "../untrusted/thrown.ts";
import { type ClientError, upstreamOf } from "./client-error.ts";

/** Registered, so that every copy of this package sees what another copy has relayed. */
const RELAYED = Symbol.for("@uhp-errors/core/relayed");

/**
 * The facts about the other service's error that an error replaces: the upstream for the report, and whether the request may be repeated.
 */
export type Relayed = Pick<ClientError, "upstream" | "retry">;

/**
 * Stores it as a non-enumerable property. What the catalog checked is known only to the copy that made the error, and only until the error
 * is changed; "do not ask again" must outlast both.
 */
export function noteRelayed(error: object, { upstream, retry }: Relayed): void {
  const value = Object.freeze(ownFields({ upstream, retry }));
  Object.defineProperty(error, RELAYED, ownFields({ value }));
}

/** Reads the stored facts from an error again; `undefined` if there are none. Never throws. */
export function relayedIn(thrown: unknown): Relayed | undefined {
  const noted = peek(thrown, RELAYED);
  if (noted === undefined) return undefined;
  const upstream = peek(noted, "upstream");
  return {
    upstream: upstream === undefined ? undefined : upstreamOf(readThrown(upstream)),
    retry: peek(noted, "retry") === "never" ? "never" : undefined,
  };
}
