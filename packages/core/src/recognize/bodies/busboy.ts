import { isNativeError, peek, peekString } from "../../untrusted/peek.ts";
import { type BuiltInRecognizer, isOfUpstream, mappingOfCode, mappingsOf } from "../mapping/recognizer.ts";

/** All that is known of these errors is their text. */
const MAPPINGS = mappingsOf<string>(
  [
    [
      "Malformed content type",
      "Malformed part header",
      "Malformed urlencoded form",
      "Multipart: Boundary not found",
      "Part terminated early due to unexpected end of multipart data",
      "Unexpected end of form",
      "Unexpected end of multipart data",
    ],
    { code: "invalid_input" },
  ],
  [["Request aborted"], "aborted"],
);

const FORM = /^(?:multipart\/|application\/x-www-form-urlencoded(?:[\s;]|$))/i;

/** busboy, which multer uses, multer's own texts when the client leaves, and @fastify/busboy. For requests with a form. */
export const busboy: BuiltInRecognizer = {
  name: "busboy",
  recognize(thrown, mappingContext) {
    const contentType = mappingContext.header("content-type") ?? "";
    if (!FORM.test(contentType) || !isNativeError(thrown) || isOfUpstream(thrown)) return undefined;
    if (["status", "statusCode", "code"].some((key) => peek(thrown, key) !== undefined)) return undefined;
    const text = peekString(thrown, "message") ?? "";
    if (text === `Unsupported content type: ${contentType}`) return { code: "invalid_input" };
    return mappingOfCode(MAPPINGS, text, thrown, mappingContext);
  },
};
