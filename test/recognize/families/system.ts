import { promises as dns } from "node:dns";
import { get } from "node:http";
import { connect, type NetConnectOpts } from "node:net";
import { connect as connectTls } from "node:tls";
import { SECRETS } from "../../support/secrets.ts";
import { type Family, type Row, TIMEOUT, UPSTREAM } from "../expect-answer.ts";
import { caught, made } from "./caught.ts";
import { CLOSED_PORT, cutOff, garbage, reset, withHttp, withServer } from "./failing.ts";

interface Emitter {
  on(event: "error", listener: (failure: unknown) => void): unknown;
  destroy(): unknown;
}

const emitted = (make: () => Emitter) =>
  new Promise((_resolve, reject) => {
    const emitter = make();
    emitter.on("error", (failure) => {
      emitter.destroy();
      reject(failure);
    });
  });
const read = (url: string) =>
  new Promise((_resolve, reject) => {
    get(url, (response) => response.resume().on("error", reject));
  });
const connecting = (options: NetConnectOpts) => caught(() => emitted(() => connect(options)));
const error = (fields: object, text: string = SECRETS.host) => Object.assign(new Error(text), fields);

/** Resolves every name to several addresses, all of them closed. */
const lookup: NonNullable<Extract<NetConnectOpts, { port: number }>["lookup"]> = (_host, _options, done) =>
  done(null, [
    { address: "127.0.0.1", family: 4 },
    { address: "127.0.0.2", family: 4 },
    { address: "::1", family: 6 },
  ]);

async function askingNobody(): Promise<unknown> {
  const resolver = new dns.Resolver({ timeout: 20_000, tries: 1 });
  resolver.setServers([`127.0.0.1:${CLOSED_PORT}`]);
  return resolver.resolveSrv(`${SECRETS.password}.invalid`);
}

const OF_CONNECTIONS =
  "ECONNABORTED ECONNREFUSED ECONNRESET EHOSTDOWN EHOSTUNREACH ENETDOWN ENETRESET ENETUNREACH ENOTCONN EPIPE EPROTO";

/** Errors of the system about connections that are hard to provoke on a loopback address. */
const OF_SYSTEM: readonly Row[] = [
  ...["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "EADDRNOTAVAIL"].map(
    (code): Row => [`connect ${code}`, made(() => error({ code, syscall: "connect", errno: -1 })), UPSTREAM],
  ),
  ...OF_CONNECTIONS.split(" ").flatMap((code) =>
    ["read", "write", "writev", "shutdown"].map(
      (syscall): Row => [`${syscall} ${code}`, made(() => error({ code, syscall, errno: -1 })), UPSTREAM],
    ),
  ),
  ...["getaddrinfo", "getnameinfo", "getHostByAddr", "queryA"].map(
    (syscall): Row => [syscall, made(() => error({ code: "EAI_AGAIN", syscall })), UPSTREAM],
  ),
  ["connect ETIMEDOUT", made(() => error({ code: "ETIMEDOUT", syscall: "connect" })), TIMEOUT],
  ["read ETIMEDOUT", made(() => error({ code: "ETIMEDOUT", syscall: "read" })), TIMEOUT],
  ["queryTxt ETIMEOUT", made(() => error({ code: "ETIMEOUT", syscall: "queryTxt" })), TIMEOUT],
  [
    "addresses that all took too long",
    made(() => new AggregateError([0, 1].map(() => error({ code: "ETIMEDOUT", syscall: "connect" })))),
    TIMEOUT,
  ],
  [
    "several addresses, and one timed out",
    made(
      () =>
        new AggregateError(
          ["ETIMEDOUT", "ECONNREFUSED"].map((code) => error({ code, syscall: "connect" }, SECRETS.password)),
        ),
    ),
    UPSTREAM,
  ],
];

const CERTIFICATES = `
  CERT_CHAIN_TOO_LONG CERT_HAS_EXPIRED CERT_NOT_YET_VALID CERT_REJECTED CERT_REVOKED CERT_SIGNATURE_FAILURE
  CERT_UNTRUSTED CRL_HAS_EXPIRED DEPTH_ZERO_SELF_SIGNED_CERT ERR_TLS_CERT_ALTNAME_INVALID HOSTNAME_MISMATCH INVALID_CA
  INVALID_PURPOSE PATH_LENGTH_EXCEEDED SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_GET_CRL UNABLE_TO_GET_ISSUER_CERT
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY UNABLE_TO_VERIFY_LEAF_SIGNATURE`;

const NODE: readonly Row[] = [
  ["a port that nothing listens on", connecting({ host: "127.0.0.1", port: CLOSED_PORT }), UPSTREAM],
  ["a socket file that is not there", connecting({ path: `${SECRETS.path}.sock` }), UPSTREAM],
  ["a host name that does not exist", caught(() => dns.lookup(`${SECRETS.password}.invalid`)), UPSTREAM],
  ["a name server that does not answer", caught(askingNobody), UPSTREAM],
  ["a name whose addresses are closed", connecting({ host: SECRETS.host, port: CLOSED_PORT, lookup }), UPSTREAM],
  [
    "a connection that is reset",
    withServer(
      (socket) => socket.once("data", () => socket.resetAndDestroy()),
      (port) =>
        emitted(() => {
          const socket = connect(port, "127.0.0.1");
          socket.write("x");
          return socket;
        }),
    ),
    UPSTREAM,
  ],
  ["TLS with what is none", withServer(garbage, (port) => emitted(() => connectTls(port, "127.0.0.1"))), UPSTREAM],
  [
    "TLS that ends early",
    withServer(
      (socket) => socket.end(),
      (port) => emitted(() => connectTls(port, "127.0.0.1")),
    ),
    UPSTREAM,
  ],
  ["HTTP that ends early", withHttp(reset, (url) => emitted(() => get(url))), UPSTREAM],
  ["HTTP whose body breaks off", withHttp(cutOff, read), UPSTREAM],
  ["HTTP with what is none", withServer(garbage, (port) => emitted(() => get({ port }))), UPSTREAM],
  ...OF_SYSTEM,
  ...CERTIFICATES.trim()
    .split(/\s+/)
    .map((code): Row => [code, made(() => error({ code })), UPSTREAM]),
];

export const SYSTEM: readonly Family[] = [{ library: "node", rows: NODE }];
