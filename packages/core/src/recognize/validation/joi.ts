import { toParam } from "../../errors/param.ts";
import { isNativeError, peek, peekList, peekString } from "../../untrusted/peek.ts";
import { type BuiltInRecognizer, isOfUpstream } from "../mapping/recognizer.ts";
import { invalidInput, MAX_ISSUES, NOT_KNOWN, NOT_VALID } from "./issues.ts";

/** joi, by the mark of its errors. Their texts quote what was sent, so they are replaced. */
export const joi: BuiltInRecognizer = {
  name: "joi",
  recognize(thrown) {
    if (!isNativeError(thrown) || peek(thrown, "isJoi") !== true || isOfUpstream(thrown)) return undefined;
    const details = peekList(peek(thrown, "details"), MAX_ISSUES) ?? [];
    const issues = details.map((detail) => ({
      param: toParam(peek(detail, "path")),
      message: peekString(detail, "type") === "object.unknown" ? NOT_KNOWN : NOT_VALID,
    }));
    return invalidInput(thrown, issues);
  },
};
