import { attempt } from "../../untrusted/attempt.ts";
import { peek } from "../../untrusted/peek.ts";
import { mappingOfHttpError } from "../mapping/http-error.ts";
import { unlessRepeated } from "../mapping/own-text.ts";
import { statusOf } from "../mapping/status.ts";
import { isOwnError } from "../marks/checks.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";

const METHOD = "getResponse";

/** Recognizes `HTTPException` of Hono by two fields and a method. It has no name of its own, and minifiers rename its class. */
export const hono: BuiltInRecognizer = {
  name: "hono",
  marks: { fields: [METHOD] },
  map(thrown, mappingContext) {
    if (typeof thrown.field(METHOD) !== "function" || !isOwnError(thrown) || !hasParts(thrown.value)) return undefined;
    const status = statusOf(thrown.status);
    return status === undefined
      ? undefined
      : mappingOfHttpError(status, mappingContext, peek(thrown.field("res"), "headers"));
  },
  ownText: (thrown) => unlessRepeated(thrown.message, thrown),
};

/** Whether a value has the fields as its own, and inherits the method. */
function hasParts(value: unknown): boolean {
  return attempt(
    () => {
      const has = (key: string) => Object.hasOwn(value as object, key);
      return has("res") && has("status") && !has(METHOD);
    },
    () => false,
  );
}
