import { describe, expect, test } from "vitest";
import { known, UNKNOWN } from "../../../../../test/recognize/known.ts";

const FAILED = ["node", "acme_upstream_error"];
const TOO_LATE = ["node", "acme_upstream_timeout"];

const error = (fields: object, message = "x") => Object.assign(new Error(message), fields);

/** Node's error of a system call, such as "connect ECONNREFUSED 127.0.0.1:1". */
const ofCall = (syscall: unknown, code: unknown) =>
  error({ errno: -111, code, syscall }, `${syscall} ${code} 127.0.0.1:1`);

const HANG_UP = "socket hang up";

describe("a system call that reaches another machine", () => {
  test.each(["connect", "getaddrinfo", "getnameinfo", "getHostByAddr", "queryA", "queryAaaa", "queryNaptr"])(
    "%s counts with any code",
    (syscall) => {
      expect(known(ofCall(syscall, "ENOTFOUND"))).toEqual(FAILED);
      expect(known(ofCall(syscall, "ETIMEDOUT"))).toEqual(TOO_LATE);
      expect(known(ofCall(syscall, "ETIMEOUT"))).toEqual(TOO_LATE);
    },
  );

  const OTHERS =
    "reconnect connected query querya query1 queryA1 subqueryA queryNaptrrecordx open spawn listen bind accept";
  test.each(OTHERS.split(" "))("%s is none", (syscall) => {
    expect(known(ofCall(syscall, "ENOTFOUND"))).toEqual(UNKNOWN);
    expect(known(ofCall(syscall, "ECONNREFUSED"))).toEqual(UNKNOWN);
  });

  test("has a code, which is a string", () => {
    expect(known(ofCall("connect", ""))).toEqual(UNKNOWN);
    expect(known(ofCall("connect", undefined))).toEqual(UNKNOWN);
    expect(known(ofCall("connect", -111))).toEqual(UNKNOWN);
    expect(known(ofCall(["connect"], "ECONNREFUSED"))).toEqual(UNKNOWN);
  });

  test("does not count on what is no error", () => {
    expect(known({ ...ofCall("connect", "ECONNREFUSED"), message: "x" })).toEqual(UNKNOWN);
  });
});

describe("a system call that files have too", () => {
  const CODES =
    "ECONNABORTED ECONNREFUSED ECONNRESET EHOSTDOWN EHOSTUNREACH ENETDOWN ENETRESET ENETUNREACH ENOTCONN EPIPE EPROTO";
  test.each(CODES.split(" "))("counts with the code %s of a connection", (code) => {
    for (const syscall of ["read", "write", "writev", "shutdown"]) expect(known(ofCall(syscall, code))).toEqual(FAILED);
  });

  test("that gets no answer in time is a time-out", () => {
    expect(known(ofCall("read", "ETIMEDOUT"))).toEqual(TOO_LATE);
  });

  test.each(["EISDIR", "ENOSPC", "EIO", "ETIMEOUT", "ENOTFOUND"])("does not count with the code %s", (code) => {
    for (const syscall of ["read", "write", "writev", "shutdown"]) {
      expect(known(ofCall(syscall, code))).toEqual(UNKNOWN);
    }
  });
});

describe("a connection that ends too early", () => {
  test.each([HANG_UP, "aborted", "Client network socket disconnected before secure TLS connection was established"])(
    "is one that the service opened if the message is %j",
    (message) => expect(known(error({ code: "ECONNRESET" }, message))).toEqual(FAILED),
  );

  test.each<[what: string, thrown: unknown]>([
    ["whose message another library wrote", error({ code: "ECONNRESET" }, "request aborted")],
    ["whose message goes on", error({ code: "ECONNRESET" }, "socket hang up again")],
    ["without a code", error({}, HANG_UP)],
    ["in a list, with another code", new AggregateError([error({ code: "EPIPE" }, HANG_UP)])],
    ["on what is no error", { code: "ECONNRESET", message: HANG_UP }],
  ])("does not count if it is one %s", (_what, thrown) => expect(known(thrown)).toEqual(UNKNOWN));
});

describe("a failure of TLS, or a response that is not HTTP", () => {
  const CODES = `
    CERT_CHAIN_TOO_LONG CERT_HAS_EXPIRED CERT_NOT_YET_VALID CERT_REJECTED CERT_REVOKED CERT_SIGNATURE_FAILURE
    CERT_UNTRUSTED CRL_HAS_EXPIRED DEPTH_ZERO_SELF_SIGNED_CERT ERR_TLS_CERT_ALTNAME_INVALID HOSTNAME_MISMATCH
    INVALID_CA INVALID_PURPOSE PATH_LENGTH_EXCEEDED SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_GET_CRL
    UNABLE_TO_GET_ISSUER_CERT UNABLE_TO_GET_ISSUER_CERT_LOCALLY UNABLE_TO_VERIFY_LEAF_SIGNATURE
    ERR_SSL_WRONG_VERSION_NUMBER ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION`;
  test.each(CODES.trim().split(/\s+/))("%s is the other service's", (code) => {
    expect(known(error({ code }))).toEqual(FAILED);
    expect(known({ code, message: "x" })).toEqual(UNKNOWN);
  });

  test.each<[what: string, thrown: unknown, answer: readonly (string | undefined)[]]>([
    ["a response that is not HTTP", error({ code: "HPE_INVALID_CONSTANT", bytesParsed: 0 }), FAILED],
    ["a parser's code alone", error({ code: "HPE_INVALID_CONSTANT" }), UNKNOWN],
    ["a count that is a string", error({ code: "HPE_INVALID_CONSTANT", bytesParsed: "0" }), UNKNOWN],
    ["another mistake with TLS", error({ code: "ERR_TLS_INVALID_PROTOCOL_VERSION" }), UNKNOWN],
    ["a longer code", error({ code: "CERT_HAS_EXPIRED_LONG_AGO" }), UNKNOWN],
  ])("%s", (_what, thrown, answer) => expect(known(thrown)).toEqual(answer));
});

describe("the addresses of one name, all tried", () => {
  const refused = ofCall("connect", "ECONNREFUSED");
  const late = ofCall("connect", "ETIMEDOUT");

  test.each<[what: string, thrown: unknown, answer: readonly (string | undefined)[]]>([
    ["all refused", new AggregateError([refused, refused]), FAILED],
    ["all too late", new AggregateError([late, late]), TOO_LATE],
    ["the first too late", new AggregateError([late, refused]), FAILED],
    ["the last too late", new AggregateError([refused, late]), FAILED],
    ["with a code of its own", Object.assign(new AggregateError([late]), { code: "ECONNREFUSED" }), TOO_LATE],
    ["one that failed for another reason", new AggregateError([late, error({})]), UNKNOWN],
    ["one that is no error", new AggregateError([late, { code: "ETIMEDOUT", syscall: "connect" }]), UNKNOWN],
    ["the 21st for another reason", new AggregateError([...Array(20).fill(late), error({})]), TOO_LATE],
    ["the 20th for another reason", new AggregateError([...Array(19).fill(late), error({})]), UNKNOWN],
    ["an empty list beside a code", Object.assign(new AggregateError([]), { code: "CERT_REVOKED" }), FAILED],
    ["an empty list", new AggregateError([]), UNKNOWN],
    ["a list on what is no error", { message: "x", errors: [refused] }, UNKNOWN],
    ["a list of texts", error({ errors: ["refused"] }), UNKNOWN],
  ])("%s", (_what, thrown, answer) => expect(known(thrown)).toEqual(answer));
});
