import { readThrown } from "../../untrusted/thrown.ts";
import { multer } from "../bodies/multer.ts";
import { textIn, unlessRepeated } from "../mapping/own-text.ts";
import { mappingOfStatus, statusOf, uploadTooLarge } from "../mapping/status.ts";
import { isOfUpstream } from "../marks/checks.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";

/** Methods that tell the class, because a derived class replaces its name. Parsed JSON cannot have methods. */
const METHODS = ["getStatus", "getResponse", "initMessage", "initName"] as const;

/** Multer's own text for a file over the limit. */
const FILE_TOO_LARGE = "File too large";

/** `HttpException` of NestJS and its subclasses. It keeps its body under a name that errors of HTTP clients use, too. */
export const nest: BuiltInRecognizer = {
  name: "@nestjs/common",
  marks: { fields: METHODS },
  map(thrown, mappingContext) {
    const isMade = thrown.isNativeError && METHODS.every((method) => typeof thrown.field(method) === "function");
    if (!isMade || isOfUpstream(thrown, "response")) return undefined;
    // Its file interceptors wrap the errors of multer: in 12 with what was wrapped, in 11 by the text alone.
    const wrapped = multer.map(readThrown(thrown.field("cause")), mappingContext);
    if (wrapped !== undefined) return wrapped;
    const status = statusOf(thrown.status);
    if (status === 413 && thrown.message === FILE_TOO_LARGE) return uploadTooLarge(mappingContext.maxFileBytes());
    return status === undefined ? undefined : mappingOfStatus(status, mappingContext);
  },
  ownText(thrown) {
    const text = textIn(thrown.field("response"));
    return typeof text === "string" ? unlessRepeated(text, thrown) : text;
  },
};
