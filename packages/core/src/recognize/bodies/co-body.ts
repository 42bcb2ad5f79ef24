import type { ThrownValue } from "../../untrusted/thrown.ts";
import type { MappingContext } from "../mapping/mapping.ts";
import { hasNone, isOwnError } from "../marks/checks.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";

/** Names of parser errors: from JSON.parse, from co-body's strict mode, and from the form parser for a limit. */
const PARSE_ERRORS: ReadonlySet<unknown> = new Set(["SyntaxError", "RangeError"]);

/** Recognizes co-body, also inside @koa/bodyparser and koa-body, and its inflation: errors with only a `status`. */
export const coBody: BuiltInRecognizer = {
  name: "co-body",
  marks: { fields: ["status"] },
  map(thrown, mappingContext) {
    if (!isOwnError(thrown) || !hasNone(thrown, "statusCode", "code", "expose")) return undefined;
    const isRefused = isUnparsable(thrown) || isUnsupported(thrown, mappingContext);
    return isRefused ? { code: "invalid_input" } : undefined;
  },
};

/** The error carries the whole body, and its message quotes it. */
function isUnparsable({ name, status, field }: ThrownValue): boolean {
  return PARSE_ERRORS.has(name) && status === 400 && typeof field("body") === "string";
}

/** The message is fixed except for a header of the request. */
function isUnsupported({ status, message }: ThrownValue, { header }: MappingContext): boolean {
  if (status !== 415) return false;
  const type = header("content-type") ?? "";
  const texts = [
    `Unsupported Content-Encoding: ${header("content-encoding")}`,
    type === "" ? "Missing content-type" : `Unsupported content-type: ${type}`,
  ];
  return texts.includes(message);
}
