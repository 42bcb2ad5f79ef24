import type { Contract } from "@uhp-errors/core";
import { install } from "@uhp-errors/koa";
import { GraphQLError } from "graphql";
import { createSchema, createYoga, Repeater } from "graphql-yoga";
import Koa from "koa";
import { listen } from "../support/listen.ts";
import type { AppStep } from "./support/app.ts";
import { threeWays } from "./support/three-ways.ts";

interface Post {
  readonly id: string;
  readonly title: string;
}

/** A blog with what a GraphQL service has apart from queries: mutations, files, subscriptions and ordinary routes. */
function blog() {
  const posts: Post[] = [{ id: "1", title: "Hello" }];
  return createYoga({
    logging: false,
    batching: { limit: 2 },
    graphiql: { title: "Blog" },
    schema: createSchema({
      typeDefs: /* GraphQL */ `
        scalar File
        type Post {
          id: ID!
          title: String!
          secret: String
        }
        type Query {
          posts: [Post!]!
          post(id: ID!): Post
          broken: String
          needed: String!
          private: String
        }
        type Mutation {
          add(title: String!): Post!
          attach(file: File!): String!
        }
        type Subscription {
          countdown(from: Int!): Int!
          failing: Int!
        }
      `,
      resolvers: {
        Query: {
          posts: () => posts,
          post: (_parent, { id }: { readonly id: string }) => {
            const post = posts.find((one) => one.id === id);
            if (post === undefined)
              throw new GraphQLError(`There is no post ${id}.`, { extensions: { code: "NO_POST" } });
            return post;
          },
          broken: () => {
            throw new Error("pg://svc:hunter2@db-1 refused");
          },
          needed: () => {
            throw new GraphQLError("Nothing here.", {
              extensions: { http: { status: 503, headers: { "Retry-After": "9" } } },
            });
          },
          private: () => {
            throw new GraphQLError("Sign in.", {
              extensions: { code: "UNAUTHENTICATED", http: { status: 401, headers: { "WWW-Authenticate": "Bearer" } } },
            });
          },
        },
        Post: {
          secret: () => {
            throw new GraphQLError("Not yours.", { extensions: { code: "FORBIDDEN" } });
          },
        },
        Mutation: {
          add: (_parent, { title }: { readonly title: string }) => {
            const post = { id: String(posts.length + 1), title };
            posts.push(post);
            return post;
          },
          attach: async (_parent, { file }: { readonly file: File }) => `${file.name}: ${await file.text()}`,
        },
        Subscription: {
          countdown: {
            subscribe: (_parent, { from }: { readonly from: number }) =>
              new Repeater<{ countdown: number }>(async (push, stop) => {
                for (let countdown = from; countdown > 0; countdown -= 1) await push({ countdown });
                stop();
              }),
          },
          failing: {
            subscribe: () =>
              new Repeater<{ failing: number }>(async (push, stop) => {
                await push({ failing: 1 });
                stop(new Error("pg://svc:hunter2@db-1 refused"));
              }),
          },
        },
      },
    }),
  });
}

/** Koa with Yoga at one address, as Yoga's documentation mounts it. */
function start(contract: Contract | undefined) {
  const app = new Koa();
  app.silent = true;
  if (contract !== undefined) install(app, contract);
  const yoga = blog();
  app.use(async (ctx, next) => {
    if (ctx.path === "/feed") {
      ctx.type = "application/rss+xml";
      ctx.body = "<rss version='2.0'/>";
      return;
    }
    if (ctx.path === "/drafts") ctx.throw(403, "Drafts are private.");
    await next();
  });
  app.use(async (ctx, next) => {
    if (!/^\/(?:graphql|health)$/.test(ctx.path)) return next();
    const response = await yoga.handleNodeRequestAndResponse(ctx.req, ctx.res);
    ctx.status = response.status;
    for (const [name, value] of response.headers) ctx.append(name, value);
    if (response.body !== null) ctx.body = response.body;
  });
  return listen(app.callback(), () => {});
}

const STRICT = { Accept: "application/graphql-response+json" };
const EVENTS = { Accept: "text/event-stream" };

const ask = (query: string, more: Partial<AppStep> = {}): AppStep => ({
  method: "POST",
  path: "/graphql",
  json: { query },
  ...more,
});

function upload(): AppStep {
  const boundary = "----of-the-test";
  const part = (head: string, content: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
  const operations = { query: "mutation ($file: File!) { attach(file: $file) }", variables: { file: null } };
  const body = [
    part('name="operations"', JSON.stringify(operations)),
    part('name="map"', '{"0":["variables.file"]}'),
    part('name="0"; filename="a.txt"', "hello"),
    `--${boundary}--\r\n`,
  ];
  return {
    method: "POST",
    path: "/graphql",
    headers: { "Content-Type": `multipart/form-data; boundary=${boundary}` },
    body: body.join(""),
  };
}

threeWays({
  library: "graphql-yoga",
  is: "GraphQL on Koa",
  start,
  adoption: ["install(app, contract);"],
  keptOut: ['appliesTo: ({ path }) => path !== "/graphql"'],
  flow: {
    "a query": ask("{ posts { id title } }"),
    "a query in the address": { path: "/graphql?query=%7B%20posts%20%7B%20title%20%7D%20%7D" },
    "a query with variables": {
      method: "POST",
      path: "/graphql",
      json: { query: "query ($id: ID!) { post(id: $id) { title } }", variables: { id: "1" } },
    },
    "a query of a strict client": ask("{ __typename }", { headers: STRICT }),
    "two queries at once": {
      method: "POST",
      path: "/graphql",
      json: [{ query: "{ __typename }" }, { query: "{ posts { id } }" }],
    },
    "three queries at once": {
      method: "POST",
      path: "/graphql",
      json: [{ query: "{ __typename }" }, { query: "{ __typename }" }, { query: "{ __typename }" }],
      status: 413,
    },
    "a mutation": ask('mutation { add(title: "Second") { id } }'),
    "a mutation in the address": {
      path: "/graphql?query=mutation%20%7B%20add(title:%22x%22)%20%7B%20id%20%7D%20%7D",
      status: 405,
    },
    "a file": upload(),
    "a subscription": ask("subscription { countdown(from: 3) }", { headers: EVENTS }),
    "a subscription that fails": ask("subscription { failing }", { headers: EVENTS }),
    "part of an answer": ask("{ posts { title secret } }"),
    "an error of a field": ask('{ post(id: "9") { title } }'),
    "an error of a field, for a strict client": ask('{ post(id: "9") { title } }', { headers: STRICT }),
    "an unknown error": ask("{ broken }"),
    "an unknown error, for a strict client": ask("{ broken }", { headers: STRICT }),
    "an error with a status": ask("{ private }", { status: 401 }),
    "an error with a status, for a strict client": ask("{ needed }", { headers: STRICT, status: 503 }),
    "a query that does not parse": ask("{"),
    "a query that does not parse, for a strict client": ask("{", { headers: STRICT, status: 400 }),
    "a query that does not fit": ask("{ nothing }"),
    "a query that does not fit, for a strict client": ask("{ nothing }", { headers: STRICT, status: 400 }),
    "no query": { method: "POST", path: "/graphql", json: {} },
    "a query that is no JSON": {
      method: "POST",
      path: "/graphql",
      headers: { "Content-Type": "application/json" },
      body: "{",
      status: 400,
    },
    "a query of an unknown type": {
      method: "POST",
      path: "/graphql",
      headers: { "Content-Type": "text/csv" },
      body: "a",
      status: 415,
    },
    "an answer that cannot be accepted": ask("{ __typename }", { headers: { Accept: "image/png" }, status: 406 }),
    "the editor": { path: "/graphql", headers: { Accept: "text/html" } },
    "a preflight": {
      method: "OPTIONS",
      path: "/graphql",
      headers: { Origin: "https://pages.test", "Access-Control-Request-Method": "POST" },
      status: 204,
    },
    "another method": { method: "PUT", path: "/graphql", json: { query: "{ __typename }" }, status: 405 },
    "the health": { path: "/health" },
    "a route next to it": { path: "/feed" },
    "a refusal next to it": { path: "/drafts", status: 403 },
    "an address that does not exist": { path: "/nowhere", status: 404 },
  },
});
