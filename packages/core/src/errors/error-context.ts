import { ownFields, peek } from "../untrusted/peek.ts";
import type { JsonObject } from "./detail.ts";

/** Registered, so that another copy of this package reads it. */
const CONTEXT = Symbol.for("@uhp-errors/core/context");

/**
 * Stores the facts for operators as a non-enumerable property under a symbol: whatever prints, copies or serializes an error's own fields
 * must not pick them up.
 */
export function noteContext(error: object, value: JsonObject): void {
  Object.defineProperty(error, CONTEXT, ownFields({ value }));
}

/** Returns what was stored, by any copy of this package; `undefined` if nothing was. Never throws. */
export function contextIn(thrown: unknown): unknown {
  return peek(thrown, CONTEXT);
}
