import { isNativeError, peek, peekString } from "../../untrusted/peek.ts";
import { type BuiltInRecognizer, isOfUpstream, type MappingContext } from "../mapping/recognizer.ts";

/** What a parser throws: JSON's own error, co-body's in its strict mode, and that of the form parser for a limit. */
const PARSE_ERRORS: ReadonlySet<string> = new Set(["SyntaxError", "RangeError"]);

/** co-body, also inside @koa/bodyparser and koa-body, and inflation inside it: errors with a `status` and nothing else. */
export const coBody: BuiltInRecognizer = {
  name: "co-body",
  recognize(thrown, mappingContext) {
    if (!isNativeError(thrown) || isOfUpstream(thrown)) return undefined;
    if (["statusCode", "code", "expose"].some((key) => peek(thrown, key) !== undefined)) return undefined;
    const refused = isUnparsable(thrown) || isUnsupported(thrown, mappingContext);
    return refused ? { code: "invalid_input" } : undefined;
  },
};

/** The error carries the whole body, and its text quotes it. */
function isUnparsable(thrown: unknown): boolean {
  const parsing = PARSE_ERRORS.has(peekString(thrown, "name") ?? "");
  return parsing && peek(thrown, "status") === 400 && peekString(thrown, "body") !== undefined;
}

/** The text is fixed but for the request's own header. */
function isUnsupported(thrown: unknown, { header }: MappingContext): boolean {
  if (peek(thrown, "status") !== 415) return false;
  const type = header("content-type") ?? "";
  const texts = [
    `Unsupported Content-Encoding: ${header("content-encoding")}`,
    type === "" ? "Missing content-type" : `Unsupported content-type: ${type}`,
  ];
  return texts.includes(peekString(thrown, "message") ?? "");
}
