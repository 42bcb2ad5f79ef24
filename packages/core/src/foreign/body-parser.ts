import { peek, peekString } from "../sanitize/peek.ts";
import { httpErrorStatus } from "./http-errors.ts";
import { meaningOfCode, meaningsOf, type Producer } from "./recognition.ts";
import { tooLarge } from "./status.ts";
import { isCorruptData } from "./zlib.ts";

/** What the `type` of an error of body-parser, or of raw-body inside it, means. */
const MEANINGS = meaningsOf<string>(
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
export const bodyParser: Producer = {
  name: "body-parser",
  recognize(thrown, circumstances) {
    const status = httpErrorStatus(thrown);
    if (status === undefined) return undefined;
    const type = peekString(thrown, "type");
    // A `verify` function may give the type of its own; only its errors carry the body as bytes.
    if (status === 403 && peek(thrown, "body") instanceof Uint8Array) return { code: "forbidden" };
    if (type !== undefined) return meaningOfCode(MEANINGS, type, thrown, circumstances);
    // A decompression error has no type: body-parser gives zlib's own error the status and nothing else.
    return status === 400 && isCorruptData(thrown) ? { code: "invalid_input" } : undefined;
  },
};
