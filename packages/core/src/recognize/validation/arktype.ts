import { toParam } from "../../errors/param.ts";
import { peek, peekList, peekString } from "../../untrusted/peek.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";
import { invalidInput, MAX_ISSUES, NOT_KNOWN, NOT_VALID } from "./issues.ts";

/** The mark of arktype's values. The key begins with a space. */
const BRAND = " arkKind";

const WRAPPER = "TraversalError";

/** Recognizes arktype: a thrown list of errors, as a type returns it, and the error that wraps it. Their messages quote what was sent. */
export const arktype: BuiltInRecognizer = {
  name: "arktype",
  marks: { names: [WRAPPER], isList: true },
  map(thrown) {
    const isWrapped = thrown.isNativeError && thrown.name === WRAPPER;
    const list = isWrapped ? thrown.field("arkErrors") : thrown.value;
    const entries = peek(list, BRAND) === "errors" ? peekList(list, MAX_ISSUES) : undefined;
    if (entries === undefined || !entries.every((entry) => peek(entry, BRAND) === "error")) return undefined;
    const issues = entries.map((entry) => ({
      param: toParam(peek(entry, "path")),
      message: isUnknownField(entry) ? NOT_KNOWN : NOT_VALID,
    }));
    return invalidInput(thrown, issues);
  },
};

/** Whether an entry is an unknown field that the type rejects. It has no code of its own, only a fixed string. */
function isUnknownField(entry: unknown): boolean {
  return peekString(entry, "code") === "predicate" && peekString(peek(entry, "input"), "expected") === "removed";
}
