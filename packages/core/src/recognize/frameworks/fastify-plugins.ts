import { toParam } from "../../errors/param.ts";
import { peek } from "../../untrusted/peek.ts";
import type { ThrownValue } from "../../untrusted/thrown.ts";
import type { Mapping } from "../mapping/mapping.ts";
import { uploadTooLarge } from "../mapping/status.ts";
import { byBearer, type Mappings, mappingsOf, tableRecognizer } from "../mapping/table.ts";
import { isOwnError } from "../marks/checks.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";
import { fastifyErrorCode } from "./fastify-error.ts";

const MULTIPART = mappingsOf<string>(
  [fileTooLarge, "FST_REQ_FILE_TOO_LARGE"],
  ["invalid_input", "FST_PARTS_LIMIT", "FST_FILES_LIMIT", "FST_FIELDS_LIMIT", "FST_PROTO_VIOLATION"],
  ["invalid_input", "FST_INVALID_MULTIPART_CONTENT_TYPE", "FST_INVALID_JSON_FIELD_ERROR"],
  ["aborted", "FST_MP_PREMATURE_CLOSE"],
  ["internal_error", "FST_FILE_BUFFER_NOT_FOUND", "FST_NO_FORM_DATA"],
);

const UNDER_PRESSURE = mappingsOf<string>(["unavailable", "FST_UNDER_PRESSURE"]);

const STATIC = mappingsOf<string>(
  ["forbidden", "FST_STATIC_FORBIDDEN_PATH"],
  ["invalid_input", "FST_STATIC_INVALID_REDIRECT_URL"],
);

const COMPRESS = mappingsOf<string>([
  "invalid_input",
  "FST_CP_ERR_INVALID_CONTENT_ENCODING",
  "FST_CP_ERR_INVALID_CONTENT",
]);

/** Its codes for failures of the proxied service. It uses status 500 if that service cannot be reached or breaks off. */
const REPLY_FROM = mappingsOf<string>(
  ["upstream_timeout", "FST_REPLY_FROM_GATEWAY_TIMEOUT"],
  ["upstream_error", "FST_REPLY_FROM_BAD_GATEWAY", "FST_REPLY_FROM_INTERNAL_SERVER_ERROR", "ECONNRESET"],
  ["unavailable", "FST_REPLY_FROM_SERVICE_UNAVAILABLE"],
);

const CIRCUIT_BREAKER = mappingsOf<string>(
  ["unavailable", "FST_ERR_CIRCUIT_BREAKER_OPEN"],
  // The handler has run. The plugin's 503 would wrongly say that the request was not accepted.
  ["upstream_timeout", "FST_ERR_CIRCUIT_BREAKER_TIMEOUT"],
);

/** The scheme is Bearer, whatever its option `bearerType` says. */
const BEARER_AUTH = mappingsOf<string>(
  ["missing_credential", "FST_BEARER_AUTH_MISSING_AUTHORIZATION_HEADER"],
  [byBearer, "FST_BEARER_AUTH_INVALID_AUTHORIZATION_HEADER"],
);

/** The first codes are about the token. The last ones, from fast-jwt, are about keys, options and signing. */
const JWT = mappingsOf<string>(
  ["missing_credential", "FST_JWT_NO_AUTHORIZATION_IN_HEADER", "FST_JWT_NO_AUTHORIZATION_IN_COOKIE"],
  [byBearer, "FST_JWT_BAD_REQUEST", "FST_JWT_BAD_COOKIE_REQUEST"],
  ["invalid_credential", "FST_JWT_AUTHORIZATION_TOKEN_EXPIRED", "FST_JWT_AUTHORIZATION_TOKEN_UNTRUSTED"],
  ["invalid_credential", "FST_JWT_AUTHORIZATION_TOKEN_INVALID", "FAST_JWT_EXPIRED", "FAST_JWT_INACTIVE"],
  ["invalid_credential", "FAST_JWT_INVALID_ALGORITHM", "FAST_JWT_INVALID_CLAIM_TYPE", "FAST_JWT_INVALID_CLAIM_VALUE"],
  ["invalid_credential", "FAST_JWT_INVALID_CRIT_HEADER", "FAST_JWT_INVALID_KEY", "FAST_JWT_INVALID_PAYLOAD"],
  ["invalid_credential", "FAST_JWT_INVALID_SIGNATURE", "FAST_JWT_INVALID_TYPE", "FAST_JWT_MALFORMED"],
  ["invalid_credential", "FAST_JWT_MISSING_REQUIRED_CLAIM", "FAST_JWT_MISSING_SIGNATURE", "FAST_JWT_VERIFY_ERROR"],
  ["internal_error", "FAST_JWT_INVALID_OPTION", "FAST_JWT_KEY_FETCHING_ERROR", "FAST_JWT_MISSING_KEY"],
  ["internal_error", "FAST_JWT_SIGN_ERROR"],
);

/**
 * Recognizers for plugins of Fastify 4 and 5. They come before Fastify's own recognizer, which would only read the status of their errors.
 */
export const fastifyPlugins: readonly BuiltInRecognizer[] = [
  plugin("@fastify/multipart", MULTIPART),
  plugin("@fastify/under-pressure", UNDER_PRESSURE),
  plugin("@fastify/static", STATIC),
  plugin("@fastify/compress", COMPRESS, isCompressError),
  plugin("@fastify/reply-from", REPLY_FROM),
  plugin("@fastify/circuit-breaker", CIRCUIT_BREAKER),
  plugin("@fastify/bearer-auth", BEARER_AUTH),
  plugin("@fastify/jwt", JWT, (thrown) => isFastifyError(thrown) || isFastJwtError(thrown)),
];

function plugin(name: string, mappings: Mappings<string>, isMade = isFastifyError): BuiltInRecognizer {
  return tableRecognizer(name, "code", mappings, isMade);
}

function isFastifyError(thrown: ThrownValue): boolean {
  return fastifyErrorCode(thrown) !== undefined;
}

/** @fastify/compress makes its own errors, or adds its fields to zlib's error. */
function isCompressError(thrown: ThrownValue): boolean {
  return thrown.name === "FastifyCompressError" && isOwnError(thrown);
}

/** Whether it is an error of fast-jwt, which @fastify/jwt passes on. Such errors have a code and no other mark. */
function isFastJwtError(thrown: ThrownValue): boolean {
  return typeof thrown.code === "string" && thrown.code.startsWith("FAST_JWT_") && isOwnError(thrown);
}

/** Maps a file that is too large. If the file was truncated, `bytesRead` is the limit. */
function fileTooLarge({ field }: ThrownValue): Mapping {
  const part = field("part");
  const file = peek(part, "file");
  const read = peek(file, "truncated") === true ? peek(file, "bytesRead") : undefined;
  return { ...uploadTooLarge(read), param: toParam(peek(part, "fieldname")) };
}
