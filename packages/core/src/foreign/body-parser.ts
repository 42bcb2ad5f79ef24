import { peek, peekString } from "../sanitize/peek.ts";
import { httpErrorStatus, tooLarge } from "./http-errors.ts";
import type { Meaning, Producer } from "./recognition.ts";

/** What the `type` of an error of body-parser, or of raw-body inside it, means. */
const MEANINGS: ReadonlyMap<string, Meaning | "aborted"> = new Map<string, Meaning | "aborted">([
  ["entity.parse.failed", { code: "invalid_input" }],
  ["parameters.too.many", { code: "invalid_input" }],
  ["querystring.parse.rangeError", { code: "invalid_input" }],
  ["charset.unsupported", { code: "invalid_input" }],
  ["encoding.unsupported", { code: "invalid_input" }],
  ["request.size.invalid", { code: "invalid_input" }],
  ["request.aborted", "aborted"],
  ["stream.encoding.set", { code: "internal_error" }],
  ["stream.not.readable", { code: "internal_error" }],
]);

/** zlib's codes for a compressed body that is corrupt or cut short: gzip and deflate, zstd, brotli. */
const CORRUPT_BODY = /^(?:Z_|ZSTD_|ERR__ERROR_)/;

/** Errors of body-parser (`express.json()` and its kin), known by their `type`. Their text quotes the body. */
export const bodyParser: Producer = {
  name: "body-parser",
  recognise(thrown) {
    const status = httpErrorStatus(thrown);
    if (status === undefined) return undefined;
    const type = peekString(thrown, "type");
    if (type === "entity.too.large") return tooLarge(peek(thrown, "limit"));
    // A `verify` function may give the type of its own; only its errors carry the body as bytes.
    if (status === 403 && peek(thrown, "body") instanceof Uint8Array) return { code: "forbidden" };
    if (type !== undefined) return MEANINGS.get(type);
    // A decompression error has no type: body-parser gives zlib's own error the status and nothing else.
    const corrupt = status === 400 && typeof peek(thrown, "errno") === "number";
    return corrupt && CORRUPT_BODY.test(peekString(thrown, "code") ?? "") ? { code: "invalid_input" } : undefined;
  },
};
