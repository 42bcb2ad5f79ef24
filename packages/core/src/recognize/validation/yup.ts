import type { Issue } from "../../codes/kinds.ts";
import { toParam } from "../../errors/param.ts";
import { isList, peek, peekList } from "../../untrusted/peek.ts";
import { isOwnError } from "../marks/checks.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";
import { invalidInput, MAX_ISSUES, NOT_KNOWN, NOT_VALID } from "./issues.ts";

const NAME = "ValidationError";

/** Recognizes yup by its two lists, because other libraries also use the name of its errors. The messages quote what was sent. */
export const yup: BuiltInRecognizer = {
  name: "yup",
  marks: { names: [NAME] },
  map(thrown) {
    const { value, name, field } = thrown;
    if (name !== NAME || !isOwnError(thrown)) return undefined;
    const inner = peekList(field("inner"), MAX_ISSUES);
    if (inner === undefined || !isList(field("errors"))) return undefined;
    return invalidInput(thrown, (inner.length > 0 ? inner : [value]).map(describe));
  },
};

function describe(error: unknown): Issue {
  const unknown = peek(error, "type") === "noUnknown" || peek(error, "type") === "exact";
  return { param: toParam(peek(error, "path")), message: unknown ? NOT_KNOWN : NOT_VALID };
}
