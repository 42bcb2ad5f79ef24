import { HTTP_ERROR_MARKS, httpErrorStatus } from "../mapping/http-error.ts";
import { bodyTooLarge } from "../mapping/status.ts";
import { mappingOfCode, mappingsOf } from "../mapping/table.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";
import { isCorruptData } from "./zlib.ts";

/** Keyed by the `type` of an error, as body-parser and its dependency raw-body set it. */
const MAPPINGS = mappingsOf<string>(
  ["invalid_input", "entity.parse.failed", "parameters.too.many", "querystring.parse.rangeError"],
  ["invalid_input", "charset.unsupported", "encoding.unsupported", "request.size.invalid"],
  [({ field }, mappingContext) => bodyTooLarge(field("limit"), mappingContext), "entity.too.large"],
  ["aborted", "request.aborted"],
  ["internal_error", "stream.encoding.set", "stream.not.readable"],
);

/** Recognizes errors of body-parser (`express.json()` and its siblings) by their `type`. Their message quotes the body. */
export const bodyParser: BuiltInRecognizer = {
  name: "body-parser",
  marks: HTTP_ERROR_MARKS,
  map(thrown, mappingContext) {
    const status = httpErrorStatus(thrown);
    if (status === undefined) return undefined;
    const type = thrown.field("type");
    // The service's `verify` function may set its own type. Only its errors carry the body as bytes.
    if (status === 403 && thrown.field("body") instanceof Uint8Array) return { code: "forbidden" };
    if (typeof type === "string") return mappingOfCode(MAPPINGS, type, thrown, mappingContext);
    // A decompression error has no type: body-parser only adds a status to zlib's error.
    return status === 400 && isCorruptData(thrown) ? { code: "invalid_input" } : undefined;
  },
};
