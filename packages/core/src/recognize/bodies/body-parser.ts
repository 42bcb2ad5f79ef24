import { peek, peekString } from "../../untrusted/peek.ts";
import { httpErrorStatus } from "../frameworks/http-errors.ts";
import { type BuiltInRecognizer, mappingOfCode, mappingsOf } from "../mapping/recognizer.ts";
import { tooLarge } from "../mapping/status.ts";
import { isCorruptData } from "./zlib.ts";

/** What the `type` of an error of body-parser, or of raw-body inside it, means. */
const MAPPINGS = mappingsOf<string>(
  [
    [
      "entity.parse.failed",
      "parameters.too.many",
      "querystring.parse.rangeError",
      "charset.unsupported",
      "encoding.unsupported",
      "request.size.invalid",
    ],
    { code: "invalid_input" },
  ],
  [["entity.too.large"], (thrown) => tooLarge(peek(thrown, "limit"))],
  [["request.aborted"], "aborted"],
  [["stream.encoding.set", "stream.not.readable"], { code: "internal_error" }],
);

/** Errors of body-parser (`express.json()` and its kin), known by their `type`. Their text quotes the body. */
export const bodyParser: BuiltInRecognizer = {
  name: "body-parser",
  recognize(thrown, mappingContext) {
    const status = httpErrorStatus(thrown);
    if (status === undefined) return undefined;
    const type = peekString(thrown, "type");
    // A `verify` function may give the type of its own; only its errors carry the body as bytes.
    if (status === 403 && peek(thrown, "body") instanceof Uint8Array) return { code: "forbidden" };
    if (type !== undefined) return mappingOfCode(MAPPINGS, type, thrown, mappingContext);
    // A decompression error has no type: body-parser gives zlib's own error the status and nothing else.
    return status === 400 && isCorruptData(thrown) ? { code: "invalid_input" } : undefined;
  },
};
