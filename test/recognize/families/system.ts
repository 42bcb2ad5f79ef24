import { promises as dns } from "node:dns";
import { get } from "node:http";
import { connect, type NetConnectOpts } from "node:net";
import { connect as connectTls } from "node:tls";
import { SECRETS } from "../../support/secrets.ts";
import type { Family, Row } from "../expect-answer.ts";
import { CLOSED_PORT, failing, garbage, reset, TIMEOUT, thrown, UPSTREAM, withHttp, withServer } from "./failing.ts";

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
const connecting = (options: NetConnectOpts) => failing(() => emitted(() => connect(options)));
const error = (fields: object, text: string = SECRETS.host) => Object.assign(new Error(text), fields);

/** Resolves every name to several addresses, all of them closed. */
const lookup: NonNullable<Extract<NetConnectOpts, { port: number }>["lookup"]> = (_host, _options, done) =>
  done(null, [
    { address: "127.0.0.1", family: 4 },
    { address: "127.0.0.2", family: 4 },
    { address: "::1", family: 6 },
  ]);

async function askingNobody(): Promise<unknown> {
  const resolver = new dns.Resolver({ timeout: 20, tries: 1 });
  resolver.setServers([`127.0.0.1:${CLOSED_PORT}`]);
  return resolver.resolveSrv(`${SECRETS.password}.invalid`);
}

/** Errors of the system about connections that are hard to provoke on a loopback address. */
const OF_SYSTEM: readonly Row[] = [
  ...["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "EADDRNOTAVAIL"].map(
    (code): Row => [`connect ${code}`, thrown(() => error({ code, syscall: "connect", errno: -1 })), UPSTREAM],
  ),
  ...[
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
  ].flatMap((code) =>
    ["read", "write", "writev", "shutdown"].map(
      (syscall): Row => [`${syscall} ${code}`, thrown(() => error({ code, syscall, errno: -1 })), UPSTREAM],
    ),
  ),
  ...["getaddrinfo", "getnameinfo", "getHostByAddr", "queryA"].map(
    (syscall): Row => [syscall, thrown(() => error({ code: "EAI_AGAIN", syscall })), UPSTREAM],
  ),
  ["connect ETIMEDOUT", thrown(() => error({ code: "ETIMEDOUT", syscall: "connect" })), TIMEOUT],
  ["read ETIMEDOUT", thrown(() => error({ code: "ETIMEDOUT", syscall: "read" })), TIMEOUT],
  ["queryTxt ETIMEOUT", thrown(() => error({ code: "ETIMEOUT", syscall: "queryTxt" })), TIMEOUT],
  [
    "addresses that all took too long",
    thrown(() => new AggregateError([0, 1].map(() => error({ code: "ETIMEDOUT", syscall: "connect" })))),
    TIMEOUT,
  ],
  [
    "several addresses, and one timed out",
    thrown(
      () =>
        new AggregateError(
          ["ETIMEDOUT", "ECONNREFUSED"].map((code) => error({ code, syscall: "connect" }, SECRETS.password)),
        ),
    ),
    UPSTREAM,
  ],
];

const CERTIFICATES: readonly Row[] = [
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
].map((code): Row => [code, thrown(() => error({ code })), UPSTREAM]);

const NODE: readonly Row[] = [
  ["a port that nothing listens on", connecting({ host: "127.0.0.1", port: CLOSED_PORT }), UPSTREAM],
  ["a socket file that is not there", connecting({ path: `${SECRETS.path}.sock` }), UPSTREAM],
  ["a host name that does not exist", failing(() => dns.lookup(`${SECRETS.password}.invalid`)), UPSTREAM],
  ["a name server that does not answer", failing(askingNobody), UPSTREAM],
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
  ["HTTP with what is none", withServer(garbage, (port) => emitted(() => get({ port }))), UPSTREAM],
  ...OF_SYSTEM,
  ...CERTIFICATES,
];

export const SYSTEM: readonly Family[] = [{ library: "node", rows: NODE }];
