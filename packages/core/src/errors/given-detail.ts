import { ownFields, peek } from "../untrusted/peek.ts";
import type { Made } from "./made.ts";

/** Registered, so that another copy of this package reads it. */
const GIVEN_DETAIL = Symbol.for("@uhp-errors/core/given-detail");

/**
 * Stores the detail that the author of an error gave, if a schema made something else of it. A schema may rename or cut a secret, so a
 * contract cleans what was given, and any copy of this package may answer.
 */
export function noteGivenDetail(error: object, { given, detail }: Pick<Made, "given" | "detail">): void {
  if (given === detail) return;
  const value = Object.freeze(ownFields({ given, detail }));
  Object.defineProperty(error, GIVEN_DETAIL, ownFields({ value }));
}

/** Returns the detail that the author gave; the error's own detail if no schema changed it, or if other code has since. Never throws. */
export function givenDetail(thrown: unknown): unknown {
  const detail = peek(thrown, "detail");
  const noted = peek(thrown, GIVEN_DETAIL);
  return peek(noted, "detail") === detail ? peek(noted, "given") : detail;
}
