import { HTTP_ERROR_MARKS, headersOf, httpErrorStatus } from "../mapping/http-error.ts";
import { mappingOfErrorStatus, tooLarge } from "../mapping/status.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";

/** Errors of http-errors, which Express, Koa, send and many middlewares throw. Only the status and three headers count. */
export const httpErrors: BuiltInRecognizer = {
  name: "http-errors",
  marks: HTTP_ERROR_MARKS,
  map(thrown, mappingContext) {
    const status = httpErrorStatus(thrown);
    if (status === undefined) return undefined;
    if (status === 413) return tooLarge(thrown.field("limit"));
    return { ...mappingOfErrorStatus(status, mappingContext), ...headersOf(thrown.field("headers"), status) };
  },
};
