import { peek } from "../../untrusted/peek.ts";
import type { Mapping } from "../mapping/mapping.ts";
import { mappingOfCode, mappingsOf } from "../mapping/table.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";
import { entryIssues } from "./ajv-entries.ts";
import { invalidInput } from "./issues.ts";

const REFUSED: Mapping = { code: "invalid_input" };

/** The messages of failures. Encoding concerns the service's own response. */
const MAPPINGS = mappingsOf<string>([REFUSED, "Assert", "Decode", "Parse"], ["internal_error", "Encode"]);

/**
 * Recognizes TypeBox 1. Its errors have no name of their own. The message, and a field of the cause beside the entries, say what failed.
 */
export const typebox: BuiltInRecognizer = {
  name: "typebox",
  marks: { messages: [...MAPPINGS.keys()] },
  map(thrown, mappingContext) {
    const { isNativeError, message, field } = thrown;
    const cause = field("cause");
    if (!isNativeError || peek(cause, "source") !== message) return undefined;
    const issues = entryIssues(peek(cause, "errors"), mappingContext.sanitizer);
    if (issues === undefined) return undefined;
    const mapping = mappingOfCode(MAPPINGS, message, thrown, mappingContext);
    return mapping === REFUSED ? invalidInput(thrown, issues) : mapping;
  },
};
