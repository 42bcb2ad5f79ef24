import { about, type Loose, load, type Provocation } from "./tools.ts";

const Koa = load("koa");
const fastify = load("fastify");
const { ApolloServer } = load("@apollo/server");
const JSON_TYPE = { "content-type": "application/json" };
const web = (): Loose => fastify({ logger: false });

const injected = (schema: object, body: unknown): Loose => {
  const app = web();
  app.post("/orders", { schema }, () => ({}));
  return app
    .inject({ method: "POST", url: "/orders", payload: body })
    .then((response: Loose) => String(response["payload"]));
};

/** Messages of server frameworks. */
export const provocations: Provocation[] = [
  ...about("koa", {
    middleware: () => new Koa().use("x"),
    throw: [
      () =>
        new Koa()
          .createContext({ headers: {}, socket: {} }, {})
          .throw(402, "payment required for plan pro", { plan: "pro" }),
      { as: ["message", "stack"] },
    ],
    assert: () =>
      new Koa().createContext({ headers: {}, socket: {} }, {}).assert(false, 401, "user not found. Please login!"),
    status: () => {
      const context = new Koa().createContext({ headers: {}, socket: {} }, {});
      context["status"] = 1_000 as unknown as Loose;
    },
    "non-error": () => new Koa().onerror("x"),
  }),
  ...about("fastify", {
    schema: () =>
      injected(
        { body: { type: "object", properties: { total: { type: "integer" } }, required: ["total"] } },
        { total: "many" },
      ),
    required: () => injected({ body: { type: "object", required: ["customer"] } }, {}),
    media: () =>
      web()
        .inject({ method: "POST", url: "/none", headers: { "content-type": "text/yaml" }, payload: "a" })
        .then((response: Loose) => String(response["payload"])),
    duplicate: () => {
      const app = web();
      app.get("/orders", () => {});
      return app.get("/orders", () => {});
    },
    method: () => web().route({ method: "FETCH", url: "/a", handler: () => {} }),
    handler: () => web().route({ method: "GET", url: "/a" }),
    listen: () => web().listen({ port: 80, host: "10.9.0.12" }),
    "bad-schema": [
      () => {
        const app = web();
        app.get("/a", { schema: { querystring: { type: "money" } } }, () => {});
        return app.ready();
      },
      { as: ["message", "stack"] },
    ],
    plugin: () => {
      const app = web();
      app.register(async () => {
        throw new Error("plugin did not connect to amqp://guest@rabbit.prod.svc");
      });
      return app.ready();
    },
    decorator: () => web().decorate("ready", 1) && web().decorate("inject", 1),
    option: () => fastify({ bodyLimit: "many" }),
    "plugin-timeout": [
      () => {
        const app = fastify({ pluginTimeout: 60 });
        app.register(function mail(_app: unknown, _options: unknown, _done: unknown) {});
        return app.ready();
      },
      { as: ["message", "stack"] },
    ],
    json: () => {
      const app = web();
      app.post("/a", () => ({}));
      return app
        .inject({ method: "POST", url: "/a", headers: JSON_TYPE, payload: '{"a":' })
        .then((response: Loose) => String(response["payload"]));
    },
    empty: () => {
      const app = web();
      app.post("/a", () => ({}));
      return app
        .inject({ method: "POST", url: "/a", headers: JSON_TYPE, payload: "" })
        .then((response: Loose) => String(response["payload"]));
    },
    hook: () => web().addHook("onNothing", () => {}),
    sent: () => web().decorateRequest("user", {}),
  }),
  ...about("@apollo/server", {
    schema: () => new ApolloServer({ typeDefs: "type Query { a: Money }" }),
    empty: () => new ApolloServer({}),
    "not-started": () => new ApolloServer({ typeDefs: "type Query { a: Int }" }).assertStarted("expressMiddleware()"),
    syntax: () => new ApolloServer({ typeDefs: "type Query {" }),
    query: [
      () =>
        new ApolloServer({ typeDefs: "type Query { a: Int }" })
          .executeOperation({ query: "{ b }" })
          .then((response: Loose) => JSON.stringify(((response["body"] as Loose)["singleResult"] as Loose)["errors"])),
      { as: ["json"] },
    ],
    resolver: [
      () =>
        new ApolloServer({
          typeDefs: "type Query { a: Int }",
          includeStacktraceInErrorResponses: true,
          resolvers: {
            Query: {
              a: () => {
                throw new Error("getaddrinfo ENOTFOUND ledger.prod.svc");
              },
            },
          },
        })
          .executeOperation({ query: "{ a }" })
          .then((response: Loose) =>
            JSON.stringify(((response["body"] as Loose)["singleResult"] as Loose)["errors"], null, 1),
          ),
      { as: ["json"] },
    ],
  }),
];
