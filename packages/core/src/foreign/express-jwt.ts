import { isNativeError, peek, peekString } from "../sanitize/peek.ts";
import { jsonwebtoken } from "./jsonwebtoken.ts";
import {
  type Circumstances,
  isOfUpstream,
  type Meaning,
  meaningOfCode,
  meaningsOf,
  type Producer,
} from "./recognition.ts";

const MEANINGS = meaningsOf<string>(
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
export const expressJwt: Producer = {
  name: "express-jwt",
  recognize(thrown, circumstances) {
    if (!isNativeError(thrown) || peekString(thrown, "name") !== "UnauthorizedError") return undefined;
    if (peek(thrown, "status") !== 401 || isOfUpstream(thrown)) return undefined;
    return meaningOfCode(MEANINGS, peekString(thrown, "code") ?? "", thrown, circumstances);
  },
};

/** It refuses the token too when the service's own key or options are wrong. */
function refused(thrown: unknown, circumstances: Circumstances): Meaning {
  const meaning = jsonwebtoken.recognize(peek(thrown, "inner"), circumstances);
  return typeof meaning === "object" ? meaning : { code: "invalid_credential" };
}
