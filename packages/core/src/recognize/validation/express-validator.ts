import type { Issue } from "../../codes/kinds.ts";
import { toParam } from "../../errors/param.ts";
import { peek, peekItems, peekList, peekString } from "../../untrusted/peek.ts";
import { isOwnError } from "../marks/checks.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";
import { invalidInput, MAX_ISSUES, NOT_KNOWN, NOT_VALID, WITH_PARAMS } from "./issues.ts";

/**
 * Recognizes what `validationResult(request).throw()` of express-validator throws: an error with the methods of the result. Its messages
 * may quote what was sent.
 */
export const expressValidator: BuiltInRecognizer = {
  name: "express-validator",
  marks: { fields: ["formatter"] },
  map(thrown) {
    const isMade = ["formatter", "mapped", "array"].every((key) => typeof thrown.field(key) === "function");
    const errors = peekList(thrown.field("errors"), MAX_ISSUES);
    if (!isMade || !isOwnError(thrown) || errors === undefined) return undefined;
    return invalidInput(thrown, errors.flatMap(issuesOf).slice(0, MAX_ISSUES));
  },
};

function issuesOf(error: unknown): readonly Issue[] {
  switch (peekString(error, "type")) {
    case "field":
      return [issueOf(error, NOT_VALID)];
    case "unknown_fields":
      return peekItems(peek(error, "fields"), MAX_ISSUES).map((field) => issueOf(field, NOT_KNOWN));
    default:
      // None of several chains accepts the request. Their errors are in a list, or in one list for each chain.
      return peekItems(peek(error, "nestedErrors"), MAX_ISSUES)
        .flatMap((nested) => peekList(nested, MAX_ISSUES) ?? [nested])
        .map((nested) => issueOf(nested, NOT_VALID));
  }
}

function issueOf(field: unknown, message: string): Issue {
  const path = WITH_PARAMS.has(peek(field, "location")) ? peek(field, "path") : null;
  return { param: toParam(path), message };
}
