import { about, answer, cred, type Loose, load, type Provocation, settled, tcp } from "./tools.ts";

const got = load("got")["default"] as Loose;
const ky = load("ky")["default"] as Loose;
const fetchNode = load("node-fetch")["default"] as Loose;
const { drizzle } = load("drizzle-orm/node-postgres");
const { sql } = load("drizzle-orm");
const pino = load("pino");
const { execa } = load("execa");
const neo4j = load("neo4j-driver");
const dotenv = load("dotenv");
const { Client: Minio } = load("minio");
const local = (port: number, path: string): string => `http://127.0.0.1:${port}${path}`;

/** What a logger writes. */
function logged(fields: object, message: string): string {
  let text = "";
  pino(
    { base: null, timestamp: false },
    {
      write: (line: string) => {
        text += line;
      },
    },
  ).info(fields, message);
  return text.trim();
}

/** Messages of clients and loggers that repeat a secret. */
export const provocations: Provocation[] = [
  ...about("got", {
    "secret-query": async () =>
      got(local(await answer(8080, 403, "no"), `/v1/export?api_key=${cred("hexKey32", 901)}`), { retry: { limit: 0 } }),
    "secret-json": async () =>
      got(local(await answer(8080, 200, "oops"), `/t?access_token=${cred("facebookToken", 902)}`), {
        retry: { limit: 0 },
      }).json(),
  }),
  ...about("ky", {
    "secret-query": async () =>
      ky.get(local(await answer(8080, 401, {}), `/hooks?token=${cred("gitlabTriggerToken", 903)}`), { retry: 0 }),
    "secret-timeout": async () =>
      ky.get(local(await tcp(8080, () => {}), `/bot${cred("telegramToken", 904)}/getUpdates`), {
        retry: 0,
        timeout: 60,
      }),
  }),
  ...about("node-fetch", {
    "secret-path": () => fetchNode(`http://slack-relay.prod.svc/services/${cred("slackWebhookPath", 905)}`),
    "secret-user": () => fetchNode(`https://${cred("stripeKey", 906)}:@payments.internal/v1/charges`),
    "secret-redirect": async () =>
      fetchNode(
        local(await answer(8080, 302, "", { location: `http://127.0.0.1:1/?sig=${cred("signature", 907)}` }), "/"),
        { redirect: "error" },
      ),
    "secret-signed": async () =>
      fetchNode(
        local(await tcp(8080, (socket) => socket.destroy()), `/a.pdf?X-Amz-Signature=${cred("hexKey64", 908)}`),
      ),
  }),
  ...about("drizzle-orm", {
    "secret-parameter": () =>
      settled(
        drizzle("postgres://app@pg-rw.prod.svc/orders").execute(
          sql`update users set password = ${cred("password", 909)} where id = ${7}`,
        ),
      ),
  }),
  ...about("pino", {
    "secret-headers": () =>
      logged(
        {
          req: {
            method: "GET",
            url: "/v1/orders",
            headers: { authorization: `Bearer ${cred("supabaseSecretKey", 931)}`, host: "orders.prod.svc" },
          },
        },
        "request",
      ),
    "secret-config": () =>
      logged({ smtp: { host: "mail.corp", user: "shop", password: cred("quotePassword", 932) } }, "starting"),
  }),
  ...about("execa", {
    "secret-argument": () =>
      execa("sh", ["-c", "exit 1", "mysql", "--host=mysql-0.lan", `--password=${cred("password", 933)}`]),
    "secret-missing": () => execa("none-such-tool", ["--token", cred("circleciToken", 934)]),
  }),
  ...about("neo4j-driver", {
    "secret-url": () => neo4j.driver(`bolt://neo4j:${cred("simplePassword", 937)}@graph.internal?x=1`),
  }),
  ...about("minio", {
    "secret-endpoint": () =>
      new Minio({ endPoint: `${cred("base62Key", 940)}@minio.lan`, accessKey: "a", secretKey: "b" }),
  }),
  ...about("dotenv", {
    "secret-parsed": () => JSON.stringify(dotenv.parse(`API_KEY=${cred("deepseekKey", 939)}\nDB_HOST=pg-0.pg.svc\n`)),
  }),
];
