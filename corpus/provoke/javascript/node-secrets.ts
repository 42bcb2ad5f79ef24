import { about, called, cred, each, failing, file, type Loose, load, type Provocation, ROOT, word } from "./tools.ts";

const assert = load("node:assert/strict");
const child = load("node:child_process");
const http = load("node:http");
const sqlite = load("node:sqlite");
const util = load("node:util");
const fs = load("node:fs");

const NAMES = [
  "curl-x",
  "sshpass",
  "redis-cli",
  "mongosh",
  "vault",
  "npm-publish",
  "kubectl",
  "openssl-enc",
  "helm-x",
  "az-x",
  "wget-x",
];
for (const name of NAMES) {
  file(`bin/${name}`, "#!/bin/sh\nexit 1\n");
  fs.chmodSync(file(`bin/${name}`), 0o755);
}

/** What the runtime says of a command line that fails. */
const command = (line: string) => async () => {
  Error.stackTraceLimit = 4;
  const options = { cwd: ROOT, env: { PATH: `${ROOT}/bin:/usr/bin:/bin` } };
  return called((done) => child.exec(line, options, done));
};

const show = (value: unknown): string => util.inspect(value, { depth: 4, breakLength: 100 }) as unknown as string;

/** What an uncaught error of a script prints, with the line that threw. */
const uncaught = (name: string, script: string) => () =>
  child.spawnSync(process.execPath, [file(`scripts/${name}`, script)], { encoding: "utf8", cwd: ROOT, env: {} })[
    "stderr"
  ];

/** Messages of the runtime that repeat a secret. */
export const provocations: Provocation[] = [
  ...about("node", {
    "secret-command-header": [
      command(`curl-x -sS -H "X-Api-Key: ${cred("hexKey32", 801)}" http://10.0.4.15:8080/v1/jobs`),
      { as: ["inspect"] },
    ],
    "secret-command-cookie": [
      command(`curl-x --cookie "sid=${cred("sessionCookie", 802)}" https://admin.intranet/reports`),
      { as: ["json"] },
    ],
    "secret-command-sshpass": [
      command(`sshpass -p '${cred("colonPassword", 803)}' ssh deploy@bastion.corp uptime`),
      { as: ["inspect"] },
    ],
    "secret-command-redis": [
      command(`redis-cli -h cache-0 -a ${cred("base62Key", 804)} ping`),
      { as: ["inspect"], hosts: ["cache-0"] },
    ],
    "secret-command-mongo": [
      command(`mongosh "mongodb://root:${cred("simplePassword", 805)}@mongo-0.mongo.svc:27017/admin" --eval 1`),
      { as: ["json"] },
    ],
    "secret-command-vault": [command(`vault login -method=token token=${cred("vaultToken", 806)}`), { as: ["stack"] }],
    "secret-command-npm": [
      command(`npm-publish --//registry.example.com/:_authToken=${cred("npmToken", 807)}`),
      { as: ["stack"] },
    ],
    "secret-command-kube": [
      command(`kubectl --server https://10.96.0.1:443 --token ${cred("jwt", 808)} get pods`),
      { as: ["flat"] },
    ],
    "secret-command-openssl": [
      command(`openssl-enc -aes-256-cbc -k ${cred("simplePassword", 809)} -in ${file("out/dump.sql")}`),
      { as: ["stack"] },
    ],
    "secret-command-helm": [
      command(
        `helm-x upgrade shop acme/shop --set stripe.key=${cred("stripeKey", 810)},mail.key=${cred("sendgridKey", 811)}`,
      ),
      { as: ["message"] },
    ],
    "secret-command-azure": [
      command(`az-x storage blob list --account-name acmestore --account-key ${cred("azureAccountKey", 812)}`),
      { as: ["stack"] },
    ],
    "secret-command-url": [
      command(`wget-x https://hooks.slack.com/services/${cred("slackWebhookPath", 813)}`),
      { as: ["flat"] },
    ],
    "secret-spawn": [
      () => failing(child.spawn("pg_dump-none", ["-h", "pg-0.prod.internal", `--password=${cred("password", 814)}`])),
      { as: ["inspect"] },
    ],
    "secret-spawn-missing": [
      () =>
        failing(child.spawn("/opt/gh/bin/gh", ["auth", "login", "--with-token", cred("githubFineGrainedToken", 815)])),
      { as: ["inspect"] },
    ],
    "secret-spawn-null": () => child.spawnSync("true", ["login", `${cred("gitlabToken", 816)}\u0000`]),
    ...each(
      "secret-header",
      ["openrouterKey", "groqKey", "replicateToken", "xaiKey"],
      (name) => () => new Headers({ authorization: `Bearer ${cred(name, 817)}\r\nX: y` }),
    ),
    "secret-header-name": () => http.validateHeaderName(`${cred("huggingfaceToken", 818)} `),
    "secret-header-quoted": () => new Headers([["cookie", `session=${cred("djangoSession", 819)}\u0000`]]),
    ...each(
      "secret-fetch-url",
      ["slashPassword", "base62Key", "hexKey32"],
      (name) => () => fetch(`http://api:${encodeURIComponent(cred(name, 820))}@billing.prod.svc/v1`),
    ),
    "secret-request-url": () =>
      new Request(`https://x-access-token:${cred("githubServerToken", 821)}@git.acme.corp/shop.git`),
    "secret-json": () => JSON.parse(`{'key':'${cred("simplePassword", 822)}'}`) as unknown,
    "secret-json-env": () => JSON.parse(`PGPASS=${cred("simplePassword", 823)}`) as unknown,
    "secret-sqlite": () => new sqlite.DatabaseSync(":memory:").exec(`select ${word("simplePassword", 825)}`),
    "secret-encoding": () => Buffer.from("x", cred("uuidKey", 827) as BufferEncoding),
    "secret-signal": () => process.kill(process.pid, cred("hexKey40", 828) as NodeJS.Signals),
    "secret-bigint": () => BigInt(cred("base62Key", 829)),
    "secret-zone": () => new Intl.DateTimeFormat("en", { timeZone: cred("hexKey32", 830) }),
    "secret-module": () => import(cred("dopplerToken", 831)),
    "secret-property": () => (undefined as unknown as Loose)[cred("openaiOldKey", 832)],
    "secret-duplicate-key": () => new Intl.NumberFormat("en", { style: "currency", currency: cred("totpSecret", 833) }),
    "secret-source-line": [
      uncaught("key.cjs", `const client = connect("${cred("anthropicKey", 834)}");\n`),
      { as: ["stack"] },
    ],
    "secret-source-url": [
      uncaught(
        "dsn.cjs",
        `const dsn = "mysql://root:${cred("simplePassword", 835)}@mysql-1.prod.internal/shop"; dsn.open();\n`,
      ),
      { as: ["stack"] },
    ],
    "secret-thrown-object": [
      uncaught("thrown.cjs", `throw { status: 401, token: "${cred("slackUserToken", 836)}" };\n`),
      { as: ["stack"] },
    ],
    "secret-assert": () =>
      assert.equal(
        `postgres://app:${cred("simplePassword", 837)}@db-1.prod.internal/orders`,
        "postgres://localhost/orders",
      ),
    "secret-assert-match": () => assert.doesNotMatch(`token=${cred("digitaloceanToken", 839)}`, /token/),
    "secret-inspect-options": () =>
      show({
        host: "smtp.corp",
        port: 587,
        auth: { user: "shop", pass: cred("spacePassword", 840) },
        tls: { key: "/etc/ssl/private/smtp.key" },
      }),
    "secret-inspect-aws": () =>
      show({
        region: "eu-west-1",
        credentials: {
          accessKeyId: cred("awsTemporaryKeyId", 841),
          secretAccessKey: cred("awsSecretKey", 842),
          sessionToken: cred("base62Key", 843),
        },
      }),
    "secret-inspect-env": () =>
      show({
        REDIS_URL: `rediss://default:${cred("upstashToken", 844)}@cache.internal:6380`,
        TELEGRAM_TOKEN: cred("telegramToken", 845),
        HOME: "/home/deploy",
        PORT: "8080",
      }),
    "secret-inspect-request": () =>
      show({
        url: `/callback?code=${cred("oauthCode", 846)}&state=x7`,
        headers: { "x-csrf-token": cred("csrfToken", 847), host: "10.2.9.4:3000" },
      }),
    "secret-inspect-cause": [
      () => {
        throw new Error("cannot sign in", {
          cause: new Error(`401 for client secret ${cred("azureClientSecret", 848)}`),
        });
      },
      { as: ["inspect"] },
    ],
    "secret-format": () =>
      util.format("retry %d of GET %s with %o", 2, `https://api.example.com/v1?key=${cred("googleKey", 849)}`, {
        attempt: 2,
      }),
    "secret-format-json": () =>
      util.format("%j", { dsn: `https://${cred("hexKey32", 850)}@sentry.internal/4`, release: "orders@4.2.1" }),
  }),
];
