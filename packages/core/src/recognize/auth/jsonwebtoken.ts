import { inheritsError, peek, peekString } from "../../untrusted/peek.ts";
import {
  type BuiltInRecognizer,
  isOfUpstream,
  type Mapping,
  type MappingContext,
  mappingOfCode,
  mappingsOf,
} from "../mapping/recognizer.ts";

const MAPPINGS = mappingsOf<string>(
  [["TokenExpiredError", "NotBeforeError"], { code: "invalid_credential" }],
  [["JsonWebTokenError"], meaningOfText],
);

/** What the two classes of their own carry. */
const DATES: ReadonlyMap<string, string> = new Map([
  ["TokenExpiredError", "expiredAt"],
  ["NotBeforeError", "date"],
]);

/** Texts that speak of the service's key and options; all others speak of the token. */
const MISTAKES: readonly string[] = [
  "clockTimestamp must be a number",
  "nonce must be a non-empty string",
  "allowInvalidAsymmetricKeyTypes must be a boolean",
  "verify must be called asynchronous if secret or public key is provided as a callback",
  "secret or public key must be provided",
  'please specify "none" in "algorithms" to verify unsigned tokens',
  "secretOrPublicKey is not valid key material",
  "secretOrPublicKey must be a symmetric key when using ",
  "secretOrPublicKey must be an asymmetric key when using ",
  "error in secret or public key callback: ",
  '"maxAge" should be a number of seconds or string representing a timespan',
];

/** jsonwebtoken while it verifies: classes of the old style, no real errors. While it signs, it throws plain errors. */
export const jsonwebtoken: BuiltInRecognizer = {
  name: "jsonwebtoken",
  recognize(thrown, mappingContext) {
    const name = peekString(thrown, "name") ?? "";
    if (!MAPPINGS.has(name) || !inheritsError(thrown) || isOfUpstream(thrown)) return undefined;
    const date = DATES.get(name);
    if (date !== undefined && typeof peek(thrown, date) !== "object") return undefined;
    return mappingOfCode(MAPPINGS, name, thrown, mappingContext);
  },
};

function meaningOfText(thrown: unknown, { bearer }: MappingContext): Mapping {
  const text = peekString(thrown, "message") ?? "";
  if (text === "jwt must be provided") return { code: bearer ? "invalid_credential" : "missing_credential" };
  return { code: MISTAKES.some((mistake) => text.startsWith(mistake)) ? "internal_error" : "invalid_credential" };
}
