import { copyDetail } from "../errors/detail.ts";
import { type ErrorObject, makeErrorObject } from "../errors/error-object.ts";
import type { CleanJson } from "../errors/own-json.ts";
import { toParam } from "../errors/param.ts";
import { DEFAULT_SANITIZER } from "../sanitizer/engine/sanitizer.ts";
import { cleanDetail } from "./clean-detail.ts";
import { guardMessage } from "./message.ts";
import { safeDetail } from "./safe-detail.ts";
import { safeParam } from "./safe-param.ts";

/** Replaces a message of which nothing is left. */
const FAILED = "The request failed.";

/** Removes from the five fields of an error what the built-in rules find. Other code may have changed each of them. Never throws. */
export const cleanError: CleanJson = (error, defaultMessage, made) => {
  const fallback = guardMessage(defaultMessage, FAILED, DEFAULT_SANITIZER).message;
  const { message } = guardMessage(error.message, fallback, DEFAULT_SANITIZER);
  return makeErrorObject(
    error.type,
    error.code,
    message,
    safeParam(toParam(error.param), DEFAULT_SANITIZER),
    made === undefined
      ? changedDetail(error)
      : cleanDetail({ ...error, ...made, misuse: undefined }, DEFAULT_SANITIZER).detail,
  );
};

function changedDetail({ detail }: ErrorObject): ErrorObject["detail"] {
  const copy = copyDetail(detail);
  return copy === undefined ? null : safeDetail(copy, DEFAULT_SANITIZER);
}
