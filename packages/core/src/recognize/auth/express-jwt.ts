import { readThrown, type ThrownValue } from "../../untrusted/thrown.ts";
import type { Mapping, MappingContext } from "../mapping/mapping.ts";
import { mappingOfCode, mappingsOf } from "../mapping/table.ts";
import { isOwnError } from "../marks/checks.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";
import { jsonwebtoken } from "./jsonwebtoken.ts";

const MAPPINGS = mappingsOf<string>(
  [["credentials_required"], { code: "missing_credential" }],
  // Another scheme, or a scheme without a token, counts as a missing credential. A token in several pieces counts as an invalid one.
  [
    ["credentials_bad_scheme", "credentials_bad_format"],
    (_thrown, { bearer }) => ({ code: bearer ? "invalid_credential" : "missing_credential" }),
  ],
  [["invalid_token"], refused],
  [["revoked_token"], { code: "invalid_credential" }],
);

const NAME = "UnauthorizedError";

/** Recognizes express-jwt by its codes, because other libraries also use the name of its errors. */
export const expressJwt: BuiltInRecognizer = {
  name: "express-jwt",
  marks: { names: [NAME] },
  map(thrown, mappingContext) {
    if (thrown.name !== NAME || thrown.status !== 401 || !isOwnError(thrown)) return undefined;
    return mappingOfCode(MAPPINGS, thrown.code, thrown, mappingContext);
  },
};

/** express-jwt also rejects the token if the service's own key or options are wrong. */
function refused({ field }: ThrownValue, mappingContext: MappingContext): Mapping {
  const mapping = jsonwebtoken.map(readThrown(field("inner")), mappingContext);
  return typeof mapping === "object" ? mapping : { code: "invalid_credential" };
}
