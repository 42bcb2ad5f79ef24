import type { Kit } from "./kit.ts";
import type { Provocation } from "./provocation.ts";
import { startServers } from "./servers.ts";

type Case = [id: string, argv: string[], options?: Provocation];

const CURL: Case[] = [
  ["refused", ["http://127.0.0.1:6471/v1/orders"]],
  ["refused-localhost", ["http://localhost:6472/"]],
  ["refused-v6", ["http://[::1]:6473/"]],
  ["unknown-host", ["http://billing-api.default.svc.cluster.local/v1/invoices"]],
  ["unknown-single-label", ["http://pricing:8080/prices"]],
  ["unknown-public", ["https://rates.example.com/latest"]],
  ["unknown-userinfo", ["-v", "http://app:{{simplePassword:131}}@reports.corp/may"]],
  ["unreachable", ["http://10.99.0.7:9200/_cluster/health"], { net: { "db-1.prod.internal": "10.20.3.17" } }],
  ["refused-private", ["http://elastic.internal:9200/"], { net: { "elastic.internal": "10.20.3.21" } }],
  [
    "refused-verbose",
    ["-v", "http://search.prod.internal:9200/"],
    { net: { "search.prod.internal": "192.168.40.12" } },
  ],
  ["refused-carrier", ["http://edge-7.lan:8080/"], { net: { "edge-7.lan": "100.64.3.9" } }],
  ["status", ["-f", "http://127.0.0.1:PORT/status/503"]],
  ["timeout", ["-m", "0.3", "http://localhost:PORT/slow"]],
  ["empty-reply", ["http://127.0.0.1:PORT/close"]],
  ["redirects", ["-L", "--max-redirs", "3", "http://127.0.0.1:PORT/loop"]],
  ["bearer-verbose", ["-v", "-H", "Authorization: Bearer {{openaiKey:132}}", "http://127.0.0.1:PORT/v1/orders"]],
  ["basic-verbose", ["-v", "-H", "Authorization: Basic {{basicAuth:133}}", "http://localhost:PORT/status/401"]],
  ["cookie-verbose", ["-v", "-H", "Cookie: sid={{sessionCookie:134}}", "http://127.0.0.1:PORT/status/403"]],
  [
    "set-cookie-verbose",
    ["-v", "http://billing-api:PORT/status/500?cookie={{hexKey32:135}}"],
    { names: ["billing-api"] },
  ],
  [
    "api-key-verbose-flat",
    ["-v", "-H", "X-Api-Key: {{hexKey64:136}}", "http://orders.internal:PORT/v1/orders?limit=5"],
    { flat: true, names: ["orders.internal"] },
  ],
  ["query-secret-verbose", ["-v", "http://127.0.0.1:PORT/hooks?token={{gitlabToken:137}}"]],
  ["self-signed", ["https://127.0.0.1:TLSPORT/"]],
  ["not-tls", ["https://127.0.0.1:PORT/"]],
  ["no-ca", ["--cacert", "/etc/acme/ca.pem", "https://127.0.0.1:TLSPORT/"]],
  ["client-key", ["--cert", "/etc/acme/client.pem", "https://127.0.0.1:TLSPORT/"]],
  ["proxy", ["-x", "http://svc:{{simplePassword:138}}@proxy.corp:3128", "http://api.example.com/"]],
  ["protocol", ["ordrs://118"]],
  ["malformed", ["http://"]],
  ["bad-range-option", ["--max-time", "soon", "http://127.0.0.1:6474/"]],
  ["unknown-option", ["--jsn", "{}"]],
  ["output-dir", ["-o", "/var/spool/acme/answer.json", "http://127.0.0.1:PORT/v1/orders"]],
  ["upload-no-file", ["-T", "/srv/shop/exports/may.csv", "http://127.0.0.1:PORT/upload"]],
  ["file-url", ["file:///srv/shop/exports/may.csv"]],
];

const WGET: Case[] = [
  ["refused", ["-O-", "http://127.0.0.1:6477/v1/orders"]],
  ["refused-name", ["-O-", "http://files.corp:6478/may.csv"], { names: ["files.corp"] }],
  ["unknown-host", ["-O-", "http://artifacts.internal/app.tgz"]],
  ["unknown-userinfo", ["-O-", "http://ci:{{simplePassword:140}}@nexus.corp/app.tgz"]],
  ["status", ["-O-", "http://127.0.0.1:PORT/status/404"]],
  ["quiet-status", ["-nv", "-O-", "http://localhost:PORT/status/500"]],
  [
    "debug-bearer",
    ["-d", "-O-", "--header", "Authorization: Bearer {{githubToken:141}}", "http://127.0.0.1:PORT/status/403"],
  ],
  ["query-secret", ["-nv", "-O-", "http://localhost:PORT/status/410?api_key={{hexKey32:142}}"]],
  ["self-signed", ["-O-", "https://127.0.0.1:TLSPORT/"]],
  ["scheme", ["ordrs://118"]],
  ["output", ["-O", "/var/spool/acme/may.csv", "http://127.0.0.1:PORT/"]],
  ["missing-url", []],
];

/** Runs this area. */
export async function provoke(kit: Kit): Promise<void> {
  const servers = await startServers();
  const hosts = ["pricing", "rates.example.com", "billing-api"];
  for (const [what, args, options] of CURL) {
    const all: Provocation = { hosts, ports: servers.ports, stream: "stderr", ...options };
    await kit.run(
      `curl/${what}`,
      ["curl", "-sS", "-g", "--noproxy", "127.0.0.1", ...args.map((part) => servers.fill(part))],
      all,
    );
  }
  for (const [what, args, options] of WGET) {
    const all: Provocation = { hosts, ports: servers.ports, stream: "stderr", ...options };
    await kit.run(`wget/${what}`, ["wget", "-t", "1", "-T", "2", ...args.map((part) => servers.fill(part))], all);
  }
  servers.close();
}
