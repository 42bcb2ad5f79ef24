import {
  about,
  answer,
  bytes,
  called,
  closed,
  cred,
  failing,
  file,
  type Loose,
  load,
  type Provocation,
  serve,
  settled,
  tcp,
} from "./tools.ts";

const fetchNode = load("node-fetch")["default"] as Loose;
const agent = load("superagent");
const FormData = load("form-data");
const qs = load("qs");
const raw = load("raw-body");
const rawBody = (raw["default"] ?? raw) as Loose;
const local = (port: number, path = ""): string => `http://127.0.0.1:${port}${path}`;

/** Messages of further HTTP clients and what they are made of. */
export const provocations: Provocation[] = [
  ...about("node-fetch", {
    refused: [() => fetchNode(local(closed(8080), "/health")), { as: ["message", "stack"] }],
    "unknown-host": [() => fetchNode("http://auth.prod.svc/token"), { as: ["message", "stack"] }],
    secret: () => fetchNode(`http://svc:${cred("simplePassword", 306)}@auth.prod.svc/token`),
    "secret-query": () => fetchNode(`http://hooks.internal/x?api_key=${cred("hexKey32", 307)}`),
    json: async () =>
      fetchNode(local(await answer(8080, 200, "oops"), "/v1")).then((response: Loose) => response.json()),
    redirects: async () =>
      fetchNode(local(await serve(8080, (_, response) => response.writeHead(302, { location: "/x" }).end()), "/a")),
    scheme: () => fetchNode("ftp://files.example.com/a"),
    relative: () => fetchNode("/v1/orders"),
    premature: async () =>
      fetchNode(local(await bytes(80, "HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\nab"))).then((response: Loose) =>
        response.text(),
      ),
    size: async () =>
      fetchNode(local(await answer(8080, 200, "x".repeat(99)), "/big"), { size: 5 }).then((response: Loose) =>
        response.text(),
      ),
    "body-used": async () =>
      fetchNode(local(await answer(8080, 200, "x"))).then((response: Loose) =>
        response.text().then(() => response.text()),
      ),
    "get-body": () => fetchNode(local(1), { body: "x" }),
    gzip: async () =>
      fetchNode(local(await answer(8080, 200, "plain", { "content-encoding": "gzip" }), "/gz")).then(
        (response: Loose) => response.text(),
      ),
  }),
  ...about("superagent", {
    refused: [() => settled(agent.get(local(closed(8080)))), { as: ["message", "stack"] }],
    "unknown-host": () => settled(agent.get("http://reports.analytics.svc/daily")),
    status: [
      async () => settled(agent.get(local(await answer(8080, 403, { error: "no" })))),
      { as: ["message", "stack"] },
    ],
    timeout: async () => settled(agent.get(local(await tcp(80, () => {}))).timeout(60)),
    parse: async () =>
      settled(agent.get(local(await answer(80, 200, "{nope", { "content-type": "application/json" })))),
    redirects: async () =>
      settled(
        agent
          .get(local(await serve(80, (_, response) => response.writeHead(302, { location: "/x" }).end())))
          .redirects(1),
      ),
    "double-send": () => agent.post("http://127.0.0.1").attach("a", Buffer.from("x")).send({ a: 1 }),
  }),
  ...about("form-data", {
    length: () => {
      const form = new FormData();
      form.append("file", load("node:fs").createReadStream(file("uploads/none.bin")));
      return called((done) => form.getLength(done));
    },
    array: () => failing(new FormData().append("a", ["x"])),
    submit: () =>
      called((done) => {
        const form = new FormData();
        form.append("a", "b");
        return form.submit(local(closed(8080)), done);
      }),
  }),
  ...about("qs", {
    depth: () => qs.parse("a[b][c][d]=1", { depth: 1, strictDepth: true }),
    limit: () => qs.parse("a=1&b=2&c=3", { parameterLimit: 2, throwOnLimitExceeded: true }),
    array: () => qs.parse("a[]=1&a[]=2", { arrayLimit: 1, throwOnLimitExceeded: true }),
    charset: () => qs.parse("a=1", { charset: "latin-9" }),
    cyclic: () => {
      const a: Record<string, unknown> = {};
      a["a"] = a;
      return qs.stringify(a) && 1;
    },
  }),
  ...about("raw-body", {
    size: () => rawBody(load("node:stream").Readable.from([Buffer.from("abcdef")]), { limit: 3 }),
    length: () => rawBody(load("node:stream").Readable.from([Buffer.from("abc")]), { length: 9 }),
    encoding: () => rawBody(load("node:stream").Readable.from([]), "utf-99"),
  }),
];
