import { hasOwn } from "../../untrusted/peek.ts";
import { HTTP_ERROR_MARKS, httpErrorStatus, mappingOfHttpError } from "../mapping/http-error.ts";
import { unlessRepeated } from "../mapping/own-text.ts";
import { bodyTooLarge } from "../mapping/status.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";

/** Recognizes http-errors, which Express, Koa, send and many middlewares throw. Only the status and four headers count. */
export const httpErrors: BuiltInRecognizer = {
  name: "http-errors",
  marks: HTTP_ERROR_MARKS,
  map(thrown, mappingContext) {
    const status = httpErrorStatus(thrown);
    if (status === undefined) return undefined;
    if (status === 413) return bodyTooLarge(thrown.field("limit"), mappingContext);
    return mappingOfHttpError(status, mappingContext, thrown.field("headers"));
  },
  // If http-errors was given an error, perhaps of another library, it sets the status as an own field.
  ownText: (thrown) =>
    thrown.field("expose") === true && !hasOwn(thrown.value, "status")
      ? unlessRepeated(thrown.message, thrown)
      : undefined,
};
