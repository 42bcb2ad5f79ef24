import { mappingOfCode, mappingsOf } from "../mapping/table.ts";
import { hasNone, isOwnError } from "../marks/checks.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";

/** These errors are known only by their message. */
const MAPPINGS = mappingsOf<string>(
  ["invalid_input", "Malformed content type", "Malformed part header", "Malformed urlencoded form"],
  ["invalid_input", "Multipart: Boundary not found", "Part terminated early due to unexpected end of multipart data"],
  ["invalid_input", "Unexpected end of form", "Unexpected end of multipart data"],
  ["aborted", "Request aborted"],
);

const UNSUPPORTED = "Unsupported content type: ";

const FORM = /^(?:multipart\/|application\/x-www-form-urlencoded(?:[\s;]|$))/i;

/**
 * Recognizes busboy, which multer uses, and @fastify/busboy; also multer's own messages for a client that leaves. Only for requests with a
 * form.
 */
export const busboy: BuiltInRecognizer = {
  name: "busboy",
  marks: { messages: [...MAPPINGS.keys(), UNSUPPORTED] },
  map(thrown, mappingContext) {
    const contentType = mappingContext.header("content-type") ?? "";
    if (!FORM.test(contentType) || !isOwnError(thrown) || !hasNone(thrown, "status", "statusCode", "code")) {
      return undefined;
    }
    if (thrown.message === UNSUPPORTED + contentType) return { code: "invalid_input" };
    return mappingOfCode(MAPPINGS, thrown.message, thrown, mappingContext);
  },
};
