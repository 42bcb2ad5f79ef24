import { describe, expect, test } from "vitest";
import { listLibraries, packageName } from "./libraries.ts";
import { parseModule } from "./module.ts";

/** Lists the libraries in a file, each as its kind, its module, its line and its note. */
function librariesIn(text: string): readonly string[] {
  return listLibraries(parseModule("a.ts", text)).map(
    ({ kind, library, node, note }) => `${kind} ${library} ${node.loc?.start.line} ${note}`,
  );
}

const LIMITER = "It answers 429 by itself. The contract replaces that answer.";
const SHEDDER = "It answers 503 by itself when the service is busy. The contract replaces that answer.";
const PROXY =
  "It passes on answers of another service. Keep its paths out with `appliesTo`, or let the contract replace its errors.";
const JSON_RPC = "Its clients read JSON-RPC, not an envelope. Keep its paths out with `appliesTo`.";
const GRAPHQL = "Its clients read GraphQL's `errors`, not an envelope. Keep its paths out with `appliesTo`.";
const OWN_RPC = "Its clients read the errors of its own RPC, not an envelope. Keep its paths out with `appliesTo`.";
const OAUTH =
  "Its clients read OAuth's `error` and `error_description`, not an envelope. Keep its paths out with `appliesTo`.";
const TUS = "Its clients read the statuses and headers of tus, not an envelope. Keep its paths out with `appliesTo`.";
const FEATHERS = "Its clients read Feathers' errors, not an envelope. Keep its paths out with `appliesTo`.";
const HEALTH = "It answers health checks: the body says which check is down. Keep its path out with `appliesTo`.";
const OWN = "Its clients read its own format, not an envelope. Keep its paths out with `appliesTo`.";

const FOUND: readonly (readonly [kind: string, note: string, modules: string])[] = [
  ["limiter", LIMITER, "express-rate-limit express-slow-down @fastify/rate-limit koa-ratelimit koa2-ratelimit"],
  ["limiter", LIMITER, "rate-limiter-flexible hono-rate-limiter @nestjs/throttler express-brute"],
  ["limiter", LIMITER, "@upstash/ratelimit"],
  ["limiter", SHEDDER, "@fastify/under-pressure overload-protection toobusy-js express-toobusy"],
  ["proxy", PROXY, "http-proxy http-proxy-middleware express-http-proxy @fastify/http-proxy"],
  ["proxy", PROXY, "@fastify/reply-from koa-proxies koa-proxy httpxy fast-proxy"],
  ["protocol", JSON_RPC, "@modelcontextprotocol/sdk/server/mcp.js json-rpc-2.0 jayson jsonrpc-lite"],
  ["protocol", JSON_RPC, "express-json-rpc-router"],
  ["protocol", GRAPHQL, "graphql-yoga @apollo/server @apollo/server/express4 apollo-server apollo-server-express"],
  ["protocol", GRAPHQL, "express-graphql graphql-http/lib/use/express mercurius @nestjs/graphql"],
  ["protocol", GRAPHQL, "@as-integrations/fastify @hono/graphql-server"],
  ["protocol", OWN_RPC, "@trpc/server @trpc/server/adapters/express @orpc/server/node"],
  ["protocol", OAUTH, "oidc-provider oauth2-server @node-oauth/express-oauth-server oauth2orize/lib/x"],
  ["protocol", OAUTH, "better-auth better-auth/node better-auth/next-js"],
  ["protocol", TUS, "@tus/server tus-node-server"],
  ["protocol", FEATHERS, "@feathersjs/express @feathersjs/koa"],
  ["protocol", HEALTH, "@nestjs/terminus @godaddy/terminus lightship"],
  ["protocol", OWN, "parse-server verdaccio express-pouchdb s3rver node-red"],
];

describe("a library that answers by itself is found:", () => {
  test.each(
    FOUND.flatMap(([kind, note, modules]) => modules.split(" ").map((module) => [module, kind, note] as const)),
  )("%s", (module, kind, note) => {
    expect(librariesIn(`import a from "${module}";`)).toEqual([`${kind} ${module} 1 ${note}`]);
  });
});

describe("a module with a similar name is not found:", () => {
  test.each([
    ..."my-express-rate-limit express-rate-limit-redis ./overload-protection overload-protection-ui".split(" "),
    ..."@me/http-proxy http-proxy-agent ./@modelcontextprotocol/a my-jayson jayson-client json-rpc-2x0".split(" "),
    ..."my-mercurius mercurius-codegen ./@trpc/server @trpc/server-tools my-oidc-provider".split(" "),
    ..."oidc-provider-client my-better-auth better-auth/crypto better-auth/nodes ./@tus/server".split(" "),
    ..."tus-node-server-s3 my/@feathersjs/koa @feathersjs/koa-client my/lightship lightship-client".split(" "),
    ..."my-parse-server parse-server-tools express".split(" "),
  ])("%s", (module) => {
    expect(librariesIn(`import a from "${module}";`)).toEqual([]);
  });
});

describe("a library is found where the file loads it:", () => {
  test.each<readonly [how: string, text: string, line: number]>([
    ["by an import for its effects", '\nimport "jayson";', 2],
    ["by require", 'const a = require("jayson");', 1],
    ["by require in another call", 'app.use(require("jayson")());', 1],
    ["by import()", '\n\nconst a = await import("jayson");', 3],
    ["twice, where it is first", 'import a from "jayson";\nimport b from "jayson";', 1],
  ])("%s", (_how, text, line) => {
    expect(librariesIn(text)).toEqual([`protocol jayson ${line} ${JSON_RPC}`]);
  });

  test.each<readonly [what: string, text: string]>([
    ["an import of types", 'import type { Server } from "jayson";'],
    ["a call of another function", 'load("jayson");'],
    ["a method that is called require", 'loader.require("jayson");'],
    ["a module that is only known at run time", "require(jayson);"],
    ["no module", "require();"],
    ["a string", 'const a = "jayson";'],
  ])("but not %s", (_what, text) => {
    expect(librariesIn(text)).toEqual([]);
  });

  test("two libraries, in the order of the file", () => {
    expect(librariesIn('import a from "jayson";\nimport b from "@nestjs/throttler";')).toEqual([
      `protocol jayson 1 ${JSON_RPC}`,
      `limiter @nestjs/throttler 2 ${LIMITER}`,
    ]);
  });
});

test.each<readonly [module: string, name: string]>([
  ["jayson", "jayson"],
  ["jayson/promise", "jayson"],
  ["@apollo/server", "@apollo/server"],
  ["@apollo/server/express4", "@apollo/server"],
])("the package of %s is %s", (module, name) => {
  expect(packageName(module)).toBe(name);
});
