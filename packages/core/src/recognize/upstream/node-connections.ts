import { isNativeError, peek, peekList, peekString } from "../../untrusted/peek.ts";
import type { BuiltInRecognizer, Mapping } from "../mapping/recognizer.ts";

/** Calls that reach for another machine, whatever becomes of them: a connection and a look-up of a name. */
const REACHING = /^(?:connect|getaddrinfo|getnameinfo|getHostByAddr|query[A-Z][A-Za-z]{0,9})$/;

/** Calls that files know too: of these the code has to say that it is a connection. */
const TRANSFERS: ReadonlySet<string> = new Set(["read", "write", "writev", "shutdown"]);

const OF_CONNECTIONS: ReadonlySet<string> = new Set([
  "ECONNABORTED",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTDOWN",
  "EHOSTUNREACH",
  "ENETDOWN",
  "ENETRESET",
  "ENETUNREACH",
  "ENOTCONN",
  "EPIPE",
  "EPROTO",
  "ETIMEDOUT",
]);

/** `ETIMEOUT` is what a look-up says. */
const TIMEOUTS: ReadonlySet<string> = new Set(["ETIMEDOUT", "ETIMEOUT"]);

/** What Node itself says when a connection that it opened ends too early. A connection that it accepted has other texts. */
const HANG_UPS: ReadonlySet<string> = new Set([
  "socket hang up",
  "Client network socket disconnected before secure TLS connection was established",
]);

/** OpenSSL's names for what is wrong with a certificate, and Node's for one of another host. */
const CERTIFICATES: ReadonlySet<string> = new Set([
  "CERT_CHAIN_TOO_LONG",
  "CERT_HAS_EXPIRED",
  "CERT_NOT_YET_VALID",
  "CERT_REJECTED",
  "CERT_REVOKED",
  "CERT_SIGNATURE_FAILURE",
  "CERT_UNTRUSTED",
  "CRL_HAS_EXPIRED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "ERR_TLS_CERT_ALTNAME_INVALID",
  "HOSTNAME_MISMATCH",
  "INVALID_CA",
  "INVALID_PURPOSE",
  "PATH_LENGTH_EXCEEDED",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_CRL",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
]);

/** Addresses that one name may have and that are all tried. */
const MAX_ATTEMPTS = 20;

/**
 * Node's own errors of connections to other machines: node:net, node:dns, node:tls and node:http, thrown as they are by
 * many clients and drivers. Errors of files are none of them.
 */
export const system: BuiltInRecognizer = {
  name: "node",
  recognize(thrown) {
    if (!isNativeError(thrown)) return undefined;
    const attempts = peekList(peek(thrown, "errors"), MAX_ATTEMPTS);
    if (attempts === undefined || attempts.length === 0) return mappingOf(thrown);
    // All addresses of a name were tried. It took too long only if none of them failed otherwise.
    const mappings = attempts.map((attempt) => (isNativeError(attempt) ? mappingOf(attempt) : undefined));
    if (mappings.includes(undefined)) return undefined;
    return mappings.find((mapping) => mapping?.code === "upstream_error") ?? mappings[0];
  },
};

function mappingOf(thrown: unknown): Mapping | undefined {
  const code = peekString(thrown, "code") ?? "";
  if (!isOfConnection(thrown, code) && !isOfProtocol(thrown, code)) return undefined;
  return { code: TIMEOUTS.has(code) ? "upstream_timeout" : "upstream_error" };
}

function isOfConnection(thrown: unknown, code: string): boolean {
  const call = peekString(thrown, "syscall");
  if (call === undefined) return code === "ECONNRESET" && HANG_UPS.has(peekString(thrown, "message") ?? "");
  return code !== "" && (REACHING.test(call) || (TRANSFERS.has(call) && OF_CONNECTIONS.has(code)));
}

/** TLS, and an answer that is no HTTP. */
function isOfProtocol(thrown: unknown, code: string): boolean {
  if (code.startsWith("HPE_")) return typeof peek(thrown, "bytesParsed") === "number";
  return CERTIFICATES.has(code) || code.startsWith("ERR_SSL_");
}
