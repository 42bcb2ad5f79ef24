import { isNativeError, peek, peekString } from "../sanitize/peek.ts";
import { entryIssues } from "./ajv.ts";
import { invalidInput } from "./issues.ts";
import { type Circumstances, type Meaning, meaningOfCode, meaningsOf, type Producer } from "./recognition.ts";

/** What failed. What is encoded is the service's own answer. */
const MEANINGS = meaningsOf<string>([["Assert", "Decode", "Parse"], refused], [["Encode"], { code: "internal_error" }]);

/** TypeBox 1. Its errors have no name of their own: what failed is their whole text and, in the cause, beside the entries. */
export const typebox: Producer = {
  name: "typebox",
  recognize(thrown, circumstances) {
    const source = peekString(thrown, "message") ?? "";
    const cause = peek(thrown, "cause");
    if (!isNativeError(thrown) || peek(cause, "source") !== source) return undefined;
    if (entryIssues(peek(cause, "errors"), circumstances.sanitizer) === undefined) return undefined;
    return meaningOfCode(MEANINGS, source, thrown, circumstances);
  },
};

function refused(thrown: unknown, { sanitizer }: Circumstances): Meaning {
  return invalidInput(thrown, entryIssues(peek(peek(thrown, "cause"), "errors"), sanitizer));
}
