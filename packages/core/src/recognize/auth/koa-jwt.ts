import { readThrown, type ThrownValue } from "../../untrusted/thrown.ts";
import { HTTP_ERROR_MARKS, httpErrorStatus } from "../mapping/http-error.ts";
import type { Mapping, MappingContext } from "../mapping/mapping.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";
import { jsonwebtoken } from "./jsonwebtoken.ts";

/** The messages with which it refuses a request without a token. The second one is of its option `debug`. */
const WITHOUT_TOKEN: ReadonlySet<string> = new Set([
  "Authentication Error",
  "Token not found",
  'Bad Authorization header format. Format is "Authorization: Bearer <token>"',
]);

/** The message of the error that it wraps if the service gave it no key. */
const NO_KEY = "Secret not provided";

/** Recognizes koa-jwt, which throws errors of http-errors: by its own messages, and by the error that it wraps. */
export const koaJwt: BuiltInRecognizer = {
  name: "koa-jwt",
  marks: HTTP_ERROR_MARKS,
  map(thrown, mappingContext) {
    if (httpErrorStatus(thrown) !== 401) return undefined;
    const wrapped = readThrown(thrown.field("originalError"));
    if (wrapped.inheritsError) return refused(wrapped, mappingContext);
    if (!WITHOUT_TOKEN.has(thrown.message)) return undefined;
    return { code: mappingContext.bearer ? "invalid_credential" : "missing_credential" };
  },
};

/** koa-jwt also rejects the token if the service's own key or options are wrong. */
function refused(wrapped: ThrownValue, mappingContext: MappingContext): Mapping {
  if (wrapped.message === NO_KEY) return { code: "internal_error" };
  const mapping = jsonwebtoken.map(wrapped, mappingContext);
  return typeof mapping === "object" ? mapping : { code: "invalid_credential" };
}
