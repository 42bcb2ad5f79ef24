import { DEFAULT_SANITIZER } from "../sanitizer/engine/sanitizer.ts";
import { copyDetail } from "./detail.ts";
import { type ErrorObject, makeErrorObject } from "./error-object.ts";
import { guardMessage } from "./message.ts";
import { toParam } from "./param.ts";
import { safeDetail } from "./safe-detail.ts";
import { safeParam } from "./safe-param.ts";

/** Replaces a message of which nothing is left. */
const FAILED = "The request failed.";

/** Removes from the five fields of an error what the built-in rules find. Other code may have changed each of them. Never throws. */
export function cleanError(error: ErrorObject, defaultMessage: string): ErrorObject {
  const fallback = guardMessage(defaultMessage, FAILED, DEFAULT_SANITIZER).message;
  const { message } = guardMessage(error.message, fallback, DEFAULT_SANITIZER);
  const detail = copyDetail(error.detail);
  return makeErrorObject(
    error.type,
    error.code,
    message,
    safeParam(toParam(error.param), DEFAULT_SANITIZER),
    detail === undefined ? null : safeDetail(detail, DEFAULT_SANITIZER),
  );
}
