import { about, bytes, called, closed, cred, failing, load, type Provocation, tcp } from "./tools.ts";

const grpc = load("@grpc/grpc-js");
const { io } = load("socket.io-client");
const Ws = load("ws");
const CALL = { path: "/shop.Orders/Get", requestStream: false, responseStream: false };

/** What a call of a remote procedure says that cannot reach its server. */
function remote(address: string, credentials = grpc.credentials.createInsecure()): Promise<unknown> {
  const same = (value: unknown): unknown => value;
  const Client = grpc.makeClientConstructor(
    { get: { ...CALL, requestSerialize: same, responseDeserialize: same } },
    "shop.Orders",
  );
  const client = new Client(address, credentials);
  return called((done) => client.get(Buffer.from("x"), new grpc.Metadata(), { deadline: Date.now() + 2_000 }, done));
}
const web = (url: string, options: object = {}): Promise<never> => failing(new Ws(url, options));

/** Messages of remote calls and web sockets. */
export const provocations: Provocation[] = [
  ...about("@grpc/grpc-js", {
    refused: [() => remote(`127.0.0.1:${closed(50051)}`), { as: ["message", "stack", "flat"] }],
    "unknown-host": [() => remote("orders-grpc.default.svc.cluster.local:50051"), { as: ["message", "stack"] }],
    "unknown-single": [() => remote("pricing:9000"), { hosts: ["pricing"] }],
    protocol: [
      async () => remote(`127.0.0.1:${await bytes(50051, "HTTP/1.1 400 Bad Request\r\n\r\n")}`),
      { as: ["message", "inspect"], tidy: [[/\(20[^)]+Z\)/g, "(2026-04-11T09:14:22.310Z)"]] },
    ],
    metadata: () => new grpc.Metadata().set("x-user id", "7"),
    "metadata-value": () => new grpc.Metadata().set("authorization", `Bearer ${cred("jwt", 210)}\n`),
    "metadata-binary": () => new grpc.Metadata().set("trace-bin", "7"),
    credentials: () => grpc.credentials.createSsl("ca"),
    "client-credentials": () => new grpc.Client("127.0.0.1:1", "none"),
    "bind-used": async () => {
      const port = await tcp(50051, () => {});
      return called((done) =>
        new grpc.Server().bindAsync(`127.0.0.1:${port}`, grpc.ServerCredentials.createInsecure(), done),
      );
    },
  }),
  ...about("ws", {
    refused: [() => web(`ws://127.0.0.1:${closed(8080)}/live`), { as: ["message", "stack"] }],
    "unknown-host": [
      () => web(`wss://events.realtime.svc/live?token=${cred("hexKey32", 211)}`),
      { as: ["message", "stack"] },
    ],
    status: [
      async () => web(`ws://127.0.0.1:${await bytes(8080, "HTTP/1.1 403 Forbidden\r\n\r\n")}`),
      { as: ["message", "stack"] },
    ],
    scheme: () => new Ws("ftp://example.com"),
    url: () => new Ws(`wss//svc:${cred("slashPassword", 212)}@live.corp`),
    subprotocol: () => new Ws("ws://127.0.0.1:1", ["a b"]),
    accept: async () =>
      web(
        `ws://127.0.0.1:${await bytes(8080, "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-accept: x\r\n\r\n")}`,
      ),
    upgrade: async () =>
      web(
        `ws://127.0.0.1:${await bytes(8080, "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n")}`,
      ),
    timeout: async () => web(`ws://127.0.0.1:${await tcp(8080, () => {})}`, { handshakeTimeout: 60 }),
    "not-open": () => new Ws("ws://127.0.0.1:1").on("error", () => {}).send("x"),
    "server-options": () => new Ws["WebSocketServer"]({}),
    "close-code": () => new Ws["Sender"]({ on: () => {} }).close(99, "", false),
    version: () => new Ws("ws://127.0.0.1:1", { protocolVersion: 7 }),
  }),
  ...about("socket.io-client", {
    refused: [
      () =>
        failing(
          io(`http://127.0.0.1:${closed(3001)}`, { reconnection: false, transports: ["polling"] }),
          "connect_error",
        ),
      { as: ["message", "stack"] },
    ],
    websocket: () =>
      failing(io("ws://live-updates.prod.svc", { reconnection: false, transports: ["websocket"] }), "connect_error"),
    reserved: () => io("http://127.0.0.1:1", { autoConnect: false }).emit("connect_error"),
  }),
];
