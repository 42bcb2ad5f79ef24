import { namesBearer } from "../../access/challenge.ts";
import { peekString } from "../../untrusted/peek.ts";
import { mappingOfHttpError } from "../mapping/http-error.ts";
import { byBearer, type CodeMapping, mappingsOf, tableRecognizer } from "../mapping/table.ts";
import { isNamedByClass, isOwnError } from "../marks/checks.ts";

const MAPPINGS = mappingsOf<string>(
  // Also if the header is missing or of another scheme, which the library calls a bad request.
  [challenging(byBearer), "UnauthorizedError", "InvalidRequestError"],
  [challenging(() => ({ code: "invalid_credential" })), "InvalidTokenError", "InvalidProofError"],
  ["forbidden", "InsufficientScopeError"],
);

/** Recognizes express-oauth2-jwt-bearer by the names of its classes, a status under two names, and its challenge. */
export const oauth2Bearer = tableRecognizer("express-oauth2-jwt-bearer", "name", MAPPINGS, (thrown) => {
  const isStated = typeof thrown.status === "number" && thrown.status === thrown.statusCode;
  const challenge = peekString(thrown.field("headers"), "WWW-Authenticate");
  return isStated && isOwnError(thrown) && isNamedByClass(thrown) && namesBearer(challenge);
});

function challenging(codeFor: typeof byBearer): CodeMapping {
  return (thrown, mappingContext) => ({
    ...mappingOfHttpError(401, mappingContext, thrown.field("headers")),
    ...codeFor(thrown, mappingContext),
  });
}
