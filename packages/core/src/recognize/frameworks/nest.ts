import { mappingOfErrorStatus, statusOf } from "../mapping/status.ts";
import { isOfUpstream } from "../marks/checks.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";

/** The methods of the class. Its name is none of its marks, since a class derived from it has another. No JSON has methods. */
const METHODS = ["getStatus", "getResponse", "initMessage", "initName"] as const;

/** `HttpException` of NestJS and what derives from it. The body it would answer with is under a name that HTTP clients use. */
export const nest: BuiltInRecognizer = {
  name: "@nestjs/common",
  marks: { fields: METHODS },
  map(thrown, mappingContext) {
    const isMade = thrown.isNativeError && METHODS.every((method) => typeof thrown.field(method) === "function");
    if (!isMade || isOfUpstream(thrown, "response")) return undefined;
    const status = statusOf(thrown.status);
    return status === undefined ? undefined : mappingOfErrorStatus(status, mappingContext);
  },
};
