import { isList, peek } from "../../untrusted/peek.ts";
import { readThrown, type ThrownValue } from "../../untrusted/thrown.ts";
import { mappingOfHttpError } from "../mapping/http-error.ts";
import type { Mapping, MappingContext } from "../mapping/mapping.ts";
import { unlessRepeated } from "../mapping/own-text.ts";
import { bodyTooLarge, statusOf } from "../mapping/status.ts";
import { isOwnError } from "../marks/checks.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";
import { validation } from "../validation/standard-schema.ts";

const NAME = "HTTPError";

/** The messages of h3, and of the server under it, for a body that is too large. */
const LIMIT = /^Request body (?:size exceeds the limit|exceeds the maximum allowed size) of (\d{1,15}) bytes\.?$/;

/** h3's own message if the service gives none. */
const H3_TEXT = /^HTTPError(?: \d{3}|$)/;

/** Recognizes `HTTPError` of h3 2, which Nitro throws too, and the error of the same name of srvx, the server under it. */
export const h3: BuiltInRecognizer = {
  name: "h3",
  marks: { names: [NAME] },
  map(thrown, mappingContext) {
    const status = statusOf(thrown.status);
    const isMade = thrown.name === NAME && thrown.statusCode === status && typeof thrown.field("toJSON") === "function";
    // h3 sets `unhandled` on an unexpected failure, whatever status it took from it.
    if (status === undefined || !isMade || !isOwnError(thrown) || thrown.field("unhandled") === true) return undefined;
    const limit = LIMIT.exec(thrown.message)?.[1];
    if (limit !== undefined) return bodyTooLarge(Number(limit), mappingContext);
    return refusalIn(thrown, mappingContext) ?? mappingOfHttpError(status, mappingContext, thrown.field("headers"));
  },
  ownText: (thrown) => (H3_TEXT.test(thrown.message) ? undefined : unlessRepeated(thrown.message, thrown)),
};

/** Returns the mapping of a validator's issues if h3 validated: it then keeps one list of issues in two places. */
function refusalIn(thrown: ThrownValue, mappingContext: MappingContext): Mapping | undefined {
  const data = thrown.field("data");
  const issues = peek(data, "issues");
  const refused = peek(thrown.field("cause"), "cause");
  if (!isList(issues) || peek(refused, "issues") !== issues) return undefined;
  const mapping =
    validation.map(readThrown(refused), mappingContext) ?? validation.map(readThrown(data), mappingContext);
  return mapping === "aborted" ? undefined : mapping;
}
