import { attempt, tryOr } from "../untrusted/attempt.ts";
import { peek } from "../untrusted/peek.ts";
import { type ErrorObject, makeErrorObject, readErrorObject } from "./error-object.ts";
import type { Made } from "./made.ts";

/**
 * Removes from the five fields of an error what a client must not see.
 *
 * @param defaultMessage The code's own message, which replaces one that says nothing once it is clean.
 * @param made What the catalog checked, if the error still has the same detail.
 */
export type CleanJson = (error: ErrorObject, defaultMessage: string, made: MadeDetail | undefined) => ErrorObject;

type MadeDetail = Pick<Made, "definition" | "given">;

/** The key under which all copies of this package find the function in this process. */
const CLEAN_JSON = Symbol.for("@uhp-errors/core/clean-json");

let own: CleanJson | undefined;

/** Makes the JSON of errors complete, in all copies of this package. The first contract of the process calls it. */
export function provideCleanJson(clean: CleanJson): void {
  own ??= clean;
  // A hardened runtime may have frozen the global object. Other copies then show as little as they did before.
  tryOr(
    () => peek(globalThis, CLEAN_JSON) ?? Object.defineProperty(globalThis, CLEAN_JSON, { value: clean }),
    undefined,
  );
}

/**
 * Returns the five fields without what a client must not see. Until a contract exists in this process, nothing can recognize that, so only
 * the default message is left of the author's texts: no param and no detail. Never throws.
 */
export function cleanJson(error: ErrorObject, defaultMessage: string, made: MadeDetail | undefined): ErrorObject {
  const clean = own ?? peek(globalThis, CLEAN_JSON);
  const closed = () => makeErrorObject(error.type, error.code, defaultMessage);
  return attempt(() => readErrorObject((clean as CleanJson)(error, defaultMessage, made)) ?? closed(), closed);
}
