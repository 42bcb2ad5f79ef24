import { toParam } from "../../errors/param.ts";
import type { Mapping } from "../mapping/mapping.ts";
import { type CodeMapping, mappingsOf, tableRecognizer } from "../mapping/table.ts";
import { isNamedByClass, isOfUpstream } from "../marks/checks.ts";

const MAPPINGS = mappingsOf<string>(
  [withField("content_too_large"), "LIMIT_FILE_SIZE"],
  [withField("invalid_input"), "LIMIT_FIELD_VALUE", "LIMIT_UNEXPECTED_FILE", "LIMIT_FIELD_NESTING"],
  [withField("invalid_input"), "LIMIT_FIELD_ARRAY_INDEX", "INVALID_FIELD_NAME"],
  ["invalid_input", "LIMIT_PART_COUNT", "LIMIT_FILE_COUNT", "LIMIT_FIELD_COUNT", "LIMIT_FIELD_KEY"],
  ["invalid_input", "MISSING_FIELD_NAME"],
  ["internal_error", "STREAM_DESTROYED"],
);

const NAME = "MulterError";

/**
 * Recognizes multer and @koa/multer. Their errors have a code and the field's name, but no status and no limit. The error's own name is its
 * class name, which a minifier changes.
 */
export const multer = tableRecognizer(
  "multer",
  "code",
  MAPPINGS,
  (thrown) => (thrown.name === NAME || isNamedByClass(thrown)) && thrown.inheritsError && !isOfUpstream(thrown),
);

function withField(code: Mapping["code"]): CodeMapping {
  return ({ field }) => ({ code, param: toParam(field("field")) });
}
