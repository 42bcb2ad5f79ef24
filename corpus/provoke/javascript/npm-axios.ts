import { about, answer, bytes, closed, cred, each, type Loose, load, type Provocation, serve, tcp } from "./tools.ts";

const axios = load("axios");
const got = load("got")["default"] as Loose;
const undici = load("undici");
const ky = load("ky")["default"] as Loose;
const local = (port: number, path = ""): string => `http://127.0.0.1:${port}${path}`;
const got0 = (url: string, options: object = {}): Loose => got(url, { retry: { limit: 0 }, ...options });

/** Messages of HTTP clients. */
export const provocations: Provocation[] = [
  ...about("axios", {
    ...each(
      "unknown-host",
      ["http://inventory-api.default.svc:8080/stock", "https://users.prod.internal/v2/users/7", "http://legacy/soap"],
      (url) => [() => axios.get(url), { hosts: [url.split("/")[2]?.split(":")[0] ?? ""], as: ["message", "stack"] }],
    ),
    refused: [() => axios.get(local(closed(8080))), { as: ["message", "stack", "flat"] }],
    status: [async () => axios.get(local(await answer(8080, 503, "down"))), { as: ["message", "stack", "json"] }],
    "status-client": async () => axios.get(local(await answer(8080, 404, {}))),
    timeout: async () => axios.get(local(await tcp(8080, () => {})), { timeout: 60 }),
    redirects: async () =>
      axios.get(local(await serve(80, (_, response) => response.writeHead(302, { location: "/x" }).end()))),
    size: async () => axios.get(local(await answer(80, 200, "x".repeat(999))), { maxContentLength: 10 }),
    "body-size": () => axios.post(local(closed(80)), "x".repeat(999), { maxBodyLength: 10 }),
    protocol: () => axios.get("ftp://files.example.com/a"),
    url: () => axios.get("http://[orders"),
    header: () => axios.get(local(closed(80)), { headers: { "x y": "1" } }),
    aborted: () => axios.get(local(closed(80)), { signal: AbortSignal.abort() }),
    config: [
      async () =>
        axios
          .get(local(await answer(8080, 401, {}), "/v1/invoices"), {
            headers: { authorization: `Bearer ${cred("jwt", 301)}` },
          })
          .catch((error: Loose) => JSON.stringify(error.toJSON())),
      { as: ["json"] },
    ],
    "parse-json": async () =>
      axios.get(local(await answer(80, 200, "<html>", {})), {
        responseType: "json",
        transitional: { silentJSONParsing: false },
      }),
  }),
  ...about("got", {
    "unknown-host": [() => got0("http://pricing.prod.svc.cluster.local/v1"), { as: ["message", "stack"] }],
    refused: [() => got0(local(closed(8080))), { as: ["message", "stack"] }],
    status: [async () => got0(local(await answer(8080, 500, "x"), "/v1/quotes")), { as: ["message", "stack"] }],
    "status-public": () => got0("https://api.example.com/a", { method: "GE T" }),
    json: async () => got0(local(await answer(80, 200, "<h1>"))).json(),
    timeout: async () => got0(local(await tcp(80, () => {})), { timeout: { request: 60 } }),
    option: () => got0(local(1), { retries: 3 }),
    url: () => got0(`postgres://app:${cred("simplePassword", 302)}@db.internal/x`),
    prefix: () => got0("/v1/orders", { prefixUrl: "" }),
    body: () => got0(local(1), { body: "x" }),
    redirects: async () =>
      got0(local(await serve(80, (_, response) => response.writeHead(301, { location: "/x" }).end()))),
    "search-params": () => got0(local(1), { searchParams: { a: { b: 1 } } }),
  }),
  ...about("undici", {
    refused: [() => undici.request(local(closed(8080))), { as: ["message", "stack"] }],
    "unknown-host": [() => undici.request("http://billing.svc.cluster.local:8443"), { as: ["message", "inspect"] }],
    "header-value": () =>
      undici.request(local(closed(80)), { headers: { authorization: `Bearer ${cred("openaiKey", 303)}\u0000` } }),
    "header-name": () => undici.request(local(closed(80)), { headers: [`x-api-key: ${cred("anthropicKey", 304)}`] }),
    url: [
      () => undici.request(`https://svc:${cred("slashPassword", 305)}@gateway:`, { path: 1 }),
      { as: ["message", "inspect"], hosts: ["gateway"], root: "/srv/shop" },
    ],
    protocol: () => undici.request("ftp://example.com"),
    "headers-timeout": async () => undici.request(local(await tcp(80, () => {})), { headersTimeout: 60 }),
    closed: async () => undici.request(local(await tcp(8080, (socket) => socket.destroy()))),
    parse: [async () => undici.request(local(await bytes(8080, "SMTP ready\r\n\r\n"))), { as: ["message", "stack"] }],
    "content-length": () =>
      undici.request(local(closed(80)), { method: "POST", body: "abc", headers: { "content-length": "9" } }),
    "bad-body": () => undici.request(local(closed(80)), { body: 42 }),
    method: () => undici.request(local(closed(80)), { method: "GE T" }),
    path: () => new undici.Client("http://example.com").request({ path: "orders", method: "GET" }),
    origin: () => new undici.Client("http://example.com/a"),
    mock: () => {
      const mock = new undici.MockAgent();
      mock.disableNetConnect();
      return undici.request("http://payments.prod.internal/v1/charges", { dispatcher: mock });
    },
    "response-error": async () =>
      undici.request(local(await answer(80, 429, { error: "slow down" })), {
        dispatcher: new undici.Agent().compose(undici.interceptors.responseError()),
      }),
    proxy: () => new undici.ProxyAgent("socks9://proxy.corp:1080"),
    destroyed: () => {
      const client = new undici.Client("http://example.com");
      client.destroy();
      return client.request({ path: "/", method: "GET" });
    },
    pipelining: () => new undici.Client("http://example.com", { pipelining: -1, keepAliveTimeout: -1 }),
  }),
  ...about("ky", {
    status: [
      async () => ky.get(local(await answer(8080, 404, {}), "/v1/orders/7"), { retry: 0 }),
      { as: ["message", "stack"] },
    ],
    "status-server": async () => ky.post(local(await answer(8080, 502, "x"), "/quotes"), { retry: 0 }),
    timeout: async () => ky.get(local(await tcp(8080, () => {}), "/slow"), { retry: 0, timeout: 60 }),
    refused: () => ky.get("http://catalog.prod.svc/v1", { retry: 0 }),
    prefix: () => ky.get("/v1", { prefixUrl: "https://api.example.com" }),
    "long-timeout": () => ky.get("https://api.example.com", { timeout: 2 ** 31 }),
    input: () => ky.get(42),
    retry: () => ky.get("http://127.0.0.1", { retry: { methods: "get" } }),
  }),
];
