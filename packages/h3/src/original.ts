import { isContractError } from "@uhp-errors/core";
import { isNativeError, isRecord, peek } from "@uhp-errors/core/untrusted";
import { HTTPError } from "h3";

/** What h3 says of an error that its validation made. */
const OF_VALIDATION = "Validation failed";

/**
 * What was thrown, of an error that h3 may have made of it. h3 keeps it as the `cause`, or in the details that it makes the error of.
 * Any other value is returned as it is. Never throws.
 */
export function originalOf(thrown: unknown): unknown {
  if (!isHttpError(thrown)) return thrown;
  const cause = peek(thrown, "cause");
  const inDetails = isRecord(cause) && !isNativeError(cause) ? peek(cause, "cause") : undefined;
  // A validator that throws an error of the catalog means that error. h3 makes a 400 of whatever a validator throws.
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
