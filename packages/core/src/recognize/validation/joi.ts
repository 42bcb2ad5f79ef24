import { toParam } from "../../errors/param.ts";
import { peek, peekList, peekString } from "../../untrusted/peek.ts";
import { isOwnError } from "../marks/checks.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";
import { invalidInput, MAX_ISSUES, NOT_KNOWN, NOT_VALID } from "./issues.ts";

/** Recognizes joi by the mark of its errors. Their messages quote what was sent, so they are replaced. */
export const joi: BuiltInRecognizer = {
  name: "joi",
  marks: { fields: ["isJoi"] },
  map(thrown) {
    if (thrown.field("isJoi") !== true || !isOwnError(thrown)) return undefined;
    const details = peekList(thrown.field("details"), MAX_ISSUES) ?? [];
    const issues = details.map((detail) => ({
      param: toParam(peek(detail, "path")),
      message: peekString(detail, "type") === "object.unknown" ? NOT_KNOWN : NOT_VALID,
    }));
    return invalidInput(thrown, issues);
  },
};
