import { answer, closed, cred, each, type Loose, load, type Provocation } from "../javascript/tools.ts";
import { again, carried, chained, named } from "./carry.ts";

const { GraphQLClient } = load("graphql-request");
const { WebClient } = load("@slack/web-api");
const { request: octokit } = load("@octokit/request");
const util = load("node:util");

const at = (port: number, path = ""): string => `http://127.0.0.1:${port}${path}`;
const slack = (port: number, token = "x"): Loose =>
  new WebClient(token, {
    slackApiUrl: at(port, "/api/"),
    retryConfig: { retries: 0 },
    logger: {
      debug: () => {},
      info: () => {},
      warn: () => {},
      error: () => {},
      setLevel: () => {},
      setName: () => {},
      getLevel: () => "error",
    },
  });
const gql = async (status: number, content: object, variables: object, headers: object = {}): Promise<unknown> =>
  new GraphQLClient(at(await answer(4001, status, content), "/graphql"), { headers }).request(
    "query Q($id: ID!) { order(id: $id) { id } }",
    variables,
  );
const hub = (port: number, options: object = {}): Loose =>
  octokit("GET /repos/{owner}/{repo}", { baseUrl: at(port), owner: "acme", repo: "shop", ...options });
const steady = [
  [/"date":"[^"]+"/g, '"date":"Tue, 03 Feb 2026 04:05:06 GMT"'],
  [/date: '[^']+'/g, "date: 'Tue, 03 Feb 2026 04:05:06 GMT'"],
] as const;

/** Messages of HTTP clients and of bodies that services quote. */
export const provocations: Provocation[] = [
  ...again("graphql-request", {
    errors: [
      () =>
        gql(
          200,
          { errors: [{ message: "order 7 is not yours", path: ["order"], extensions: { code: "FORBIDDEN" } }] },
          { id: "7" },
        ),
      { tidy: steady },
    ],
    variables: [
      () => gql(400, { errors: [{ message: "no such login" }] }, { id: "7", password: cred("password", 1404) }),
      { tidy: steady },
    ],
    "stack-in-body": [
      () =>
        gql(
          500,
          {
            errors: [
              {
                message: "connect ECONNREFUSED 10.0.31.7:5432",
                extensions: {
                  stacktrace: [
                    "Error: connect ECONNREFUSED 10.0.31.7:5432",
                    "    at Pool.connect (/app/dist/db.js:41:11)",
                  ],
                },
              },
            ],
          },
          { id: "7" },
        ),
      { tidy: steady, as: ["json"] },
    ],
    refused: [carried(() => new GraphQLClient(at(closed(4002), "/graphql")).request("{ a }"), chained), {}],
    html: [
      async () => new GraphQLClient(at(await answer(4001, 502, "<h1>Bad Gateway</h1>"))).request("{ a }"),
      { tidy: steady },
    ],
  }),
  ...again("@slack/web-api", {
    ...each(
      "api",
      ["invalid_auth", "channel_not_found", "ratelimited"],
      (code) => async () =>
        slack(await answer(80, 200, { ok: false, error: code })).chat.postMessage({ channel: "C1", text: "a" }),
    ),
    refused: [() => slack(closed(8099), cred("slackToken", 1405)).auth.test(), { as: ["message", "stack"] }],
    "http-error": async () => slack(await answer(80, 500, "oops")).auth.test(),
    "error-shown": carried(
      async () =>
        slack(
          await answer(80, 200, { ok: false, error: "missing_scope", needed: "chat:write", provided: "users:read" }),
        ).auth.test(),
      (error) => util.inspect((error as unknown as Loose)["data"]) as unknown as string,
    ),
    method: () => slack(1).apiCall(7),
  }),
  ...again("@octokit/request", {
    "not-found": async () =>
      hub(
        await answer(3002, 404, {
          message: "Not Found",
          documentation_url: "https://docs.example.com/rest/repos#get",
          status: "404",
        }),
      ),
    "request-shown": carried(
      async () =>
        hub(await answer(3002, 401, { message: "Bad credentials" }), {
          headers: {
            authorization: `token ${cred("githubToken", 1406)}`,
            "x-hub-signature-256": `sha256=${cred("hexKey64", 1407)}`,
          },
        }),
      (error) => JSON.stringify((error as unknown as Loose)["request"]),
    ),
    refused: carried(() => hub(closed(3003)), named("release notes")),
    limit: async () =>
      hub(
        await answer(3002, 403, {
          message:
            "API rate limit exceeded for 10.12.0.8. (But here's the good news: Authenticated requests get a higher rate limit.)",
        }),
      ),
    accept: () => octokit("GET /x", { baseUrl: "https://api.example.com", mediaType: 7, headers: { "x y": 1 } }),
  }),
];
