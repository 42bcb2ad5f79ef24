import type { ThrownValue } from "../../untrusted/thrown.ts";
import { uploadTooLarge } from "../mapping/status.ts";
import { mappingOfCode, mappingsOf } from "../mapping/table.ts";
import { isOwnError } from "../marks/checks.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";

/**
 * Keyed by formidable 3's error numbers. The first is about form fields other than files. In the last list, 1018 is a folder that cannot be
 * made; the others are wrong options.
 */
const MAPPINGS = mappingsOf<number>(
  ["content_too_large", 1006],
  [(thrown) => uploadTooLarge(statedLimit(thrown)), 1009, 1016],
  ["invalid_input", 1003, 1007, 1008, 1010, 1011, 1012, 1013, 1014, 1015],
  ["aborted", 1002],
  ["internal_error", 1000, 1001, 1004, 1005, 1017, 1018],
);

const LIMIT = /^options\.max(?:TotalFileSize|FileSize) \((\d{1,15}) bytes\)/;

/** Recognizes formidable, also inside koa-body. Its errors have a numeric code, and a status under an unusual name. */
export const formidable: BuiltInRecognizer = {
  name: "formidable",
  marks: { fields: ["httpCode"] },
  map(thrown, mappingContext) {
    if (!isOwnError(thrown) || typeof thrown.field("httpCode") !== "number") return undefined;
    return mappingOfCode(MAPPINGS, thrown.code, thrown, mappingContext);
  },
};

/** Reads the limit from the fixed beginning of the error's message. The rest of the message is not read. */
function statedLimit({ message }: ThrownValue): number | undefined {
  const stated = LIMIT.exec(message)?.[1];
  return stated === undefined ? undefined : Number(stated);
}
