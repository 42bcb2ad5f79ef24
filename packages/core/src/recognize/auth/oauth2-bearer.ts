import { namesBearer } from "../../access/challenge.ts";
import { peekString } from "../../untrusted/peek.ts";
import type { ThrownValue } from "../../untrusted/thrown.ts";
import { mappingOfHttpError } from "../mapping/http-error.ts";
import type { Mapping, MappingContext } from "../mapping/mapping.ts";
import { type CodeMapping, mappingOfCode, mappingsOf } from "../mapping/table.ts";
import { isNamedByClass, isOwnError } from "../marks/checks.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";

/** Keyed by the names of its classes. */
const MAPPINGS = mappingsOf<string>(
  // Also if the header is missing or of another scheme, which the library calls a bad request.
  [
    ["UnauthorizedError", "InvalidRequestError"],
    challenging(({ bearer }) => (bearer ? "invalid_credential" : "missing_credential")),
  ],
  [["InvalidTokenError", "InvalidProofError"], challenging(() => "invalid_credential")],
  [["InsufficientScopeError"], { code: "forbidden" }],
);

/** Recognizes express-oauth2-jwt-bearer by the names of its classes, a status under two names, and its challenge. */
export const oauth2Bearer: BuiltInRecognizer = {
  name: "express-oauth2-jwt-bearer",
  marks: { names: [...MAPPINGS.keys()] },
  map(thrown, mappingContext) {
    const isStated = typeof thrown.status === "number" && thrown.status === thrown.statusCode;
    if (!isStated || !isOwnError(thrown) || !isNamedByClass(thrown) || !namesBearer(challengeOf(thrown))) {
      return undefined;
    }
    return mappingOfCode(MAPPINGS, thrown.name, thrown, mappingContext);
  },
};

function challenging(codeFor: (mappingContext: MappingContext) => Mapping["code"]): CodeMapping {
  return ({ field }, mappingContext) => ({
    ...mappingOfHttpError(401, mappingContext, field("headers")),
    code: codeFor(mappingContext),
  });
}

function challengeOf({ field }: ThrownValue): string | undefined {
  return peekString(field("headers"), "WWW-Authenticate");
}
