import type { Kit } from "./kit.ts";
import type { Provocation } from "./provocation.ts";

type Case = [id: string, argv: string[], options?: Provocation];

const NGINX = ["nginx", "-t", "-p", "@WORK@", "-g", "error_log stderr; pid nginx.pid;", "-c", "conf/nginx.conf"];

function nginx(http: string): Provocation {
  return { files: { "conf/nginx.conf": `events {}\nhttp {\n${http}\n}\n` }, stream: "stderr" };
}

const HAPROXY = ["haproxy", "-c", "-f", "@WORK@/haproxy.cfg"];

function haproxy(body: string): Provocation {
  const defaults = "defaults\n  mode http\n  timeout connect 1s\n  timeout client 1s\n  timeout server 1s\n";
  return {
    files: { "haproxy.cfg": `${defaults}${body}\n` },
    stream: "stderr",
    pick: (text) => text.replace(/\(\d+\)/g, "(4127)"),
  };
}

const SERVERS: Case[] = [
  ["nginx/upstream", NGINX, nginx("  server { location / { proxy_pass http://billing-api:8080; } }")],
  ["nginx/upstream-internal", NGINX, nginx("  upstream db { server orders.prod.internal:9000; }")],
  ["nginx/directive", NGINX, nginx("  server { lisen 80; }")],
  [
    "nginx/certificate",
    NGINX,
    nginx(
      "  server { listen 127.0.0.1:6491 ssl; ssl_certificate /etc/acme/tls/site.pem; ssl_certificate_key /etc/acme/tls/site.key; }",
    ),
  ],
  ["nginx/brace", NGINX, nginx("  server { listen 80;")],
  ["nginx/value", NGINX, nginx("  client_max_body_size 10q;")],
  ["nginx/include", NGINX, nginx("  include /etc/acme/sites/orders.conf;")],
  ["nginx/no-file", ["nginx", "-t", "-c", "/etc/acme/nginx.conf", "-g", "error_log stderr;"], { stream: "stderr" }],
  ["haproxy/resolve", HAPROXY, haproxy("backend orders\n  server a orders-1.prod.internal:8080 check")],
  ["haproxy/single-label", HAPROXY, haproxy("backend orders\n  server a catalog-svc:8080")],
  ["haproxy/keyword", HAPROXY, haproxy("backend orders\n  balanse roundrobin")],
  ["haproxy/certificate", HAPROXY, haproxy("frontend web\n  bind 127.0.0.1:6492 ssl crt /etc/acme/haproxy/site.pem")],
  [
    "haproxy/no-file",
    ["haproxy", "-c", "-f", "/etc/acme/haproxy.cfg"],
    { stream: "stderr", pick: (text) => text.replace(/\(\d+\)/g, "(4127)") },
  ],
];

const SSH = ["ssh", "-F", "none", "-o", "BatchMode=yes", "-o", "ConnectTimeout=3", "-o", "StrictHostKeyChecking=no"];
const LDAP = ["ldapsearch", "-x", "-o", "nettimeout=3"];

const CLIENTS: Case[] = [
  ["ssh/refused", [...SSH, "-p", "6493", "deploy@127.0.0.1", "true"]],
  ["ssh/unknown-host", [...SSH, "deploy@bastion.prod.internal", "true"]],
  ["ssh/single-label", [...SSH, "deploy@build-agent-3", "true"], { hosts: ["build-agent-3"] }],
  ["ssh/refused-name", [...SSH, "git@gitea.corp"], { net: { "gitea.corp": "10.20.3.30" } }],
  ["ssh/identity", [...SSH, "-i", "/home/deploy/.ssh/id_ed25519", "-p", "6493", "localhost", "true"]],
  ["ssh/option", ["ssh", "-o", "ConectTimeout=3", "127.0.0.1"]],
  ["ssh/config-file", ["ssh", "-F", "/etc/acme/ssh_config", "127.0.0.1"]],
  ["scp/refused", ["scp", "-P", "6494", "report.csv", "deploy@127.0.0.1:/srv/in/"], { files: { "report.csv": "a\n" } }],
  ["scp/no-file", ["scp", "/srv/shop/exports/may.csv", "/var/spool/reports/"]],
  ["sftp/unknown-host", ["sftp", "-b", "-", "deploy@sftp.corp.lan"]],
  ["ssh-keygen/no-file", ["ssh-keygen", "-lf", "/home/deploy/.ssh/id_rsa.pub"]],
  ["ssh-add/no-agent", ["ssh-add", "-l"]],
  ["rsync/refused", ["rsync", "rsync://127.0.0.1:6495/backups/"]],
  ["rsync/no-file", ["rsync", "/srv/shop/uploads/", "out/"]],
  [
    "ldapsearch/refused",
    [...LDAP, "-H", "ldap://127.0.0.1:6496", "-D", "cn=app,dc=acme,dc=example", "-w", "{{simplePassword:171}}"],
  ],
  [
    "ldapsearch/unknown-host",
    [...LDAP, "-d", "1", "-H", "ldap://ldap.corp"],
    {
      pick: (text) =>
        text
          .split("\n")
          .filter((line) => /ldap_(connect|err|create|url)|contact/.test(line))
          .join("\n"),
    },
  ],
  ["ldapsearch/uri", [...LDAP, "-H", "ldp://ldap.corp"]],
  [
    "dig/refused",
    ["dig", "@127.0.0.1", "-p", "6497", "+tries=1", "+time=1", "orders.prod.internal"],
    { stream: "stdout" },
  ],
  ["getent/help", ["getent", "hots", "db"]],
  ["openssl/connect", ["openssl", "s_client", "-connect", "127.0.0.1:6498"], { stream: "stderr" }],
  ["openssl/unknown-host", ["openssl", "s_client", "-connect", "vault.service.consul:8200"], { stream: "stderr" }],
  ["openssl/no-file", ["openssl", "x509", "-in", "/etc/acme/tls/site.pem", "-noout"]],
  ["openssl/not-pem", ["openssl", "x509", "-noout"], { stdin: "plain text\n" }],
  [
    "openssl/password",
    ["openssl", "pkcs12", "-in", "/etc/acme/keystore.p12", "-passin", "pass:{{simplePassword:172}}"],
  ],
  [
    "openssl/passin-argument",
    ["openssl", "rsa", "-in", "@WORK@/key.pem", "-passin", "{{simplePassword:173}}"],
    { files: { "key.pem": "x\n" } },
  ],
  ["openssl/command", ["openssl", "encrpt"]],
  ["openssl/digest", ["openssl", "dgst", "-md7"]],
  [
    "openssl/decrypt",
    ["openssl", "enc", "-d", "-aes-256-cbc", "-pbkdf2", "-pass", "pass:x"],
    { stdin: "not encrypted" },
  ],
];

const REPOSITORY = [["git", "init", "-q", "-b", "main", "."]];

const GIT: Case[] = [
  ["git/not-repository", ["git", "status"]],
  ["git/refused", ["git", "clone", "http://127.0.0.1:6499/shop/orders.git"]],
  ["git/token-in-url", ["git", "clone", "https://oauth2:{{gitlabToken:174}}@gitlab.corp/shop/orders.git"]],
  [
    "git/token-ls-remote",
    ["git", "ls-remote", "http://x-access-token:{{githubToken:175}}@127.0.0.1:6499/shop/orders.git"],
  ],
  [
    "git/token-in-remote",
    ["git", "remote", "-v"],
    {
      stream: "stdout",
      before: [
        ...REPOSITORY,
        ["git", "remote", "add", "origin", "https://ci:{{githubFineGrainedToken:176}}@git.internal/shop/orders.git"],
      ],
    },
  ],
  ["git/ssh-host", ["git", "clone", "git@git.internal:shop/orders.git"]],
  ["git/ssh-refused", ["git", "ls-remote", "ssh://git@127.0.0.1:6499/srv/git/orders.git"]],
  ["git/local-missing", ["git", "clone", "/srv/git/orders.git"]],
  ["git/pathspec", ["git", "checkout", "relase-118"], { before: REPOSITORY }],
  ["git/ambiguous", ["git", "log", "v1.4.2"], { before: REPOSITORY }],
  ["git/no-upstream", ["git", "push"], { before: REPOSITORY }],
  ["git/remote-missing", ["git", "fetch", "upstream"], { before: REPOSITORY }],
  ["git/command", ["git", "comit"]],
  ["git/add-missing", ["git", "add", "src/orders.ts"], { before: REPOSITORY }],
  ["git/outside", ["git", "add", "/etc/hosts"], { before: REPOSITORY }],
  ["git/config", ["git", "-c", "user.name", "commit"], { before: REPOSITORY }],
  ["git/apply", ["git", "apply", "/srv/shop/patches/fix-tax.patch"], { before: REPOSITORY }],
  [
    "git/identity",
    ["git", "commit", "--allow-empty", "-m", "x"],
    {
      before: REPOSITORY,
      env: { GIT_AUTHOR_NAME: "", GIT_AUTHOR_EMAIL: "x", GIT_COMMITTER_NAME: "", GIT_COMMITTER_EMAIL: "x" },
    },
  ],
];

/** Runs this area. */
export async function provoke(kit: Kit): Promise<void> {
  const hosts = ["billing-api", "catalog-svc"];
  for (const [id, argv, options] of [...SERVERS, ...CLIENTS, ...GIT]) {
    await kit.run(id, argv, { hosts, ...options });
  }
}
