import { toParam } from "../../errors/param.ts";
import { isNativeError, peek, peekList, peekString } from "../../untrusted/peek.ts";
import { type BuiltInRecognizer, isOfUpstream } from "../mapping/recognizer.ts";
import { invalidInput, NOT_KNOWN, NOT_VALID } from "./issues.ts";

/** superstruct. Its error is the first failure; the others come from a function of its own, which is not called. */
export const superstruct: BuiltInRecognizer = {
  name: "superstruct",
  recognize(thrown) {
    if (!isNativeError(thrown) || peekString(thrown, "name") !== "StructError" || isOfUpstream(thrown))
      return undefined;
    const path = peek(thrown, "path");
    if (peekList(path, 0) === undefined || typeof peek(thrown, "failures") !== "function") return undefined;
    // The type of a field that a struct does not have.
    const message = peek(thrown, "type") === "never" ? NOT_KNOWN : NOT_VALID;
    return invalidInput(thrown, [{ param: toParam(path), message }]);
  },
};
