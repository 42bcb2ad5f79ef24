import { isOwnError } from "../marks/checks.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";
import { entryIssues } from "./ajv-entries.ts";
import { invalidInput } from "./issues.ts";

/** Recognizes ajv 8 and errors in its shape: its ValidationError, and the list `validate.errors` itself. */
export const ajv: BuiltInRecognizer = {
  name: "ajv",
  marks: { fields: ["ajv"], isList: true },
  map(thrown, { sanitizer }) {
    const isMade = thrown.field("ajv") === true && isOwnError(thrown);
    // A bare list may be another service's JSON. Its paths are used, but not its messages.
    const issues = isMade ? entryIssues(thrown.field("errors"), sanitizer) : entryIssues(thrown.value, undefined);
    return issues === undefined ? undefined : invalidInput(thrown, issues);
  },
};
