import { readThrown } from "../../untrusted/thrown.ts";
import { byBearer, mappingOfCode, mappingsOf } from "../mapping/table.ts";
import { isOwnError } from "../marks/checks.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";
import { mappingOfRefusal } from "./jsonwebtoken.ts";

const MAPPINGS = mappingsOf<string>(
  ["missing_credential", "credentials_required"],
  // Another scheme, or a scheme without a token, counts as a missing credential. A token in several pieces counts as an invalid one.
  [byBearer, "credentials_bad_scheme", "credentials_bad_format"],
  [({ field }, context) => mappingOfRefusal(readThrown(field("inner")), context), "invalid_token"],
  ["invalid_credential", "revoked_token"],
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
