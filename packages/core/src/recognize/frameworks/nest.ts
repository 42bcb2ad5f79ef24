import { mappingOfErrorStatus, statusOf } from "../mapping/status.ts";
import { isOfUpstream } from "../marks/checks.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";

/** Methods that tell the class, because a derived class replaces its name. Parsed JSON cannot have methods. */
const METHODS = ["getStatus", "getResponse", "initMessage", "initName"] as const;

/** `HttpException` of NestJS and its subclasses. It keeps its body under a name that errors of HTTP clients use, too. */
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
