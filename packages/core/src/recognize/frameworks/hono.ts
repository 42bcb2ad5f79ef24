import { mappingOfErrorStatus, statusOf } from "../mapping/status.ts";
import { isOwnError } from "../marks/checks.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";

const CLASS = "HTTPException";

/** `HTTPException` of Hono, which is known by its class: its `name` is that of any error. */
export const hono: BuiltInRecognizer = {
  name: "hono",
  marks: { classes: [CLASS] },
  map(thrown, mappingContext) {
    if (!thrown.classes.includes(CLASS) || !isOwnError(thrown)) return undefined;
    const status = typeof thrown.field("getResponse") === "function" ? statusOf(thrown.status) : undefined;
    return status === undefined ? undefined : mappingOfErrorStatus(status, mappingContext);
  },
};
