import { isNativeError, peek, peekString } from "../../untrusted/peek.ts";
import {
  type BuiltInRecognizer,
  isOfUpstream,
  type Mapping,
  type MappingContext,
  mappingOfCode,
  mappingsOf,
} from "../mapping/recognizer.ts";
import { jsonwebtoken } from "./jsonwebtoken.ts";

const MAPPINGS = mappingsOf<string>(
  [["credentials_required"], { code: "missing_credential" }],
  // Another scheme, and a scheme without a token, are no credential; a token in pieces is one that is refused.
  [
    ["credentials_bad_scheme", "credentials_bad_format"],
    (_thrown, { bearer }) => ({ code: bearer ? "invalid_credential" : "missing_credential" }),
  ],
  [["invalid_token"], refused],
  [["revoked_token"], { code: "invalid_credential" }],
);

/** express-jwt, whose name for its errors others use too: its codes tell. */
export const expressJwt: BuiltInRecognizer = {
  name: "express-jwt",
  recognize(thrown, mappingContext) {
    if (!isNativeError(thrown) || peekString(thrown, "name") !== "UnauthorizedError") return undefined;
    if (peek(thrown, "status") !== 401 || isOfUpstream(thrown)) return undefined;
    return mappingOfCode(MAPPINGS, peekString(thrown, "code") ?? "", thrown, mappingContext);
  },
};

/** It refuses the token too when the service's own key or options are wrong. */
function refused(thrown: unknown, mappingContext: MappingContext): Mapping {
  const mapping = jsonwebtoken.recognize(peek(thrown, "inner"), mappingContext);
  return typeof mapping === "object" ? mapping : { code: "invalid_credential" };
}
