import type { ThrownValue } from "../../untrusted/thrown.ts";
import type { Mapping } from "../mapping/mapping.ts";
import { mappingsOf, tableRecognizer } from "../mapping/table.ts";
import { isOwnError } from "../marks/checks.ts";

/** Beginnings of the messages about the token, for failures that share one jose code. */
const OF_TOKENS: readonly string[] = [
  'Unsupported "alg" value for a JSON Web Key Set',
  'Extension Header Parameter "',
  'Invalid or unsupported "alg" (JWE ',
  'Invalid or unsupported "enc" (JWE ',
  'Unsupported JWE "zip" ',
  "alg ",
];

const OF_FETCHING: readonly string[] = [
  "Expected 200 OK from the JSON Web Key Set HTTP response",
  "Failed to parse the JSON Web Key Set HTTP response as JSON",
];

/** The first codes are about the token; the last ones are about keys, options and signing. */
const MAPPINGS = mappingsOf<string>(
  ["invalid_credential", "ERR_JOSE_ALG_NOT_ALLOWED", "ERR_JWE_DECRYPTION_FAILED", "ERR_JWE_INVALID"],
  ["invalid_credential", "ERR_JWKS_NO_MATCHING_KEY", "ERR_JWS_INVALID", "ERR_JWS_SIGNATURE_VERIFICATION_FAILED"],
  ["invalid_credential", "ERR_JWT_CLAIM_VALIDATION_FAILED", "ERR_JWT_EXPIRED", "ERR_JWT_INVALID"],
  [(thrown) => byText(thrown, OF_TOKENS, { code: "invalid_credential" }), "ERR_JOSE_NOT_SUPPORTED"],
  [(thrown) => byText(thrown, OF_FETCHING, { code: "upstream_error" }), "ERR_JOSE_GENERIC"],
  ["upstream_timeout", "ERR_JWKS_TIMEOUT"],
  ["internal_error", "ERR_JWKS_INVALID", "ERR_JWKS_MULTIPLE_MATCHING_KEYS", "ERR_JWK_INVALID"],
);

/** Recognizes jose by its codes, the only mark of its errors. */
export const jose = tableRecognizer("jose", "code", MAPPINGS, isOwnError);

function byText({ message }: ThrownValue, beginnings: readonly string[], mapping: Mapping): Mapping {
  return beginnings.some((beginning) => message.startsWith(beginning)) ? mapping : { code: "internal_error" };
}
