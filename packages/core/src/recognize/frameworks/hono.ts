import { peek } from "../../untrusted/peek.ts";
import { mappingOfHttpError } from "../mapping/http-error.ts";
import { statusOf } from "../mapping/status.ts";
import { isOwnError } from "../marks/checks.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";

const CLASS = "HTTPException";

/** `HTTPException` of Hono. Only its class tells, because its errors are simply named "Error". */
export const hono: BuiltInRecognizer = {
  name: "hono",
  marks: { classes: [CLASS] },
  map(thrown, mappingContext) {
    if (!thrown.classes.includes(CLASS) || !isOwnError(thrown)) return undefined;
    const status = typeof thrown.field("getResponse") === "function" ? statusOf(thrown.status) : undefined;
    return status === undefined
      ? undefined
      : mappingOfHttpError(status, mappingContext, peek(thrown.field("res"), "headers"));
  },
};
