import { readThrown } from "../../untrusted/thrown.ts";
import { mappingOfStatus, statusOf } from "../mapping/status.ts";
import { hasNone, isOwnError } from "../marks/checks.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";
import { classValidator } from "../validation/class-validator.ts";

/** The beginning of its message about a header that does not fit its class. The name of a header is no param. */
const HEADERS = "Invalid header";

/** Recognizes `HttpError` of routing-controllers and its subclasses, by the field that has the status, and no other one would have. */
export const routingControllers: BuiltInRecognizer = {
  name: "routing-controllers",
  marks: { fields: ["httpCode"] },
  map(thrown, mappingContext) {
    const status = statusOf(thrown.field("httpCode"));
    const isMade = thrown.classes.includes("HttpError") && hasNone(thrown, "status", "statusCode", "code", "headers");
    if (status === undefined || !isMade || !isOwnError(thrown)) return undefined;
    const isOfFields = status === 400 && !thrown.message.startsWith(HEADERS);
    const invalid = isOfFields ? classValidator.map(readThrown(thrown.field("errors")), mappingContext) : undefined;
    return invalid ?? mappingOfStatus(status, mappingContext);
  },
};
