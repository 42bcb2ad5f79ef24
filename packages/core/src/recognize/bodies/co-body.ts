import type { ThrownValue } from "../../untrusted/thrown.ts";
import type { MappingContext } from "../mapping/mapping.ts";
import { hasNone, isOwnError } from "../marks/checks.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";

/** Names of what a parser throws: the error of JSON.parse, that of co-body's strict mode, and that of the form parser for a limit. */
const PARSE_ERRORS: ReadonlySet<unknown> = new Set(["SyntaxError", "RangeError"]);

/** co-body, also inside @koa/bodyparser and koa-body, and inflation inside it: errors with a `status` and nothing else. */
export const coBody: BuiltInRecognizer = {
  name: "co-body",
  marks: { fields: ["status"] },
  map(thrown, mappingContext) {
    if (!isOwnError(thrown) || !hasNone(thrown, "statusCode", "code", "expose")) return undefined;
    const isRefused = isUnparsable(thrown) || isUnsupported(thrown, mappingContext);
    return isRefused ? { code: "invalid_input" } : undefined;
  },
};

/** The error carries the whole body, and its text quotes it. */
function isUnparsable({ name, status, field }: ThrownValue): boolean {
  return PARSE_ERRORS.has(name) && status === 400 && typeof field("body") === "string";
}

/** The text is fixed except for a header of the request. */
function isUnsupported({ status, message }: ThrownValue, { header }: MappingContext): boolean {
  if (status !== 415) return false;
  const type = header("content-type") ?? "";
  const texts = [
    `Unsupported Content-Encoding: ${header("content-encoding")}`,
    type === "" ? "Missing content-type" : `Unsupported content-type: ${type}`,
  ];
  return texts.includes(message);
}
