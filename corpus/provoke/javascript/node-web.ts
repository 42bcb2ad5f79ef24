import {
  about,
  answer,
  bytes,
  closed,
  cred,
  each,
  failing,
  type Loose,
  load,
  type Provocation,
  serve,
  settled,
  tcp,
} from "./tools.ts";

const http = load("node:http");
const http2 = load("node:http2");
const https = load("node:https");
const tls = load("node:tls");
const { WebSocket: Socket } = globalThis as unknown as Record<string, Loose>;

/** The cause of a refused fetch, which holds what happened. */
async function cause(work: Promise<unknown>): Promise<unknown> {
  return work.catch((error: Error) => {
    throw error.cause ?? error;
  });
}

const get = async (port: Promise<number>, path = "/"): Promise<unknown> =>
  failing(http.get({ host: "127.0.0.1", port: await port, path }));

/** Messages of HTTP and TLS. */
export const provocations: Provocation[] = [
  ...about("node", {
    ...each("fetch-unknown-host", ["payments.internal", "inventory", "auth.prod.consul"], (host) => [
      () => cause(fetch(`http://${host}/v1/health`)),
      { hosts: [host], as: ["inspect"] },
    ]),
    "http-hang-up": [() => get(tcp(8080, (socket) => socket.destroy())), { as: ["message", "stack"] }],
    "http-reset": () =>
      get(
        tcp(8080, (socket) => socket.resetAndDestroy()),
        "/v1/orders",
      ),
    "http-parse": [() => get(bytes(8080, "SSH-2.0-OpenSSH_9.6\r\n\r\n")), { as: ["message", "inspect"] }],
    "http-parse-header": () => get(bytes(8080, "HTTP/1.1 200 OK\r\nbad header\r\n\r\n")),
    "http-parse-chunk": async () => {
      const port = await bytes(8080, "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n");
      return cause(fetch(`http://127.0.0.1:${port}/`).then((response) => response.text()));
    },
    "http-header-overflow": () => get(bytes(8080, `HTTP/1.1 200 OK\r\nx: ${"a".repeat(20_000)}\r\n\r\n`)),
    "http-refused": [() => failing(http.get({ host: "127.0.0.1", port: closed(8080) })), { as: ["stack"] }],
    "http-unknown-host": [
      () => failing(https.get("https://internal-gateway.prod.svc/v2/quotes")),
      { hosts: ["internal-gateway.prod.svc"], as: ["flat"] },
    ],
    "http-timeout": async () => {
      const request = http.get({ host: "127.0.0.1", port: await tcp(8080, () => {}), timeout: 100 });
      request.on("timeout", () => request.destroy(new Error("request timed out after 100 ms")));
      return failing(request);
    },
    "http-abort": async () =>
      failing(http.get({ host: "127.0.0.1", port: await tcp(80, () => {}), signal: AbortSignal.timeout(50) })),
    "http-protocol": () => http.get("ftp://files.example.com/a"),
    "http-url": () => http.get("http//example.com"),
    "http-url-secret": () => http.get(`http://svc:${cred("slashPassword", 11)}@[billing/`),
    "http-method": () => http.request({ method: "GE T" }),
    "http-path": () => http.request({ path: "/a b" }),
    "http-header-name": () =>
      http.request({ host: "127.0.0.1", port: closed(80), headers: { "x y": "1" } }).on("error", () => {}),
    "http-header-value": () => http.validateHeaderValue("authorization", `Bearer ${cred("githubToken", 12)}\n`),
    "http-header-undefined": () => http.validateHeaderValue("x-request-id", undefined),
    "http-agent": () => http.request({ agent: "keepalive" }),
    "http-status": async () => {
      const port = await serve(80, () => {});
      const response = new http.ServerResponse({ method: "GET" });
      return port && response.writeHead(1_000);
    },
    "http-after-sent": [
      async () => {
        let failure: unknown;
        const port = await serve(80, (_, response) => {
          response.end("x");
          try {
            response.setHeader("x-late", "1");
          } catch (error) {
            failure = error;
          }
        });
        await fetch(`http://127.0.0.1:${port}`).then((response) => response.text());
        throw failure;
      },
      { as: ["message", "stack", "json"] },
    ],
    "http-status-text": () => new http.ServerResponse({ method: "GET" }).writeHead(200, "O\nK"),
    "http-content": () => new http.ServerResponse({ method: "GET" }).end(42),
    "http2-refused": () => failing(http2.connect(`http://127.0.0.1:${closed(50051)}`)),
    "http2-unknown-host": [
      () => failing(http2.connect("http://grpc.mesh.internal:50051")),
      { hosts: ["grpc.mesh.internal"], as: ["stack"] },
    ],
    "http2-protocol": async () =>
      failing(http2.connect(`http://127.0.0.1:${await bytes(50051, "HTTP/1.1 400 Bad Request\r\n\r\n", true)}`)),
    "http2-scheme": () => http2.connect("ws://example.com"),
    "http2-settings": () => http2.getPackedSettings({ maxFrameSize: 1 }),
    "http2-pseudo-header": () =>
      http2
        .connect(`http://127.0.0.1:${closed(80)}`)
        .on("error", () => {})
        .request({ ":nope": "1" }),
    "fetch-body": async () =>
      (await fetch(`http://127.0.0.1:${await answer(80, 502, "<html><h1>502 Bad Gateway</h1></html>")}`)).json(),
    "fetch-timeout": async () =>
      fetch(`http://127.0.0.1:${await tcp(80, () => {})}`, { signal: AbortSignal.timeout(60) }),
    "fetch-redirect-loop": async () => {
      const port = await serve(8080, (_, response) => response.writeHead(302, { location: "/again" }).end());
      return cause(fetch(`http://127.0.0.1:${port}/login`));
    },
    "fetch-closed": [
      async () => cause(fetch(`http://127.0.0.1:${await tcp(8080, (socket) => socket.destroy())}`)),
      {
        as: ["message", "inspect"],
        tidy: [
          [/(local|remote)Port: \d+/g, "$1Port: 41822"],
          [/timeout: \d+/g, "timeout: 300000"],
        ],
      },
    ],
    "fetch-failed": [() => fetch(`http://127.0.0.1:${closed(4000)}/graphql`), { as: ["message", "stack", "inspect"] }],
    "fetch-bad-port": () => cause(fetch("http://127.0.0.1:6667/")),
    "fetch-url": () => fetch("/v1/relative"),
    "fetch-credentials": [
      () => fetch(`https://deploy:${cred("simplePassword", 3)}@registry.acme.corp/v2/`),
      { as: ["message", "stack"] },
    ],
    "fetch-header": () =>
      fetch("http://127.0.0.1/", { headers: { authorization: `Bearer ${cred("openaiKey", 4)}\r\nx` } }),
    "fetch-header-unicode": () => new Headers({ "x-api-key": `${cred("anthropicKey", 5)}…` }),
    "fetch-method": () => new Request("https://api.example.com/v1", { method: "TRACE" }),
    "fetch-mode": () => new Request("https://api.example.com/v1", { mode: "navigate" }),
    "fetch-get-body": () => new Request("https://api.example.com/v1", { body: "x" }),
    "fetch-status": () => new Response("x", { status: 99 }),
    "fetch-null-body": () => new Response("x", { status: 204 }),
    "fetch-body-used": async () => {
      const response = new Response("{}");
      return (await response.text()) && response.json();
    },
    "fetch-form": () => new Response("a=1", { headers: { "content-type": "text/csv" } }).formData(),
    "websocket-url": () => new Socket("ftp://example.com"),
    "websocket-protocol": () => new Socket("wss://example.com", "a b"),
    "tls-not-tls": [
      async () => failing(tls.connect({ host: "127.0.0.1", port: await bytes(443, "HTTP/1.1 400\r\n\r\n") })),
      {
        tidy: [[/^[\dA-F]{16}/, "40E7A1B2C67F0000"]],
        paths: ["../deps/openssl/openssl/ssl/record/methods/tlsany_meth.c:77"],
      },
    ],
    "tls-reset": async () =>
      failing(tls.connect({ host: "127.0.0.1", port: await tcp(443, (socket) => socket.destroy()) })),
    "tls-altnames": () => {
      throw tls.checkServerIdentity("payments.prod.internal", {
        subject: { CN: "example.com" },
        subjectaltname: "DNS:example.com, DNS:www.example.com",
      });
    },
    "tls-altnames-ip": () => {
      throw tls.checkServerIdentity("10.4.0.17", {
        subject: { CN: "vault" },
        subjectaltname: "DNS:vault.service.consul, IP Address:10.4.0.99",
      });
    },
    "tls-no-name": [
      () => {
        throw tls.checkServerIdentity("ldap.corp", { subject: { CN: "old-ldap.corp" } });
      },
      {},
    ],
    "tls-version": () => tls.createSecureContext({ minVersion: "TLSv2" }),
    "tls-ciphers": () => tls.createSecureContext({ ciphers: "NOT-A-CIPHER" }),
    "tls-pfx": () => tls.createSecureContext({ pfx: "x", passphrase: "y" }),
    "tls-key": () => tls.createSecureContext({ key: "-----BEGIN x" }),
    "tls-ca-missing": () =>
      tls.createSecureContext({ ca: load("node:fs").readFileSync("/etc/ssl/private/acme-ca.pem") }),
    "http-later": () => settled(http.globalAgent.createConnection({ port: -1 })),
  }),
];
