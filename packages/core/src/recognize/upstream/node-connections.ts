import { peekItems } from "../../untrusted/peek.ts";
import { readThrown, type ThrownValue } from "../../untrusted/thrown.ts";
import type { Mapping } from "../mapping/mapping.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";

/** System calls that always contact another machine: connecting and looking up a name. */
const REACHING = /^(?:connect|getaddrinfo|getnameinfo|getHostByAddr|query[A-Z][A-Za-z]{0,9})$/;

/** System calls that also exist for files. For these, the code must show that it is a connection. */
const TRANSFERS: ReadonlySet<string> = new Set(["read", "write", "writev", "shutdown"]);

const OF_CONNECTIONS: ReadonlySet<string> = new Set(
  (
    "ECONNABORTED ECONNREFUSED ECONNRESET EHOSTDOWN EHOSTUNREACH ENETDOWN ENETRESET ENETUNREACH ENOTCONN EPIPE " +
    "EPROTO ETIMEDOUT"
  ).split(" "),
);

/** `ETIMEOUT` comes from a name lookup. */
const TIMEOUTS: ReadonlySet<string> = new Set(["ETIMEDOUT", "ETIMEOUT"]);

/** The code of a connection that ended too early. */
const HANG_UP = "ECONNRESET";

/**
 * Node's messages when a connection that it opened ends too early. A request whose client left fails with the second one, too, but such a
 * request needs no response.
 */
const HANG_UPS: ReadonlySet<string> = new Set([
  "socket hang up",
  "aborted",
  "Client network socket disconnected before secure TLS connection was established",
]);

/** OpenSSL's codes for a bad certificate, and Node's code for another host's certificate. */
const CERTIFICATES: ReadonlySet<string> = new Set(
  (
    "CERT_CHAIN_TOO_LONG CERT_HAS_EXPIRED CERT_NOT_YET_VALID CERT_REJECTED CERT_REVOKED CERT_SIGNATURE_FAILURE " +
    "CERT_UNTRUSTED CRL_HAS_EXPIRED DEPTH_ZERO_SELF_SIGNED_CERT ERR_TLS_CERT_ALTNAME_INVALID HOSTNAME_MISMATCH " +
    "INVALID_CA INVALID_PURPOSE PATH_LENGTH_EXCEEDED SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_GET_CRL " +
    "UNABLE_TO_GET_ISSUER_CERT UNABLE_TO_GET_ISSUER_CERT_LOCALLY UNABLE_TO_VERIFY_LEAF_SIGNATURE"
  ).split(" "),
);

const OF_PARSER = "HPE_";

const OF_TLS = "ERR_SSL_";
const MAX_ATTEMPTS = 20;

/**
 * Recognizes Node's own errors of connections to other machines, from node:net, node:dns, node:tls and node:http. Many clients and drivers
 * rethrow them unchanged. File errors do not count.
 */
export const system: BuiltInRecognizer = {
  name: "node",
  marks: {
    fields: ["syscall", "errors"],
    codes: [HANG_UP, ...CERTIFICATES],
    codePrefixes: [OF_PARSER, OF_TLS],
  },
  map(thrown) {
    const attempts = peekItems(thrown.field("errors"), MAX_ATTEMPTS);
    if (attempts.length === 0 || !thrown.isNativeError) return mappingOf(thrown);
    // All addresses of a name were tried. It is a timeout only if every one of them timed out.
    const mappings = attempts.map((attempt) => mappingOf(readThrown(attempt)));
    if (mappings.includes(undefined)) return undefined;
    return mappings.find((mapping) => mapping?.code === "upstream_error") ?? mappings[0];
  },
};

function mappingOf(thrown: ThrownValue): Mapping | undefined {
  const code = typeof thrown.code === "string" ? thrown.code : "";
  if (!thrown.isNativeError || !(isOfConnection(thrown, code) || isOfProtocol(thrown, code))) return undefined;
  return { code: TIMEOUTS.has(code) ? "upstream_timeout" : "upstream_error" };
}

function isOfConnection({ message, field }: ThrownValue, code: string): boolean {
  const call = field("syscall");
  if (typeof call !== "string") return code === HANG_UP && HANG_UPS.has(message);
  return code !== "" && (REACHING.test(call) || (TRANSFERS.has(call) && OF_CONNECTIONS.has(code)));
}

/** TLS failures, and a response that is not HTTP. */
function isOfProtocol({ field }: ThrownValue, code: string): boolean {
  if (code.startsWith(OF_PARSER)) return typeof field("bytesParsed") === "number";
  return CERTIFICATES.has(code) || code.startsWith(OF_TLS);
}
