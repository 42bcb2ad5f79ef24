import { Readable } from "node:stream";
import Router from "@koa/router";
import express53 from "express";
import express418 from "express-4.18";
import express422 from "express-4.22";
import express50 from "express-5.0";
import express51 from "express-5.1";
import express52 from "express-5.2";
import fastify512, { type FastifyInstance } from "fastify";
import fastify426 from "fastify-4.26";
import fastify429 from "fastify-4.29";
import fastify50 from "fastify-5.0";
import fastify6 from "fastify-6";
import type Koa from "koa";
import koa33 from "koa";
import koa213 from "koa-2.13";
import koa216 from "koa-2.16";
import koa30 from "koa-3.0";
import { koaBody } from "koa-body";
import { acme } from "../../support/catalog.ts";
import { bothWays } from "../support/both-ways.ts";
import { type ExpressApp, expressFramework } from "../support/express.ts";
import { fastifyFramework } from "../support/fastify.ts";
import { koaFramework } from "../support/koa.ts";
import type { Difference, RequestState, Setup } from "../support/setup.ts";
import { OTHER_METHOD } from "../support/styles.ts";

/** The lowest and the newest minor version of each range that the packages say they support, and a major version to come. */
const EXPRESS = [
  expressFramework("express-4.18", express418),
  expressFramework("express-4.22", express422),
  expressFramework("express-5.0", express50),
  expressFramework("express-5.1", express51),
  expressFramework("express-5.2", express52),
  expressFramework("express", express53),
];
const KOA = [
  koaFramework("koa-2.13", koa213),
  koaFramework("koa-2.16", koa216),
  koaFramework("koa-3.0", koa30),
  koaFramework("koa", koa33),
];
const FASTIFY = [
  fastifyFramework("fastify-4.26", fastify426),
  fastifyFramework("fastify-4.29", fastify429),
  fastifyFramework("fastify-5.0", fastify50),
  fastifyFramework("fastify", fastify512),
  fastifyFramework("fastify-6", fastify6),
];

/** The requests for each version. The statuses are those of the bare framework, if they are the same on all three. */
const REQUESTS = {
  "a JSON": [{ path: "/json" }],
  "a text": [{ path: "/text" }],
  "a stream": [{ path: "/stream" }],
  HEAD: [{ method: "HEAD", path: "/json" }],
  OPTIONS: [{ method: "OPTIONS", path: "/json" }],
  "an unknown route": [{ path: "/nowhere", status: 404 }],
  "a route of another method": [{ method: "DELETE", path: "/json", status: 404 }],
  "a thrown error": [{ path: "/thrown", status: 500 }],
  "a rejection": [{ path: "/rejected", status: 500 }],
  "a thrown error of the catalog": [{ path: "/teapot", status: 418 }],
  "a path that cannot be decoded": [{ path: "/item/%ff", status: 400 }],
  "a JSON that is right": body('{"a":1}', 200),
  "a JSON that breaks off": body('{"a":', 400),
  "a body that is too large": body(`{"a":"${"x".repeat(200)}"}`, 413),
  "a status and a throw": [{ path: "/status", status: 404 }],
} as const satisfies Readonly<Record<string, RequestState>>;

type Name = keyof typeof REQUESTS;

function body(text: string, status: number): RequestState {
  return [{ method: "POST", path: "/body", headers: { "Content-Type": "application/json" }, body: text, status }];
}

const LIMIT = 100;

/** A difference in a status. */
function status(before: number, after: number, why: string): Difference {
  return { seen: [`status: ${before} → ${after}`], why };
}

const ON_EXPRESS: Setup<ExpressApp> = {
  library: "express",
  mount: (app) => {
    app.get("/json", (_request, response) => void response.json({ a: 1 }));
    app.get("/text", (_request, response) => void response.send("hello"));
    app.get("/stream", (_request, response) => void Readable.from(["one ", "two"]).pipe(response.type("text")));
    app.get("/thrown", () => {
      throw new Error("pg://svc:hunter2@db-1");
    });
    app.get("/rejected", (_request, _response, next) => void Promise.reject(new Error("no")).catch(next));
    app.get("/teapot", () => {
      throw acme.error("acme_teapot");
    });
    app.get("/item/:id", (request, response) => void response.send(request.params["id"]));
    app.post("/body", app.framework.json({ limit: LIMIT }), (request, response) => void response.json(request.body));
    app.get("/status", (_request, response) => {
      response.status(404);
      throw new Error("no such product");
    });
  },
  requests: REQUESTS,
  differences: {
    "a route of another method": OTHER_METHOD,
  } satisfies Partial<Record<Name, Difference>>,
};

const ON_KOA: Setup<Koa> = {
  library: "koa",
  mount: (app) => {
    const router = new Router();
    router.get("/json", (context) => {
      context.body = { a: 1 };
    });
    router.get("/text", (context) => {
      context.body = "hello";
    });
    router.get("/stream", (context) => {
      context.body = Readable.from(["one ", "two"]);
    });
    router.get("/thrown", () => {
      throw new Error("pg://svc:hunter2@db-1");
    });
    router.get("/rejected", async () => Promise.reject(new Error("no")));
    router.get("/teapot", () => {
      throw acme.error("acme_teapot");
    });
    router.get("/item/:id", (context) => {
      context.body = decodeURIComponent(context.params["id"] ?? "");
    });
    router.post("/body", koaBody({ jsonLimit: LIMIT }), (context) => {
      context.body = context.request.body as object;
    });
    router.get("/status", (context) => {
      context.status = 404;
      throw new Error("no such product");
    });
    app.use(router.routes()).use(router.allowedMethods());
  },
  requests: {
    ...REQUESTS,
    // Koa itself knows the other methods, and leaves decoding to its routers.
    "a route of another method": [{ method: "DELETE", path: "/json", status: 405 }],
    "a path that cannot be decoded": [{ path: "/item/%ff", status: 500 }],
    "a status and a throw": [{ path: "/status", status: 500 }],
  },
  differences: {
    "a status and a throw": status(500, 404, "the service had set the status, which Koa forgets"),
  } satisfies Partial<Record<Name, Difference>>,
};

const ON_FASTIFY: Setup<FastifyInstance> = {
  library: "fastify",
  mount: (app) => {
    app.get("/json", () => ({ a: 1 }));
    app.get("/text", async () => "hello");
    app.get("/stream", (_request, reply) => reply.type("text/plain").send(Readable.from(["one ", "two"])));
    app.get("/thrown", () => {
      throw new Error("pg://svc:hunter2@db-1");
    });
    app.get("/rejected", async () => Promise.reject(new Error("no")));
    app.get("/teapot", () => {
      throw acme.error("acme_teapot");
    });
    app.get<{ Params: { id: string } }>("/item/:id", async (request) => request.params.id);
    app.post("/body", { bodyLimit: LIMIT }, async (request) => request.body);
    app.get("/status", async (_request, reply) => {
      reply.code(404);
      throw new Error("no such product");
    });
  },
  requests: { ...REQUESTS, OPTIONS: [{ method: "OPTIONS", path: "/json", status: 404 }] },
  differences: {
    "a route of another method": OTHER_METHOD,
    OPTIONS: OTHER_METHOD,
  } satisfies Partial<Record<Name, Difference>>,
};

bothWays(EXPRESS, [ON_EXPRESS]);
bothWays(KOA, [ON_KOA]);
bothWays(FASTIFY, [ON_FASTIFY]);
