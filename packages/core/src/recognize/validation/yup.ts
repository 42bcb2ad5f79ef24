import { toParam } from "../../errors/param.ts";
import { isNativeError, peek, peekList, peekString } from "../../untrusted/peek.ts";
import { type BuiltInRecognizer, isOfUpstream } from "../mapping/recognizer.ts";
import { type Issue, invalidInput, MAX_ISSUES, NOT_KNOWN, NOT_VALID } from "./issues.ts";

/** yup, whose name for its errors others use too: its two lists tell. Their texts quote what was sent. */
export const yup: BuiltInRecognizer = {
  name: "yup",
  recognize(thrown) {
    if (!isNativeError(thrown) || peekString(thrown, "name") !== "ValidationError") return undefined;
    const inner = peekList(peek(thrown, "inner"), MAX_ISSUES);
    if (inner === undefined || peekList(peek(thrown, "errors"), 0) === undefined) return undefined;
    if (isOfUpstream(thrown)) return undefined;
    return invalidInput(thrown, (inner.length > 0 ? inner : [thrown]).map(describe));
  },
};

function describe(error: unknown): Issue {
  const unknown = peek(error, "type") === "noUnknown" || peek(error, "type") === "exact";
  return { param: toParam(peek(error, "path")), message: unknown ? NOT_KNOWN : NOT_VALID };
}
