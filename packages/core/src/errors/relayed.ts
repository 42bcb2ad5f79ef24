import { ownFields, peek } from "../untrusted/peek.ts";
import { readThrown } from "../untrusted/thrown.ts";
import { type ClientError, upstreamOf } from "./client-error.ts";

/** Registered, so that every copy of this package knows what another one has relayed. */
const RELAYED = Symbol.for("@uhp-errors/core/relayed");

/** What is known of the other service's error that an error replaces: what the report says, and whether the request may be repeated. */
export type Relayed = Pick<ClientError, "upstream" | "retry">;

/**
 * Writes it on an error, as a property that is not listed. The seal of an error is of use to the copy of this package that made it, and only
 * until somebody changes the error. That the other service must not be asked again holds for longer.
 */
export function noteRelayed(error: object, { upstream, retry }: Relayed): void {
  const value = Object.freeze(ownFields({ upstream, retry }));
  Object.defineProperty(error, RELAYED, ownFields({ value }));
}

/** What is written on an error, read anew; `undefined` when nothing is. Never throws. */
export function relayedIn(thrown: unknown): Relayed | undefined {
  const noted = peek(thrown, RELAYED);
  if (noted === undefined) return undefined;
  const upstream = peek(noted, "upstream");
  return {
    upstream: upstream === undefined ? undefined : upstreamOf(readThrown(upstream)),
    retry: peek(noted, "retry") === "never" ? "never" : undefined,
  };
}
