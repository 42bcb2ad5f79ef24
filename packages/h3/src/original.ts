import { isContractError } from "@uhp-errors/core";
import { isNativeError, isRecord, peek } from "@uhp-errors/core/internal";
import { HTTPError } from "h3";

/** The text of errors that h3's validation makes. */
const OF_VALIDATION = "Validation failed";

/**
 * Returns the value that was thrown, if h3 wrapped it in its own error. h3 keeps it as the `cause`, or in the `data` of
 * the error. Returns any other value as it is. Never throws.
 */
export function unwrap(thrown: unknown): unknown {
  if (!isHttpError(thrown)) return thrown;
  const cause = peek(thrown, "cause");
  const inDetails = isRecord(cause) && !isNativeError(cause) ? peek(cause, "cause") : undefined;
  // If a validator throws an error of the catalog, that error is meant. h3 makes a 400 of everything that a validator
  // throws.
  if (isContractError(inDetails) && peek(thrown, "statusText") === OF_VALIDATION) return inDetails;
  if (peek(thrown, "unhandled") !== true) return thrown;
  return peek(cause, "unhandled") === true && inDetails !== undefined ? inDetails : cause;
}

/** Whether a value is h3's own error. Never throws. */
export function isHttpError(value: unknown): value is HTTPError {
  try {
    return HTTPError.isError(value);
  } catch {
    return false;
  }
}
