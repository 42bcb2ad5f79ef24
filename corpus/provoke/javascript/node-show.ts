import { about, cred, file, type Loose, load, type Provocation, word } from "./tools.ts";

const assert = load("node:assert/strict");
const loose = load("node:assert");
const util = load("node:util");
const { URL: Url } = globalThis as unknown as Record<string, Loose>;
const fs = load("node:fs");

const show = (value: unknown): string => util.inspect(value, { depth: 4, breakLength: 100 }) as unknown as string;
const json = (text: string) => () => JSON.parse(text) as unknown;

/** What a parser of JSON says of a file's whole text. */
const settings = (text: string) => () =>
  JSON.parse(String(fs.readFileSync(file("settings.json", text), "utf8"))) as unknown;

const config = {
  service: "orders",
  database: { host: "pg-primary.prod.internal", port: 5432, user: "orders", password: cred("password", 41) },
  redis: `redis://:${cred("simplePassword", 42)}@cache-0.cache.svc.cluster.local:6379/0`,
  stripe: { key: cred("stripeKey", 43), webhook: cred("stripeWebhookSecret", 44) },
};

const environment = {
  NODE_ENV: "production",
  DATABASE_URL: `postgres://orders:${cred("simplePassword", 45)}@10.0.12.7:5432/orders`,
  OPENAI_API_KEY: cred("openaiKey", 46),
  AWS_ACCESS_KEY_ID: cred("awsAccessKeyId", 47),
  AWS_SECRET_ACCESS_KEY: cred("awsSecretKey", 48),
  GOOGLE_APPLICATION_CREDENTIALS: "/var/secrets/google/key.json",
  SENTRY_RELEASE: "orders@4.2.1",
};

/** Messages that quote what they were given: parsers, assertions, dumps. */
export const provocations: Provocation[] = [
  ...about("node", {
    "json-empty": json(""),
    "json-trailing": json('{"sku":"A-1",}'),
    "json-single-quotes": json("{'sku': 1}"),
    "json-number": json('{"total": 012}'),
    "json-escape": json('{"note":"a\\x"}'),
    "json-control": json('{"note":"a\nb"}'),
    "json-undefined": json("undefined"),
    "json-object": json("[object Object]"),
    "json-cut": json('{"id":"ord_8123","lines":[{"sku":"A-1"'),
    "json-after": json('{"ok":true} {"ok":true}'),
    "json-middle": json('{"id":"ord_8123","currency":"EUR","total":12.50,"status":paid,"lines":[]}'),
    "json-secret-bare": json(word("simplePassword", 51)),
    "json-secret-body": json(`{"pin":${cred("simplePassword", 53)}}`),
    "json-secret-key": json(`key=${cred("simplePassword", 52)}`),
    "json-path": settings("/srv/shop/.env"),
    "json-host": json("10.20.0.5:8080 refused"),
    "json-windows-path": json("C:\\shop\\a.json"),
    "url-base": [() => new Url("/v1/orders", "example.com"), { as: ["message", "inspect"] }],
    "url-port": [() => new Url("http://example.com:99999"), { as: ["inspect"] }],
    "url-secret": [
      () => new Url(`postgres://app:${cred("slashPassword", 56)}@db-1:5432/orders?x=[`, "nope"),
      { as: ["inspect"], hosts: ["db-1"] },
    ],
    "url-secret-port": [
      () => new Url(`redis://:${cred("slashPassword", 57)}@cache.internal:port`),
      { as: ["inspect", "stack"] },
    ],
    "url-secret-amqp": [
      () => new Url(`amqp://guest:${cred("simplePassword", 58)}@rabbit:port`),
      { as: ["inspect"], hosts: ["rabbit"] },
    ],
    "url-secret-query": [() => new Url(`//hooks.example.com/x?token=${cred("hexKey32", 59)}`), { as: ["inspect"] }],
    "url-shown": () => show(new Url(`https://svc:${cred("base62Key", 60)}@artifacts.corp:8443/npm?x=1`)),
    "inspect-config": () => show(config),
    "inspect-environment": () => show(environment),
    "inspect-headers": () =>
      show(
        new Headers({
          authorization: `Bearer ${cred("jwt", 61)}`,
          cookie: `sid=${cred("sessionCookie", 62)}`,
          host: "orders.svc.cluster.local",
        }),
      ),
    "inspect-request": () =>
      show({
        method: "POST",
        url: "/v1/refunds",
        headers: { "x-api-key": cred("anthropicKey", 63), "content-type": "application/json" },
      }),
    "inspect-map": () =>
      show(
        new Map([
          ["SLACK_BOT_TOKEN", cred("slackToken", 64)],
          ["LOG_LEVEL", "info"],
        ]),
      ),
    "inspect-error-config": [
      () => {
        throw Object.assign(new Error("Request failed"), {
          config: {
            baseURL: "http://inventory.svc:8080",
            headers: { Authorization: `Basic ${cred("basicAuth", 65)}` },
          },
        });
      },
      { as: ["inspect"] },
    ],
    "inspect-pem": () => util.format("signing with %j", { kid: "2026-04", privateKey: cred("ecPem", 66) }),
    "inspect-class": () =>
      show(
        Object.assign(Object.create({ constructor: class PoolOptions {} }) as object, {
          host: "mysql-1.lan",
          password: cred("quotePassword", 67),
        }),
      ),
    "format-object": () =>
      util.format("pool options %j", { host: "mysql.lan", user: "root", password: cred("quotePassword", 68) }),
    "format-string": () =>
      util.format("login of %s with %s failed after %d ms", "ada@example.com", cred("password", 69), 312),
    "format-benign": () => util.format("%s: %d of %i retries, %o", "orders", 2, 3, { status: 503 }),
    "format-dotenv": () => show(util.parseEnv(`PGPASSWORD=${cred("base62Key", 70)}\nPGHOST=pg-0.pg.svc\nPGPORT=5432`)),
    "assert-equal": [() => assert.equal(201, 200), { as: ["message", "stack"] }],
    "assert-deep": () => assert.deepEqual({ id: "ord_1", status: "paid" }, { id: "ord_1", status: "refunded" }),
    "assert-lines": () => assert.equal("Total: 12.50 EUR\nPaid: no", "Total: 12.50 EUR\nPaid: yes"),
    "assert-secret": () => assert.equal(`Bearer ${cred("jwt", 71)}`, undefined),
    "assert-secret-deep": () =>
      assert.deepEqual({ user: "app", password: cred("password", 72) }, { user: "app", password: "" }),
    "assert-secret-header": [
      () => assert.deepEqual({ "x-api-key": cred("sendgridKey", 73) }, {}),
      { as: ["message", "stack"] },
    ],
    "assert-environment": () => assert.deepEqual(environment, { NODE_ENV: "test" }),
    "assert-path": () => assert.equal(file("dist/main.js"), "dist/main.mjs"),
    "assert-host": () => assert.deepEqual(["10.1.0.4", "10.1.0.5"], ["10.1.0.4"]),
    "assert-match-secret": () => assert.match(`key ${cred("googleKey", 74)}`, /^sk-/),
    "assert-match": () => assert.match("2026-13-01", /^\d{4}-(0\d|1[0-2])-\d\d$/),
    "assert-throws": () => assert.throws(() => {}, /limit/),
    "assert-throws-other": () =>
      assert.throws(
        () => {
          throw new Error("quota of 10 exceeded");
        },
        { message: "quota of 20 exceeded" },
      ),
    "assert-rejects": () => assert.rejects(Promise.resolve(1)),
    "assert-ok": [() => loose.ok(0), { as: ["message"] }],
    "assert-fail": () => assert.fail("no rate for EUR → JPY on 2026-04-11"),
    "assert-falsy": () => assert.equal(null, undefined),
    "assert-if-error": [() => assert.ifError(new Error("disk quota exceeded")), { as: ["message", "stack"] }],
    aggregate: [
      () => {
        throw new AggregateError(
          [new Error("eu-west-1 timed out"), new Error("us-east-1 timed out")],
          "all regions failed",
        );
      },
      { as: ["message", "inspect"] },
    ],
    cause: [
      () => {
        throw new Error("cannot load the catalogue", {
          cause: new Error(`ENOENT: no such file or directory, open '${file("catalogue.db")}'`),
        });
      },
      { as: ["inspect"] },
    ],
    suppressed: () => {
      throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
    },
    deprecate: () => show(new TypeError("Übergabe fehlgeschlagen: Betrag muß positiv sein").message),
  }),
];
