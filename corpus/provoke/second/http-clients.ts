import { answer, bytes, closed, cred, type Loose, load, type Provocation, tcp } from "../javascript/tools.ts";
import { after, again, asJson, asQuotedBody, carried, chained, inOneLine, named, shown } from "./carry.ts";

const axios = load("axios");
const got = load("got")["default"] as Loose;
const ky = load("ky")["default"] as Loose;
const superagent = load("superagent");
const undici = load("undici");
const nodeFetch = load("node-fetch")["default"] as Loose;
const at = (port: number, path = ""): string => `http://127.0.0.1:${port}${path}`;
const body = (error: Error): string => {
  const { response } = error as unknown as { response?: { status: number; data: unknown } };
  return `upstream answered ${response?.status}: ${typeof response?.data === "string" ? response.data : JSON.stringify(response?.data)}`;
};
const posted = async (status: number, content: unknown, headers: Record<string, string> = {}): Promise<unknown> =>
  axios.post(at(await answer(8090, status, content), "/v1/quotes"), {}, { headers });
/** Messages of HTTP clients and of bodies that services quote. */
export const provocations: Provocation[] = [
  ...again("axios", {
    "body-host": carried(() => posted(502, { error: "dial tcp 10.96.14.3:8443: connect: connection refused" }), body),
    "body-path": carried(
      () => posted(500, { message: "EACCES: permission denied, open '/var/lib/quotes/may.json'", code: "EACCES" }),
      body,
    ),
    "body-benign": carried(
      () => posted(422, { errors: [{ field: "lines[0].qty", message: "must be positive" }], requestId: "req_01HZX3" }),
      body,
    ),
    "body-html": carried(
      () =>
        posted(
          503,
          "<html><head><title>503 Service Temporarily Unavailable</title></head><body><center>nginx/1.25.3</center></body></html>",
        ),
      body,
    ),
    "body-problem": carried(
      () =>
        posted(409, {
          type: "https://api.example.com/problems/stale",
          title: "Stale version",
          status: 409,
          instance: "/v1/quotes/7",
        }),
      body,
    ),
    "body-echo": carried(
      () => posted(401, { error: "invalid_client", received: { authorization: `Basic ${cred("basicAuth", 1401)}` } }),
      body,
    ),
    "body-envoy": carried(
      () =>
        posted(
          503,
          "upstream connect error or disconnect/reset before headers. reset reason: connection failure, transport failure reason: delayed connect error: 111",
        ),
      body,
    ),
    "config-shown": [
      carried(
        async () =>
          axios.get(at(closed(8091), "/v1/stock"), {
            auth: { username: "stock", password: cred("simplePassword", 1402) },
            proxy: false,
          }),
        (error) =>
          `stock: ${JSON.stringify({ code: (error as unknown as Loose)["code"], auth: ((error as unknown as Loose)["config"] as Loose)["auth"], url: ((error as unknown as Loose)["config"] as Loose)["url"] })}`,
      ),
      {},
    ],
    "refused-words": carried(() => axios.get(at(closed(8092))), named("Provider said")),
    "unknown-chain": carried(() => axios.get("http://tax-engine.finance.home/v2/rates"), chained),
    cancelled: carried(
      () => axios.get(at(1), { signal: AbortSignal.abort("10.3.0.9 drained") }),
      (error) => `${error.name}: ${error.message}`,
    ),
    adapter: () => axios.get(at(1), { adapter: "fetsh" }),
    "response-type": () =>
      axios.get("https://api.example.com", { maxRate: "fast", transformRequest: 7, paramsSerializer: { encode: 1 } }),
  }),
  ...again("got", {
    "refused-shown": carried(() => got(at(closed(8093), "/v1/a"), { retry: { limit: 0 } }), inOneLine(" ")),
    "unknown-words": carried(() => got("http://geo.home:7070/ip", { retry: { limit: 0 } }), after("Geo lookup")),
    "parse-quoted": carried(
      async () => got(at(await answer(8094, 200, "rate=0.19")), { retry: { limit: 0 } }).json(),
      asJson,
    ),
    "not-found": async () =>
      got(at(await answer(8094, 404, {}), "/v1/customers/cus_77?expand=orders"), { retry: { limit: 0 } }),
    paginate: () => got.paginate.all("https://api.example.com", { pagination: { transform: 7 } }),
    headers: () => got("https://api.example.com", { headers: 7 }),
  }),
  ...again("ky", {
    "unknown-chain": carried(() => ky.get("http://flags.private/v1", { retry: 0 }), chained),
    "status-words": carried(
      async () => ky.put(at(await answer(8095, 409, {}), "/v1/carts/7"), { retry: 0 }),
      named("cart"),
    ),
  }),
  ...again("superagent", {
    "refused-json": [carried(async () => superagent.get(at(closed(8096))), asJson), { as: ["json"] }],
    "unknown-shown": carried(async () => superagent.get("http://thumbor.media.home/x.png"), shown("thumb")),
    "bad-request": carried(
      async () => superagent.post(at(await answer(8096, 400, { e: 1 }))).send({ a: 1 }),
      named("Carrier"),
    ),
  }),
  ...again("undici", {
    "unknown-quoted": carried(() => undici.request("http://embedder-2.ml.private:8000/v1/embeddings"), asQuotedBody),
    "timeout-words": carried(
      async () => undici.request(at(await tcp(8097, () => {})), { bodyTimeout: 50, headersTimeout: 50 }),
      named("Embedding"),
    ),
    "socket-shown": carried(
      async () =>
        undici
          .request(at(await bytes(8097, "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc")))
          .then(({ body: read }: Loose) => read.text()),
      (error) => `${error.name}: ${chained(error)}`,
    ),
    "method-benign": () => undici.fetch("https://api.example.com", { method: "CONNECT" }),
    "connect-path": () => new undici.Client("https://api.example.com", { socketPath: 7 }),
    throw: () => new undici.Pool("https://api.example.com", { connections: -1 }),
  }),
  ...again("node-fetch", {
    "unknown-words": carried(
      () => nodeFetch(`http://stats.home/collect?api_key=${cred("hexKey32", 1403)}`),
      after("Statistics"),
    ),
    "refused-line": carried(() => nodeFetch(at(closed(8098), "/x")), inOneLine(" ; ")),
  }),
];
