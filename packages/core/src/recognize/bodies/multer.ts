import { toParam } from "../../errors/param.ts";
import { inheritsError, peek, peekString } from "../../untrusted/peek.ts";
import {
  type BuiltInRecognizer,
  isOfUpstream,
  type Mapping,
  mappingOfCode,
  mappingsOf,
} from "../mapping/recognizer.ts";
import { tooLarge } from "../mapping/status.ts";

const MAPPINGS = mappingsOf<string>(
  [["LIMIT_FILE_SIZE"], (thrown, { fileLimit }) => ({ ...tooLarge(fileLimit()), param: field(thrown) })],
  [
    [
      "LIMIT_FIELD_VALUE",
      "LIMIT_UNEXPECTED_FILE",
      "LIMIT_FIELD_NESTING",
      "LIMIT_FIELD_ARRAY_INDEX",
      "INVALID_FIELD_NAME",
    ],
    (thrown): Mapping => ({ code: "invalid_input", param: field(thrown) }),
  ],
  [
    ["LIMIT_PART_COUNT", "LIMIT_FILE_COUNT", "LIMIT_FIELD_COUNT", "LIMIT_FIELD_KEY", "MISSING_FIELD_NAME"],
    { code: "invalid_input" },
  ],
  [["STREAM_DESTROYED"], { code: "internal_error" }],
);

/** multer and @koa/multer, whose errors have a code, the field's name and no status. Their limit is the service's to state. */
export const multer: BuiltInRecognizer = {
  name: "multer",
  recognize(thrown, mappingContext) {
    if (!inheritsError(thrown) || isOfUpstream(thrown) || peekString(thrown, "name") !== "MulterError")
      return undefined;
    return mappingOfCode(MAPPINGS, peekString(thrown, "code") ?? "", thrown, mappingContext);
  },
};

function field(thrown: unknown): string | null {
  return toParam(peek(thrown, "field"));
}
