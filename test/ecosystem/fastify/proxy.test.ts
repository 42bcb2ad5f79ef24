import httpProxy from "@fastify/http-proxy";
import replyFrom from "@fastify/reply-from";
import websocket from "@fastify/websocket";
import type { FastifyInstance } from "fastify";
import { bothWays } from "../support/both-ways.ts";
import { FASTIFY } from "../support/fastify.ts";
import type { Difference, RequestState, Setup } from "../support/setup.ts";
import { only } from "../support/styles.ts";
import { NOBODY, upstream } from "../support/upstream.ts";
import { CLOSING, upgrade } from "../support/websocket.ts";

/** The requests for what both libraries do. */
const REQUESTS: Readonly<Record<string, RequestState>> = {
  "a JSON": [{ path: "/api/json" }],
  "HEAD of a JSON": [{ method: "HEAD", path: "/api/json" }],
  "several cookies": [{ path: "/api/cookies" }],
  parts: [{ path: "/api/parts" }],
  "a redirect": [{ path: "/api/moved", status: 302 }],
  "no content": [{ path: "/api/nothing", status: 204 }],
  "a status of its own": [{ path: "/api/reason", status: 299 }],
  "a body": [{ method: "POST", path: "/api/echo", headers: { "Content-Type": "text/plain" }, body: "to the upstream" }],
  "fields that the contract has as well": [{ path: "/api/versioned" }],
  "a failure": [{ path: "/api/failed", status: 500 }],
  "an unexpected status": [{ path: "/api/other", status: 418 }],
  "a connection that is cut": [{ path: "/api/cut", status: 500 }],
  "half an answer": [{ path: "/api/half" }],
  "an upstream that is not running": [{ path: "/nobody/json", status: 500 }],
  "an upstream that says nothing": [{ path: "/short/silent", status: 504 }],
};

/** The libraries choose their own status where the contract knows a better one. */
const DIFFERENCES: Readonly<Record<string, Difference>> = {
  "a connection that is cut": { seen: ["status: 500 → 502"], why: "the contract knows an upstream's failure" },
  "an upstream that is not running": { seen: ["status: 500 → 502"], why: "the contract knows an upstream's failure" },
};

const PROXIES: readonly Setup<FastifyInstance>[] = [
  {
    library: "@fastify/http-proxy",
    mount: async (app, run) => {
      const behind = await upstream();
      run.onClose(() => behind.close());
      await app.register(httpProxy, { upstream: behind.url, prefix: "/api" });
      await app.register(httpProxy, { upstream: NOBODY, prefix: "/nobody" });
      await app.register(httpProxy, {
        upstream: behind.url,
        prefix: "/guarded",
        preHandler: async (request, reply) => {
          if (request.headers.authorization === undefined) return reply.code(401).send({ message: "sign in" });
          return undefined;
        },
      });
      app.get("/own", async () => "own");
    },
    requests: {
      // It is built on the other one.
      ...only(REQUESTS, ["a JSON", "a body", "a failure", "half an answer", ...Object.keys(DIFFERENCES)]),
      "a guarded path": [{ path: "/guarded/json", headers: { Authorization: "Bearer a" } }],
      "a guarded path, refused": [{ path: "/guarded/json", status: 401 }],
      "a route next to it": [{ path: "/own" }],
    },
  },
  {
    library: "@fastify/reply-from",
    mount: async (app, run) => {
      const behind = await upstream();
      run.onClose(() => behind.close());
      await app.register(replyFrom, { base: behind.url });
      await app.register(async (scope) => {
        await scope.register(replyFrom, { base: behind.url, http: { requestOptions: { timeout: 50 } } });
        scope.all("/short/*", (request, reply) => reply.from(request.url.replace("/short", ""), { retriesCount: 0 }));
      });
      await app.register(async (scope) => {
        await scope.register(replyFrom, { base: NOBODY });
        scope.all("/nobody/*", (request, reply) => reply.from(request.url.replace("/nobody", "")));
      });
      app.all("/api/*", (request, reply) => reply.from(request.url.replace("/api", "")));
      app.get("/changed", (_request, reply) =>
        reply.from("/json", {
          rewriteHeaders: (headers) => ({ ...headers, "x-changed": "1" }),
          onResponse: (_own, response) => response.send("changed"),
        }),
      );
      app.get("/own-error", (_request, reply) =>
        reply.from("/cut", {
          onError: (response, { error }) => void response.code(503).send({ message: error.message }),
        }),
      );
    },
    requests: {
      ...REQUESTS,
      "a changed answer": [{ path: "/changed" }],
      "a failure with a handler of the service's own": [{ path: "/own-error", status: 503 }],
    },
  },
];

const SOCKETS: Setup<FastifyInstance> = {
  library: "@fastify/websocket",
  mount: async (app) => {
    await app.register(websocket);
    app.get("/echo", { websocket: true }, (socket) => {
      socket.send("a first message from the server");
    });
    app.get(
      "/rejected",
      { websocket: true, preValidation: async (_request, reply) => reply.code(401).send("sign in") },
      () => {},
    );
    app.get("/broken", { websocket: true }, () => {
      throw new Error("pg://svc:hunter2@db-1");
    });
    app.route({
      method: "GET",
      url: "/both",
      handler: async () => "no socket",
      wsHandler: (socket) => socket.send("a socket that says more"),
    });
  },
  requests: {
    "a socket that is opened and closed": [{ path: "/echo", headers: upgrade(), status: 101, reply: CLOSING }],
    "a socket at a route that has both": [{ path: "/both", headers: upgrade(), status: 101, reply: CLOSING }],
    "no socket at a route that has both": [{ path: "/both" }],
    "no socket at a route of sockets": [{ path: "/echo", status: 404 }],
    "a socket that is refused": [{ path: "/rejected", headers: upgrade(), status: 401 }],
    "a socket at no route": [{ path: "/none", headers: upgrade(), status: 404 }],
    "an upgrade without a key": [
      { path: "/echo", headers: { ...upgrade(), "Sec-WebSocket-Key": "short" }, status: 400, outside: true },
    ],
  },
};

bothWays(FASTIFY, [...PROXIES.map((setup) => ({ ...setup, differences: DIFFERENCES })), SOCKETS]);
