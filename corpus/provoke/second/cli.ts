import type { Kit } from "../tools/kit.ts";
import type { Provocation } from "../tools/provocation.ts";
import { startServers } from "../tools/servers.ts";

type Case = [id: string, argv: string[], options?: Provocation];

const MORE: Case[] = [
  [
    "curl/2-proxy-header-verbose",
    ["curl", "-sSv", "-H", "Private-Token: {{gitlabToken:1811}}", "http://127.0.0.1:PORT/status/404"],
  ],
  ["curl/2-resolve-file", ["curl", "-sS", "-K", "/etc/acme/curlrc", "http://127.0.0.1:PORT/"]],
  ["curl/2-upload", ["curl", "-sS", "-T", "/data/exports/may.csv", "http://127.0.0.1:PORT/in"]],
  ["curl/2-socks", ["curl", "-sS", "-x", "socks5://127.0.0.1:6553", "http://api.example.com/"]],
  ["curl/2-ftp", ["curl", "-sS", "ftp://edi:{{simplePassword:1813}}@edi.partner.lan/in/"]],
  ["curl/2-range", ["curl", "-sS", "--max-filesize", "2", "http://127.0.0.1:PORT/"]],
  ["curl/2-argument", ["curl", "-sS", "--retry", "often", "https://api.example.com/"]],
  [
    "wget/2-post-debug",
    [
      "wget",
      "-d",
      "-t",
      "1",
      "-O-",
      "--header",
      "Cookie: session={{hexKey40:1814}}",
      "http://127.0.0.1:PORT/status/410",
    ],
  ],
  ["wget/2-directory", ["wget", "-t", "1", "-P", "/proc/none", "http://127.0.0.1:PORT/"]],
  ["psql/2-service", ["psql", "service=warehouse"]],
  ["psql/2-uri", ["psql", "postgresql://etl:{{simplePassword:1815}}@pg.warehouse.home:5432/etl"]],
  ["psql/2-conninfo", ["psql", "host=127.0.0.1 port=6554 user=etl password={{base62Key:1816}} dbname=etl"]],
  ["psql/2-file", ["psql", "-f", "/srv/etl/load.sql", "host=127.0.0.1 port=6554"]],
  ["redis-cli/2-tls", ["redis-cli", "-u", "redis://:{{hexKey32:1817}}@127.0.0.1:6555/0", "ping"]],
  ["mariadb/2-client-refused", ["mysql", "-h", "127.0.0.1", "-P", "6556", "-u", "shop", "-p{{simplePassword:1818}}"]],
  ["mariadb/2-client-unknown", ["mysql", "-h", "galera-2.data.home", "-u", "shop"]],
  ["mariadb/2-client-defaults", ["mysql", "--defaults-file=/etc/mysql/shop.cnf"]],
  [
    "git/2-proxy",
    [
      "git",
      "-c",
      "http.proxy=http://ci:{{simplePassword:1819}}@127.0.0.1:6557",
      "ls-remote",
      "http://git.builds.home/shop.git",
    ],
  ],
  [
    "git/2-header-trace",
    ["git", "-c", "http.extraHeader=Authorization: Bearer {{githubToken:1820}}", "config", "--get-regexp", "http"],
    { stream: "stdout", env: { GIT_CONFIG_NOSYSTEM: "1" } },
  ],
  ["git/2-worktree", ["git", "-C", "/srv/git/shop", "worktree", "list"]],
  [
    "ssh/2-proxy-jump",
    [
      "ssh",
      "-F",
      "none",
      "-o",
      "BatchMode=yes",
      "-o",
      "StrictHostKeyChecking=no",
      "-J",
      "ops@127.0.0.1:6558",
      "deploy@web-3.dmz.lan",
      "true",
    ],
  ],
  ["openssl/2-sign", ["openssl", "dgst", "-sign", "/etc/acme/keys/sign.pem"]],
  ["openssl/2-verify", ["openssl", "verify", "-CAfile", "/etc/acme/tls/root.pem", "/etc/acme/tls/site.pem"]],
  ["jq/2-keys", ["jq", "keys"], { stdin: "7" }],
  ["make/2-target", ["make", "deploy"]],
  ["terraform/2-chdir", ["/usr/local/bin/terraform", "-chdir=/srv/infra/prod", "validate", "-no-color"]],
  ["systemctl/2-bus", ["systemctl", "--user", "status", "shop"], {}],
  ["sqlite3/2-locked", ["sqlite3", "-readonly", "/data/shop/orders.db", "select 1"]],
  ["node/2-cli-missing", [process.execPath, "/srv/shop/dist/server.js"]],
  [
    "node/2-cli-env-file",
    [process.execPath, "--env-file=/etc/acme/shop.env", "-e", "1"],
    { pick: (text) => text.replaceAll(process.execPath, "/usr/local/bin/node") },
  ],
  ["xmllint/2-schema", ["xmllint", "--noout", "--schema", "/srv/edi/order.xsd", "-"], { stdin: "<order/>" }],
];

/** Runs this area. */
export async function provoke(kit: Kit): Promise<void> {
  const servers = await startServers();
  for (const [id, argv, options] of MORE) {
    await kit.run(
      id,
      argv.map((part) => servers.fill(part)),
      { ports: servers.ports, ...options },
    );
  }
  servers.close();
}
