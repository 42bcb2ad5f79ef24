import { toParam } from "../../errors/param.ts";
import { isList } from "../../untrusted/peek.ts";
import { isNamedByClass, isOwnError } from "../marks/checks.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";
import { invalidInput, NOT_KNOWN, NOT_VALID } from "./issues.ts";

const NAME = "StructError";

/**
 * Recognizes superstruct. Its error is the first failure. A function on the error returns the others, but it is not called. The error's own
 * name is its class name, which a minifier changes.
 */
export const superstruct: BuiltInRecognizer = {
  name: "superstruct",
  marks: { fields: ["failures"] },
  map(thrown) {
    const { name, field } = thrown;
    const path = field("path");
    if ((name !== NAME && !isNamedByClass(thrown)) || !isOwnError(thrown)) return undefined;
    if (!isList(path) || !isList(field("branch")) || typeof field("failures") !== "function") return undefined;
    // The type of an unknown field is `never`.
    const message = field("type") === "never" ? NOT_KNOWN : NOT_VALID;
    return invalidInput(thrown, [{ param: toParam(path), message }]);
  },
};
