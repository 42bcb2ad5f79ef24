import { classesOf } from "../untrusted/classes.ts";
import { inheritsError, isNativeError, isObject, peek, peekItems, peekString } from "../untrusted/peek.ts";

/** The most causes that are printed. */
export const MAX_CAUSES = 5;

/** Fields in which a library keeps the error that it wraps, besides `cause`. */
const WRAPPED = ["parent", "original", "driverError"];

/**
 * Returns the causes of an error: its `cause`, both errors of a `SuppressedError`, and the errors of an `AggregateError`, which is thrown
 * when all of several attempts fail. Validators also have a list of errors, but of texts and objects, which quote what the client sent. At
 * most as many as are printed. Never throws.
 */
export function causesOf(value: unknown): readonly unknown[] {
  const suppressed = peekString(value, "name") === "SuppressedError" ? ["error", "suppressed"] : [];
  const isAggregate = classesOf(value).includes("AggregateError");
  const errors = peekItems(peek(value, "errors"), MAX_CAUSES);
  return [
    ...["cause", ...suppressed].map((key) => peek(value, key)),
    ...errors.filter((error) => isAggregate || isNativeError(error) || inheritsError(error)),
  ].filter((cause) => cause !== undefined && cause !== null);
}

/** Returns the errors that an error may quote: its causes, and those in fields of libraries. Never throws. */
export function wrappedErrors(value: unknown): readonly unknown[] {
  return [...causesOf(value), ...WRAPPED.map((key) => peek(value, key))].filter(isObject);
}
