import { toParam } from "../sanitize/param.ts";
import { isNativeError, peek, peekList, peekString } from "../sanitize/peek.ts";
import { invalidInput, MAX_ISSUES, NOT_KNOWN, NOT_VALID } from "./issues.ts";
import { isOfUpstream, type Producer } from "./recognition.ts";

/** joi, by the mark of its errors. Their texts quote what was sent, so they are replaced. */
export const joi: Producer = {
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
