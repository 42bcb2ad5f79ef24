import { isNativeError, peek } from "../../untrusted/peek.ts";
import { type BuiltInRecognizer, upstreamMarks } from "../mapping/recognizer.ts";
import { mappingOfErrorStatus, statusOf } from "../mapping/status.ts";

/** What the class has and its name, which a class derived from it replaces, does not say. Nothing out of JSON has them. */
const METHODS = ["getStatus", "getResponse", "initMessage", "initName"] as const;

/** `HttpException` of NestJS and what derives from it. The body it would answer with is under a name that HTTP clients use. */
export const nest: BuiltInRecognizer = {
  name: "@nestjs/common",
  recognize(thrown, mappingContext) {
    if (!isNativeError(thrown) || METHODS.some((method) => typeof peek(thrown, method) !== "function"))
      return undefined;
    if (upstreamMarks(thrown).some((mark) => mark !== "response")) return undefined;
    const status = statusOf(peek(thrown, "status"));
    return status === undefined ? undefined : mappingOfErrorStatus(status, mappingContext);
  },
};
