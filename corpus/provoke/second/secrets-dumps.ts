import { cred, each, type Loose, load, type Provocation, serve } from "../javascript/tools.ts";
import { again, asJson, carried, chained, named } from "./carry.ts";

const util = load("node:util");
const assert = load("node:assert/strict");
const http = load("node:http");
const axios = load("axios");
const ky = load("ky")["default"] as Loose;
const nodeFetch = load("node-fetch")["default"] as Loose;
const querystring = load("node:querystring");

const show = (value: unknown): string => util.inspect(value, { depth: 4, breakLength: 80 }) as unknown as string;

/** Messages that repeat a secret which the text around it gives away. */
export const provocations: Provocation[] = [
  ...again("node", {
    "secret-url-parts": () =>
      show({
        ...querystring.parse(`code=7&client_secret=${cred("googleClientSecret", 1518)}&grant_type=authorization_code`),
      }),
    "secret-signed-url": carried(
      () =>
        ky.get(
          `http://blobs.home/labels/118.pdf?sv=2023-11-03&sig=${encodeURIComponent(cred("azureSasSignature", 1519))}`,
          { retry: 0 },
        ),
      named("label"),
    ),
    "secret-s3-signed": carried(
      () =>
        nodeFetch(`http://minio.lake.private/shop/118.pdf?X-Amz-Expires=900&X-Amz-Signature=${cred("hexKey64", 1520)}`),
      asJson,
    ),
    "secret-proxy-header": () =>
      show(new Headers({ "proxy-authorization": `Basic ${cred("basicAuth", 1521)}`, via: "1.1 squid-2.dmz.lan" })),
    "secret-raw-request": async () => {
      const echo = (request: Loose, response: Loose): unknown =>
        response.writeHead(400).end(String((request["rawHeaders"] as unknown as string[]).join("\n")));
      const port = await serve(8400, echo as never);
      const headers = {
        "X-Client-Secret": cred("auth0ClientSecret", 1522),
        Cookie: `remember_me=${cred("hexKey64", 1523)}; theme=dark`,
      };
      const answered = await fetch(`http://127.0.0.1:${port}/oauth/token`, { headers });
      return `upstream answered ${answered.status}, it read:\n${await answered.text()}`;
    },
    "secret-client-request": () => {
      const request = http.request({
        host: "127.0.0.1",
        port: 1,
        headers: { "x-auth-token": cred("uuidKey", 1524), accept: "text/csv" },
      });
      request.on("error", () => {}).destroy();
      return `never sent: ${JSON.stringify(request.getHeaders())}`;
    },
    "secret-json-nested": carried(
      () => axios.post("http://sso.home/login", { user: "ann@example.com", password: cred("base62Key", 1525) }),
      (error) => JSON.stringify({ msg: error.message, body: ((error as unknown as Loose)["config"] as Loose)["data"] }),
    ),
    "secret-odbc": carried(
      () =>
        fetch(`Driver={ODBC Driver 18};Server=tcp:sql-3.corp,1433;Uid=etl;Pwd=${cred("base62Key", 1531)};Encrypt=yes`),
      (error) => chained(error),
    ),
    "secret-azure-string": [
      () =>
        new URL(
          `DefaultEndpointsProtocol=https;AccountName=shopstore;AccountKey=${cred("azureAccountKey", 1532)};EndpointSuffix=core.windows.net`,
        ),
      { as: ["inspect"] },
    ],
    "secret-jdbc": [
      () =>
        new URL(
          `jdbc:mysql://maria-2.data.home:3306/shop?user=etl&password=${cred("base62Key", 1533)}&useSSL=true`,
          "none",
        ).searchParams.set(Symbol("x") as unknown as string, ""),
      { as: ["inspect"] },
    ],
    ...each("secret-bearer", ["anthropicKey", "githubToken", "slackToken", "sendgridKey", "gitlabToken"], (name) =>
      carried(() => new Headers({ [`authorization: Bearer ${cred(name, 1534)}`]: "" }), named("carrier call")),
    ),
    "secret-deep-equal": [
      () => assert.deepEqual(new Map([["refresh_token", cred("googleRefreshToken", 1535)]]), new Map()),
      { as: ["message"] },
    ],
    "secret-set-cookie": () =>
      show({ "set-cookie": [`connect.sid=s%3A${cred("base62Key", 1536)}; Path=/; HttpOnly`], server: "nginx" }),
    "secret-pem": carried(
      () => axios.post("http://signer.pki.home/sign", { alg: "RS256", key: cred("pem", 1537) }),
      (error) => `${error.message}: ${String(((error as unknown as Loose)["config"] as Loose)["data"])}`,
    ),
    "secret-webhook": carried(
      () => ky.post(`http://chat.home/hooks/${cred("mattermostHookPath", 1538)}`, { retry: 0 }),
      named("notice"),
    ),
    "secret-dsn": carried(
      () => fetch(`https://${cred("sentryDsnKey", 1539)}@o4501.ingest.sentry.io/4507`),
      (error) => chained(error),
    ),
  }),
];
