import { called, cred, failing, file, load, type Provocation, ROOT } from "../javascript/tools.ts";
import { after, again, carried, named, shown } from "./carry.ts";

const child = load("node:child_process");
const util = load("node:util");
/** Stand-ins for tools; each prints what the real one printed, or nothing where only the command line counts. */
const FAILING: readonly (readonly [string, string, number])[] = [
  ["psql-x", 'psql: error: could not translate host name "db.warehouse.home" to address: Name or service not known', 2],
  ["rclone-x", "", 1],
  ["ldapsearch-x", "ldap_sasl_bind(SIMPLE): Can't contact LDAP server (-1)", 255],
  ["mc-x", "", 1],
  ["twine-x", "", 1],
  ["gpg-x", "gpg: can't open '/srv/keys/may.gpg': No such file or directory", 2],
  [
    "docker-x",
    'Get "https://images.builds.home/v2/": dial tcp: lookup images.builds.home on 10.96.0.10:53: no such host',
    1,
  ],
  ["influx-x", "", 1],
  ["lftp-x", "", 1],
  ["keytool-x", "keytool error: java.lang.Exception: Keystore file does not exist: /etc/pki/shop.jks", 1],
];
for (const [name, says, code] of FAILING) {
  file(`tools/${name}`, `#!/bin/sh\ncat >&2 <<'END'\n${says}\nEND\nexit ${code}\n`);
  load("node:fs").chmodSync(file(`tools/${name}`), 0o755);
}
const options = { cwd: ROOT, env: { PATH: `${ROOT}/tools:/usr/bin:/bin` } };

/** What the runtime says of a command that fails. */
const run = (line: string) => (): unknown => {
  Error.stackTraceLimit = 3;
  return called((done) => child.exec(line, options, done));
};

/** What a service makes of the error output of a command that it started without a shell. */
const spawned =
  (words: string, name: string, ...args: readonly string[]) =>
  (): string => {
    const { stderr, status } = child.spawnSync(name, args, { ...options, encoding: "utf8" });
    return `${words}: ${name} ${args.join(" ")} exited with ${String(status)} (stderr: ${String(stderr).trim()})`;
  };

const show = (value: unknown): string => util.inspect(value, { depth: 4, breakLength: 80 }) as unknown as string;

/** Messages that repeat a secret which the text around it gives away. */
export const provocations: Provocation[] = [
  ...again("node", {
    "secret-psql-uri": carried(
      run(
        `psql-x "postgresql://etl:${cred("simplePassword", 1501)}@db.warehouse.home/etl?sslmode=require" -c 'select 1'`,
      ),
      named("nightly"),
    ),
    "secret-pgpassword": carried(
      run(`PGPASSWORD=${cred("base62Key", 1502)} psql-x -h 10.90.0.4 -U etl`),
      after("nightly"),
    ),
    "secret-rclone": carried(
      run(
        `rclone-x copy in: out: --s3-access-key-id ${cred("awsAccessKeyId", 1503)} --s3-secret-access-key ${cred("awsSecretKey", 1504)}`,
      ),
      after("backup"),
    ),
    "secret-ldap": [
      carried(run(`ldapsearch-x -H ldap://dc1.ad.home -D cn=sync -w ${cred("base62Key", 1505)}`), shown("sync:")),
      {},
    ],
    "secret-alias": spawned(
      "bucket",
      "mc-x",
      "alias",
      "set",
      "lake",
      "http://minio.lake.private:9000",
      "lake",
      `--secret-key=${cred("base62Key", 1506)}`,
    ),
    "secret-twine": spawned(
      "release",
      "twine-x",
      "upload",
      "-u",
      "__token__",
      "-p",
      cred("pypiToken", 1507),
      "shop-1.4.2.tar.gz",
    ),
    "secret-gpg": spawned(
      "invoice key",
      "gpg-x",
      "--batch",
      "--passphrase",
      cred("passphrase", 1508),
      "--decrypt",
      "/srv/keys/may.gpg",
    ),
    "secret-docker": spawned(
      "push",
      "docker-x",
      "login",
      "images.builds.home",
      "--username",
      "ci",
      "--password",
      cred("dockerToken", 1509),
    ),
    "secret-influx": spawned(
      "metrics",
      "influx-x",
      "write",
      "--host",
      "http://influx.metrics.lan:8086",
      "--token",
      cred("base64Key", 1510),
    ),
    "secret-lftp": spawned(
      "price list",
      "lftp-x",
      "-e",
      "ls",
      "-u",
      `edi,${cred("simplePassword", 1511)}`,
      "sftp://edi.partner.lan",
    ),
    "secret-keytool": spawned(
      "store",
      "keytool-x",
      "-list",
      "-keystore",
      "/etc/pki/shop.jks",
      "-storepass",
      cred("simplePassword", 1512),
    ),
    "secret-env-spawn": [
      () =>
        failing(child.spawn("smbclient-none", ["//nas.home/backup", "-U", `backup%${cred("simplePassword", 1513)}`])),
      { as: ["inspect"] },
    ],
    "secret-env-dump": () =>
      show({
        argv: ["node", "sync"],
        env: {
          LDAP_BIND_PASSWORD: cred("spacePassword", 1514),
          AZURE_CLIENT_SECRET: cred("azureClientSecret", 1515),
          DATADOG_API_KEY: cred("datadogApiKey", 1516),
          LDAP_HOST: "dc2.ad.home",
        },
      }),
  }),
];
