import type { ThrownValue } from "../../untrusted/thrown.ts";
import { mappingOfHttpError } from "../mapping/http-error.ts";
import type { MappingContext } from "../mapping/mapping.ts";
import { unlessRepeated } from "../mapping/own-text.ts";
import { bodyTooLarge, mappingOfStatus, statusOf } from "../mapping/status.ts";
import { mappingOfCode, mappingsOf } from "../mapping/table.ts";
import { hasNone, isOwnError } from "../marks/checks.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";
import { ajvIssues } from "../validation/ajv-entries.ts";
import { invalidInput } from "../validation/issues.ts";
import { FASTIFY_ERROR_MARKS, fastifyErrorCode } from "./fastify-error.ts";

const MAPPINGS = mappingsOf<string>(
  [(_thrown, known) => bodyTooLarge(known.bodyLimit(), known), "FST_ERR_CTP_BODY_TOO_LARGE"],
  ["invalid_input", "FST_ERR_CTP_INVALID_MEDIA_TYPE", "FST_ERR_CTP_INVALID_CONTENT_LENGTH"],
  ["invalid_input", "FST_ERR_CTP_EMPTY_JSON_BODY", "FST_ERR_CTP_INVALID_JSON_BODY"],
  ["invalid_input", "FST_ERR_ROUTE_MISSING_CONTENT_TYPE", "FST_ERR_ROUTE_MISSING_CONTENT", "FST_ERR_BAD_URL"],
  ["uri_too_long", "FST_ERR_MAX_PARAM_LENGTH"],
  [(_thrown, known) => mappingOfStatus(404, known), "FST_ERR_NOT_FOUND"],
  // The handler must have waited for something that did not come in time, because a handler that computes would not let a timer fire. The
  // request may have had its effect. Fastify's own 503 would wrongly say that it was not accepted.
  ["upstream_timeout", "FST_ERR_HANDLER_TIMEOUT"],
  // The service's own mistakes, although Fastify gives them a 4xx status.
  ["internal_error", "FST_ERR_CTP_INSTANCE_ALREADY_STARTED", "FST_ERR_INVALID_URL"],
);

/** The marks of a validation failure: its code, or the part of the request that was checked. */
const VALIDATION = "FST_ERR_VALIDATION";
const VALIDATED_PART = "validationContext";
const UNPARSABLE = "SyntaxError";

/** Recognizes Fastify 4 and 5, and errors that a service makes with `@fastify/error`. For the latter, only the status counts. */
export const fastify: BuiltInRecognizer = {
  name: "fastify",
  marks: {
    names: [...FASTIFY_ERROR_MARKS.names, UNPARSABLE],
    codes: [VALIDATION],
    fields: [...FASTIFY_ERROR_MARKS.fields, VALIDATED_PART],
  },
  map(thrown, mappingContext) {
    if (isValidation(thrown)) {
      if (isCrash(thrown)) return { code: "internal_error" };
      return invalidInput(thrown, ajvIssues(thrown.field("validation"), mappingContext.sanitizer));
    }
    if (isUnparsableJson(thrown, mappingContext)) return { code: "invalid_input" };
    const code = fastifyErrorCode(thrown);
    if (code === undefined) return undefined;
    const mapping = mappingOfCode(MAPPINGS, code, thrown, mappingContext);
    if (mapping !== undefined) return mapping;
    // Misuse of Fastify has status 500, or no status before the service listens.
    const status = statusOf(thrown.statusCode);
    if (status !== undefined) return mappingOfHttpError(status, mappingContext, thrown.field("headers"));
    return code.startsWith("FST_") ? { code: "internal_error" } : undefined;
  },
  ownText(thrown) {
    const code = fastifyErrorCode(thrown);
    return code === undefined || code.startsWith("FST_") ? undefined : unlessRepeated(thrown.message, thrown);
  },
};

const JSON_TYPE = /^application\/(?:[\w.-]{1,100}\+)?json(?:[\s;]|$)/i;

/** The parser of Fastify 4 only adds a status to the error of JSON.parse, whose message quotes the body. */
function isUnparsableJson(thrown: ThrownValue, { header }: MappingContext): boolean {
  if (thrown.name !== UNPARSABLE || thrown.statusCode !== 400) return false;
  const isBare = hasNone(thrown, "status", "code", "expose") && isOwnError(thrown);
  return isBare && JSON_TYPE.test(header("content-type") ?? "");
}

const VALIDATED_PARTS: ReadonlySet<unknown> = new Set(["body", "params", "querystring", "headers"]);

/**
 * Whether it is a validation error under Fastify. Fastify notes on the error which part of the request it checked, whatever made the error:
 * the app's formatter, the service or another validator. It adds its own code to errors without one.
 */
function isValidation(thrown: ThrownValue): boolean {
  if (thrown.isNativeError && VALIDATED_PARTS.has(thrown.field(VALIDATED_PART))) return true;
  return thrown.code === VALIDATION && isOwnError(thrown);
}

/** Built-in error classes. An error of one of these classes comes from a bug in a validator, not from a failed validation. */
const OF_BUGS: ReadonlySet<unknown> = new Set(
  "EvalError RangeError ReferenceError SyntaxError TypeError URIError".split(" "),
);

/**
 * Whether a validator crashed. Fastify 5 sets the status 500 on errors that a validator throws. An error with which a validator rejects
 * gets the same marks as a failed validation, so only its class identifies a crash. A list of issues stays on the error, whatever its
 * class.
 */
function isCrash({ statusCode, classes, field }: ThrownValue): boolean {
  if (field("validation") !== undefined) return false;
  return (statusOf(statusCode) ?? 0) >= 500 || OF_BUGS.has(classes[0]);
}
