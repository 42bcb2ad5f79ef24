import { toParam } from "../../errors/param.ts";
import type { ThrownValue } from "../../untrusted/thrown.ts";
import type { Mapping } from "../mapping/mapping.ts";
import { mappingOfCode, mappingsOf } from "../mapping/table.ts";
import { isNamedByClass, isOfUpstream } from "../marks/checks.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";

const MAPPINGS = mappingsOf<string>(
  [["LIMIT_FILE_SIZE"], (thrown): Mapping => ({ code: "content_too_large", param: fieldName(thrown) })],
  [
    [
      "LIMIT_FIELD_VALUE",
      "LIMIT_UNEXPECTED_FILE",
      "LIMIT_FIELD_NESTING",
      "LIMIT_FIELD_ARRAY_INDEX",
      "INVALID_FIELD_NAME",
    ],
    (thrown): Mapping => ({ code: "invalid_input", param: fieldName(thrown) }),
  ],
  [
    ["LIMIT_PART_COUNT", "LIMIT_FILE_COUNT", "LIMIT_FIELD_COUNT", "LIMIT_FIELD_KEY", "MISSING_FIELD_NAME"],
    { code: "invalid_input" },
  ],
  [["STREAM_DESTROYED"], { code: "internal_error" }],
);

const NAME = "MulterError";

/**
 * Recognizes multer and @koa/multer. Their errors have a code and the field's name, but no status and no limit. The error's own name is its
 * class name, which a minifier changes.
 */
export const multer: BuiltInRecognizer = {
  name: "multer",
  marks: { codes: [...MAPPINGS.keys()] },
  map(thrown, mappingContext) {
    if (thrown.name !== NAME && !isNamedByClass(thrown)) return undefined;
    if (!thrown.inheritsError || isOfUpstream(thrown)) return undefined;
    return mappingOfCode(MAPPINGS, thrown.code, thrown, mappingContext);
  },
};

function fieldName(thrown: ThrownValue): string | null {
  return toParam(thrown.field("field"));
}
