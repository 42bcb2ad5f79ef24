import { PIPE_ISSUES } from "../../http/pipe-issues.ts";
import { readThrown, type ThrownValue } from "../../untrusted/thrown.ts";
import { multer } from "../bodies/multer.ts";
import { textIn, unlessRepeated } from "../mapping/own-text.ts";
import { mappingOfStatus, statusOf } from "../mapping/status.ts";
import { isOfUpstream } from "../marks/checks.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";
import { classValidator } from "../validation/class-validator.ts";
import { validation } from "../validation/standard-schema.ts";

/** Methods that identify the class, because a derived class replaces its name. Parsed JSON cannot have methods. */
const METHODS = ["getStatus", "getResponse", "initMessage", "initName"] as const;

const FILE_TOO_LARGE = "File too large";

/** Recognizes `HttpException` of NestJS and its subclasses. It keeps its body under a name that errors of HTTP clients also use. */
export const nest: BuiltInRecognizer = {
  name: "@nestjs/common",
  marks: { fields: METHODS },
  map(thrown, mappingContext) {
    const isMade = thrown.isNativeError && METHODS.every((method) => typeof thrown.field(method) === "function");
    if (!isMade || isOfUpstream(thrown, "response", "error")) return undefined;
    const status = statusOf(thrown.status);
    const issues = issuesOf(thrown);
    const invalid = classValidator.map(issues, mappingContext) ?? validation.map(issues, mappingContext);
    if (invalid !== undefined && !isFailure(status)) return invalid;
    // Nest's file interceptors wrap the errors of multer: Nest 12 keeps the wrapped error, Nest 11 only its message.
    const wrapped = multer.map(readThrown(thrown.field("cause")), mappingContext);
    if (wrapped !== undefined) return wrapped;
    if (status === 413 && thrown.message === FILE_TOO_LARGE) return { code: "content_too_large" };
    if (status === undefined) return undefined;
    const code = thrown.field("errorCode");
    const mapping = mappingOfStatus(status, mappingContext);
    return typeof code === "string" ? { ...mapping, named: { code, status } } : mapping;
  },
  ownText(thrown) {
    const issues = issuesOf(thrown);
    if (issues.isList) return classValidator.ownText?.(issues);
    const text = textIn(thrown.field("response"));
    return typeof text === "string" ? unlessRepeated(text, thrown) : text;
  },
};

/** nestjs-zod keeps the error of zod on its exceptions, also on the one for an answer that does not fit its schema. */
function issuesOf(thrown: ThrownValue): ThrownValue {
  return readThrown(thrown.field(PIPE_ISSUES) ?? thrown.field("error"));
}

function isFailure(status: number | undefined): boolean {
  return status !== undefined && status >= 500;
}
