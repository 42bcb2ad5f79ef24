import { isNativeError, peek, peekString } from "../../untrusted/peek.ts";
import { type BuiltInRecognizer, isOfUpstream, mappingOfCode, mappingsOf } from "../mapping/recognizer.ts";
import { tooLarge } from "../mapping/status.ts";

/** By the numbers of formidable 3. 1018 is a folder that cannot be made, and the others of the last row wrong options. */
const MAPPINGS = mappingsOf<number>(
  [[1006], (thrown) => tooLarge(statedLimit(thrown))],
  [[1009, 1016], (thrown, { fileLimit }) => tooLarge(statedLimit(thrown) ?? fileLimit())],
  [[1003, 1007, 1008, 1010, 1011, 1012, 1013, 1014, 1015], { code: "invalid_input" }],
  [[1002], "aborted"],
  [[1000, 1001, 1004, 1005, 1017, 1018], { code: "internal_error" }],
);

const LIMIT = /^options\.max(?:FieldsSize|TotalFileSize|FileSize) \((\d{1,15}) bytes\)/;

/** formidable, also inside koa-body: errors with a number for a code, and a status under a name of their own. */
export const formidable: BuiltInRecognizer = {
  name: "formidable",
  recognize(thrown, mappingContext) {
    if (!isNativeError(thrown) || isOfUpstream(thrown) || typeof peek(thrown, "httpCode") !== "number")
      return undefined;
    const code = peek(thrown, "code");
    return typeof code === "number" ? mappingOfCode(MAPPINGS, code, thrown, mappingContext) : undefined;
  },
};

/** The limit that the error's fixed text begins with; the rest of the text is not looked at. */
function statedLimit(thrown: unknown): number | undefined {
  const stated = LIMIT.exec(peekString(thrown, "message") ?? "")?.[1];
  return stated === undefined ? undefined : Number(stated);
}
