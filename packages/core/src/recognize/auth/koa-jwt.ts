import { readThrown } from "../../untrusted/thrown.ts";
import { HTTP_ERROR_MARKS, httpErrorStatus } from "../mapping/http-error.ts";
import { byBearer } from "../mapping/table.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";
import { mappingOfRefusal } from "./jsonwebtoken.ts";

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
    if (wrapped.message === NO_KEY && wrapped.inheritsError) return { code: "internal_error" };
    if (wrapped.inheritsError) return mappingOfRefusal(wrapped, mappingContext);
    return WITHOUT_TOKEN.has(thrown.message) ? byBearer(thrown, mappingContext) : undefined;
  },
};
