import type { ThrownValue } from "../../untrusted/thrown.ts";
import type { Mapping, MappingContext } from "../mapping/mapping.ts";
import { byBearer, mappingsOf, tableRecognizer } from "../mapping/table.ts";
import { isOfUpstream } from "../marks/checks.ts";

const MAPPINGS = mappingsOf<string>(
  ["invalid_credential", "TokenExpiredError", "NotBeforeError"],
  [mappingOfText, "JsonWebTokenError"],
);

/** The fields of its two derived classes. */
const DATES: ReadonlyMap<unknown, string> = new Map([
  ["TokenExpiredError", "expiredAt"],
  ["NotBeforeError", "date"],
]);

/** Messages about the service's key and options. All other messages are about the token. */
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

/** Recognizes jsonwebtoken's verification errors: old-style classes, which are not native errors. Signing throws plain errors. */
export const jsonwebtoken = tableRecognizer("jsonwebtoken", "name", MAPPINGS, (thrown) => {
  const date = DATES.get(thrown.name);
  const hasFields = date === undefined || typeof thrown.field(date) === "object";
  return thrown.inheritsError && hasFields && !isOfUpstream(thrown);
});

function mappingOfText(thrown: ThrownValue, mappingContext: MappingContext): Mapping {
  const { message } = thrown;
  if (message === "jwt must be provided") return byBearer(thrown, mappingContext);
  return { code: MISTAKES.some((mistake) => message.startsWith(mistake)) ? "internal_error" : "invalid_credential" };
}

/** Maps a token that a library refused by jsonwebtoken, whose error it wraps: also if the service's own key or options are wrong. */
export function mappingOfRefusal(wrapped: ThrownValue, mappingContext: MappingContext): Mapping {
  const mapping = jsonwebtoken.map(wrapped, mappingContext);
  return typeof mapping === "object" ? mapping : { code: "invalid_credential" };
}
