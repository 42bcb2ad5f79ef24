import { isNativeError, peek, peekString } from "../../untrusted/peek.ts";
import {
  type BuiltInRecognizer,
  type Mapping,
  type MappingContext,
  mappingOfCode,
  mappingsOf,
} from "../mapping/recognizer.ts";
import { entryIssues } from "./ajv.ts";
import { invalidInput } from "./issues.ts";

/** What failed. What is encoded is the service's own answer. */
const MAPPINGS = mappingsOf<string>([["Assert", "Decode", "Parse"], refused], [["Encode"], { code: "internal_error" }]);

/** TypeBox 1. Its errors have no name of their own: what failed is their whole text and, in the cause, beside the entries. */
export const typebox: BuiltInRecognizer = {
  name: "typebox",
  recognize(thrown, mappingContext) {
    const source = peekString(thrown, "message") ?? "";
    const cause = peek(thrown, "cause");
    if (!isNativeError(thrown) || peek(cause, "source") !== source) return undefined;
    if (entryIssues(peek(cause, "errors"), mappingContext.sanitizer) === undefined) return undefined;
    return mappingOfCode(MAPPINGS, source, thrown, mappingContext);
  },
};

function refused(thrown: unknown, { sanitizer }: MappingContext): Mapping {
  return invalidInput(thrown, entryIssues(peek(peek(thrown, "cause"), "errors"), sanitizer));
}
