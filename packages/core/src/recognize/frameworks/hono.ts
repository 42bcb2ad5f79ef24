import { hasOwn, peek } from "../../untrusted/peek.ts";
import { mappingOfHttpError } from "../mapping/http-error.ts";
import { unlessRepeated } from "../mapping/own-text.ts";
import { statusOf } from "../mapping/status.ts";
import { isOwnError } from "../marks/checks.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";

const METHOD = "getResponse";

/**
 * Recognizes `HTTPException` of Hono by two fields of its own and an inherited method. It has no name of its own, and minifiers rename its
 * class.
 */
export const hono: BuiltInRecognizer = {
  name: "hono",
  marks: { fields: [METHOD] },
  map(thrown, mappingContext) {
    if (typeof thrown.field(METHOD) !== "function" || !isOwnError(thrown)) return undefined;
    const has = (key: string) => hasOwn(thrown.value, key);
    const status = statusOf(thrown.status);
    if (status === undefined || !has("res") || !has("status") || has(METHOD)) return undefined;
    return mappingOfHttpError(status, mappingContext, peek(thrown.field("res"), "headers"));
  },
  ownText: (thrown) => unlessRepeated(thrown.message, thrown),
};
