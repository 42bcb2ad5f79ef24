import type { ThrownValue } from "../../untrusted/thrown.ts";
import type { Mapping, MappingContext } from "../mapping/mapping.ts";
import { mappingOfCode, mappingsOf } from "../mapping/table.ts";
import { isOfUpstream } from "../marks/checks.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";

const MAPPINGS = mappingsOf<string>(
  [["TokenExpiredError", "NotBeforeError"], { code: "invalid_credential" }],
  [["JsonWebTokenError"], mappingOfText],
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
export const jsonwebtoken: BuiltInRecognizer = {
  name: "jsonwebtoken",
  marks: { names: [...MAPPINGS.keys()] },
  map(thrown, mappingContext) {
    if (!thrown.inheritsError || isOfUpstream(thrown)) return undefined;
    const date = DATES.get(thrown.name);
    if (date !== undefined && typeof thrown.field(date) !== "object") return undefined;
    return mappingOfCode(MAPPINGS, thrown.name, thrown, mappingContext);
  },
};

function mappingOfText({ message }: ThrownValue, { bearer }: MappingContext): Mapping {
  if (message === "jwt must be provided") return { code: bearer ? "invalid_credential" : "missing_credential" };
  return { code: MISTAKES.some((mistake) => message.startsWith(mistake)) ? "internal_error" : "invalid_credential" };
}
