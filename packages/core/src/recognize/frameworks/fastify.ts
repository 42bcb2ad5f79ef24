import { className } from "../../untrusted/ancestry.ts";
import { isNativeError, peek, peekString } from "../../untrusted/peek.ts";
import {
  type BuiltInRecognizer,
  isOfUpstream,
  type MappingContext,
  mappingOfCode,
  mappingsOf,
} from "../mapping/recognizer.ts";
import { mappingOfErrorStatus, statusOf, tooLarge } from "../mapping/status.ts";
import { ajvIssues } from "../validation/ajv.ts";
import { invalidInput } from "../validation/issues.ts";
import { fastifyErrorCode } from "./fastify-error.ts";

const MAPPINGS = mappingsOf<string>(
  [["FST_ERR_CTP_BODY_TOO_LARGE"], (_thrown, { bodyLimit }) => tooLarge(bodyLimit())],
  [
    [
      "FST_ERR_CTP_INVALID_MEDIA_TYPE",
      "FST_ERR_CTP_INVALID_CONTENT_LENGTH",
      "FST_ERR_CTP_EMPTY_JSON_BODY",
      "FST_ERR_CTP_INVALID_JSON_BODY",
      "FST_ERR_ROUTE_MISSING_CONTENT_TYPE",
      "FST_ERR_ROUTE_MISSING_CONTENT",
      "FST_ERR_BAD_URL",
    ],
    { code: "invalid_input" },
  ],
  [["FST_ERR_MAX_PARAM_LENGTH"], { code: "uri_too_long" }],
  [["FST_ERR_NOT_FOUND"], { code: "route_not_found" }],
  // A handler that still computes lets no timer fire: it waits for something, which did not come in time. The request may
  // have had its effect, so Fastify's own 503, which says that it was not taken, would be untrue.
  [["FST_ERR_HANDLER_TIMEOUT"], { code: "upstream_timeout" }],
  // Mistakes of the service that Fastify gives a status of the client's.
  [["FST_ERR_CTP_INSTANCE_ALREADY_STARTED", "FST_ERR_INVALID_URL"], { code: "internal_error" }],
);

/** Fastify 4 and 5, and the errors that a service makes with `@fastify/error`, of which the status alone counts. */
export const fastify: BuiltInRecognizer = {
  name: "fastify",
  recognize(thrown, mappingContext) {
    if (isValidation(thrown)) {
      if (isCrash(thrown)) return { code: "internal_error" };
      return invalidInput(thrown, ajvIssues(peek(thrown, "validation"), mappingContext.sanitizer));
    }
    if (isUnparsableJson(thrown, mappingContext)) return { code: "invalid_input" };
    const code = fastifyErrorCode(thrown);
    if (code === undefined) return undefined;
    const mapping = mappingOfCode(MAPPINGS, code, thrown, mappingContext);
    if (mapping !== undefined) return mapping;
    // A mistake in the use of Fastify has the status 500, or none when it is made before the service listens.
    const status = statusOf(peek(thrown, "statusCode"));
    if (status !== undefined) return mappingOfErrorStatus(status, mappingContext);
    return code.startsWith("FST_") ? { code: "internal_error" } : undefined;
  },
};

const JSON_TYPE = /^application\/(?:[\w.-]{1,100}\+)?json(?:[\s;]|$)/i;

/** The parser of Fastify 4 gives JSON's own error a status and nothing else. Its text quotes the body. */
function isUnparsableJson(thrown: unknown, { header }: MappingContext): boolean {
  if (!isNativeError(thrown) || peekString(thrown, "name") !== "SyntaxError" || isOfUpstream(thrown)) return false;
  const bare = ["status", "code", "expose"].every((key) => peek(thrown, key) === undefined);
  return bare && peek(thrown, "statusCode") === 400 && JSON_TYPE.test(header("content-type") ?? "");
}

const VALIDATED: ReadonlySet<string> = new Set(["body", "params", "querystring", "headers"]);

/**
 * Fastify says on an error which part of the request it checked, whether it is the app's formatter's, the service's or another
 * validator's; its own code it gives to those that have none.
 */
function isValidation(thrown: unknown): boolean {
  if (!isNativeError(thrown)) return false;
  if (VALIDATED.has(peekString(thrown, "validationContext") ?? "")) return true;
  return peekString(thrown, "code") === "FST_ERR_VALIDATION" && !isOfUpstream(thrown);
}

/** The language's own classes, of which an error is that a validator makes by a bug and not by a verdict. */
const OF_BUGS: ReadonlySet<string> = new Set([
  "EvalError",
  "RangeError",
  "ReferenceError",
  "SyntaxError",
  "TypeError",
  "URIError",
]);

/**
 * Whether a validator broke instead of refusing. Fastify 5 gives what it throws at once the status 500; what it rejects with
 * gets the same marks as a verdict, and its class alone tells. A verdict that is a list stays on the error, whatever its class.
 */
function isCrash(thrown: unknown): boolean {
  if (peek(thrown, "validation") !== undefined) return false;
  const status = statusOf(peek(thrown, "statusCode"));
  return (status !== undefined && status >= 500) || OF_BUGS.has(className(thrown));
}
