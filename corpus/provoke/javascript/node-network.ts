import { connect as connectSocket } from "node:net";
import { about, closed, each, failing, file, type Loose, load, type Provocation, tcp } from "./tools.ts";

const dns = load("node:dns");
const dnsPromises = load("node:dns/promises");
const http = load("node:http");
const net = load("node:net");

const INTERNAL = [
  "db-1.prod.internal",
  "redis",
  "billing-api.default.svc.cluster.local",
  "vault.corp",
  "orders-7d9f8b6c5-x2k4q",
  "shop-prod.cluster-c9x1.eu-west-1.rds.amazonaws.com",
];

/** Messages of sockets and names. */
export const provocations: Provocation[] = [
  ...about("node", {
    ...each("dns-lookup", INTERNAL, (host) => [() => dnsPromises.lookup(host), { hosts: [host] }]),
    ...each("net-unknown-host", ["kafka-0.kafka.streaming.svc", "mailhog", "search.lan"], (host) => [
      () => failing(net.connect(9092, host)),
      { hosts: [host], as: ["stack", "inspect"] },
    ]),
    ...each("net-refused", ["5432", "6379", "9200", "11211"], (port) => [
      () => failing(connectSocket(closed(Number(port)), "127.0.0.1")),
      { as: ["message", "stack"] },
    ]),
    "net-refused-v6": () => failing(net.connect({ port: closed(8080), host: "::1" })),
    "net-refused-localhost": [() => failing(net.connect(closed(3000), "localhost")), { as: ["stack", "json"] }],
    "net-refused-range": () => failing(net.connect(closed(8200), "127.0.0.53")),
    "net-missing-socket": [() => failing(net.connect("/var/run/docker.sock.none")), { as: ["message", "stack"] }],
    "net-missing-socket-postgres": () => failing(net.connect(file("run/.s.PGSQL.5432"))),
    "net-listen-used": [
      async () => failing(net.createServer().listen(await tcp(8080, () => {}), "127.0.0.1")),
      { as: ["message", "stack", "flat"] },
    ],
    "net-listen-used-http": [
      async () => failing(http.createServer().listen(await tcp(3000, () => {}), "127.0.0.1")),
      { as: ["message", "inspect"] },
    ],
    "net-listen-elsewhere": () => failing(net.createServer().listen(closed(80), "10.12.0.4")),
    "net-listen-unix": () => failing(net.createServer().listen(file("sockets/none").replace("sockets", "absent"))),
    "net-listen-socket-used": () => failing(net.createServer().listen(file("app.sock", "x"))),
    "net-port-range": () => net.connect(70_000),
    "net-closed-write": () => {
      const socket = new net.Socket();
      socket.write("x");
      return failing(socket);
    },
    "net-block-list": () => new net.BlockList().addAddress("10.0.0.300"),
    "net-socket-address": () => new net.SocketAddress({ port: 80, address: "fd00::zz" }),
    "net-lookup-custom": [
      () =>
        failing(
          net.connect({
            port: 1,
            host: "ledger.intranet",
            lookup: (_name: string, _options: unknown, done: Loose) => done(null, [], 4),
          }),
        ),
      { hosts: ["ledger.intranet"] },
    ],
    "dns-resolve-refused": [
      () => {
        const resolver = new dnsPromises.Resolver({ timeout: 300, tries: 1 });
        resolver.setServers([`127.0.0.1:${closed(53)}`]);
        return resolver.resolve4("pg-primary.prod.internal");
      },
      { hosts: ["pg-primary.prod.internal"], as: ["message", "stack"] },
    ],
    "dns-resolve-srv-refused": () => {
      const resolver = new dnsPromises.Resolver({ timeout: 300, tries: 1 });
      resolver.setServers([`127.0.0.1:${closed(53)}`]);
      return resolver.resolveSrv("_mongodb._tcp.cluster0.corp.lan");
    },
    "dns-reverse-refused": () => {
      const resolver = new dnsPromises.Resolver({ timeout: 300, tries: 1 });
      resolver.setServers([`127.0.0.1:${closed(53)}`]);
      return resolver.reverse("10.20.4.7");
    },
    "dns-servers-invalid": () => dns.setServers(["dns.corp"]),
    "dns-lookup-type": () => dns.lookup(42, () => {}),
    "dns-family": () => dnsPromises.lookup("example.com", { family: 5 }),
  }),
];
