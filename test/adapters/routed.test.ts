import Router, { type RouterMiddleware } from "@koa/router";
import { createContract } from "@uhp-errors/core";
import { install as onExpress } from "@uhp-errors/express";
import { install as onH3 } from "@uhp-errors/h3";
import { install as onHono, uhp as uhpHono } from "@uhp-errors/hono";
import { install as onKoa } from "@uhp-errors/koa";
import type { Express, RequestHandler } from "express";
import type { FastifyInstance } from "fastify";
import { H3, HTTPError } from "h3";
import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import createError from "http-errors";
import type Koa3 from "koa";
import { describe, expect, test } from "vitest";
import { listen } from "../conformance/drivers/listen.ts";
import { acme } from "../support/catalog.ts";
import { during } from "../support/drivers.ts";
import { expectEnvelope } from "../support/envelope.ts";
import { EXPRESS_FRAMEWORKS } from "../support/express.ts";
import { FASTIFY_KITS, serveFastify } from "../support/fastify.ts";
import { send } from "../support/http.ts";
import { KOA_FRAMEWORKS } from "../support/koa.ts";

const ROUTE = "acme_route_not_found";
const THING = "acme_not_found";

/** An app's routes, the requested path, and the code of its 404. */
type Row<App> = readonly [what: string, path: string, code: string, mount: (app: App) => unknown];

/** Sends a request to a server that responds with 404. */
async function expectCode(url: string, path: string, code: string): Promise<void> {
  const received = await send(url, { path });
  expect([received.status, expectEnvelope(received).code]).toEqual([404, code]);
}

const missing: RequestHandler = (_request, response) => void response.status(404).json({ message: "no" });
const passing: RequestHandler = (_request, _response, next) => next();

describe.each(EXPRESS_FRAMEWORKS)("%s", (_name, express) => {
  const rows: readonly Row<Express>[] = [
    ["nothing at all", "/x", ROUTE, () => {}],
    ["a route that writes", "/x/1", THING, (app) => app.get("/x/:id", missing)],
    [
      "a route that throws",
      "/x/1",
      THING,
      (app) =>
        app.get("/x/:id", () => {
          throw createError(404);
        }),
    ],
    ["a route that passes on", "/x/1", THING, (app) => app.get("/x/:id", passing)],
    ["a route for all methods that passes on", "/x/1", THING, (app) => app.all("/x/:id", passing)],
    ["a route of a router", "/part/1", THING, (app) => app.use("/part", express.Router().get("/:id", missing))],
    ["another route", "/y", ROUTE, (app) => app.get("/x/:id", missing)],
    ["the last middleware, which writes", "/y", ROUTE, (app) => app.get("/x", missing).use(missing)],
    [
      "the last middleware, which throws",
      "/y",
      ROUTE,
      (app) =>
        app.use(() => {
          throw createError(404);
        }),
    ],
    ["the last middleware of a router", "/part/y", ROUTE, (app) => app.use("/part", express.Router().use(missing))],
    ["middleware before the route", "/x", THING, (app) => app.use(missing).get("/x", missing)],
    ["a route for every path that passes on", "/y", ROUTE, (app) => app.all(/.*/, passing)],
    ["a route for every path that writes", "/y", THING, (app) => app.all(/.*/, missing)],
    ["a function that is mounted and writes", "/part/y", THING, (app) => app.use("/part", missing)],
    ["a function that is mounted and passes on", "/part/y", ROUTE, (app) => app.use("/part", passing)],
    ["an app that is mounted", "/part/y", ROUTE, (app) => app.use("/part", express())],
    ["a route of an app that is mounted", "/part/x", THING, (app) => app.use("/part", express().get("/x", missing))],
    ["the last middleware of such an app", "/part/y", ROUTE, (app) => app.use("/part", express().use(missing))],
  ];
  test.each(rows)("%s: %s is %s", async (_what, path, code, mount) => {
    const app = express();
    onExpress(app, createContract(acme, { onError: () => {} }));
    mount(app);
    await during(await listen(app), (url) => expectCode(url, path, code));
  });
});

describe.each(KOA_FRAMEWORKS)("%s", (_name, Koa) => {
  const routed = (handler: RouterMiddleware) => (app: Koa3) => app.use(new Router().get("/x/:id", handler).routes());
  const rows: readonly Row<Koa3>[] = [
    ["nothing at all", "/x", ROUTE, () => {}],
    ["middleware that passes on", "/x", ROUTE, (app) => app.use((_ctx, next) => next())],
    ["a router without the route", "/y", ROUTE, routed(() => {})],
    ["a route that answers nothing", "/x/1", THING, routed(() => {})],
    [
      "a route that writes",
      "/x/1",
      THING,
      routed((ctx) => {
        ctx.status = 404;
      }),
    ],
    ["a route that throws", "/x/1", THING, routed((ctx) => ctx.throw(404))],
    [
      "middleware that writes",
      "/y",
      THING,
      (app) =>
        app.use((ctx) => {
          ctx.status = 404;
          ctx.body = "no";
        }),
    ],
    ["middleware that throws", "/y", THING, (app) => app.use((ctx) => ctx.throw(404))],
    [
      "middleware that gives Koa's own status a body",
      "/y",
      THING,
      (app) =>
        app.use((ctx) => {
          ctx.res.end("no");
        }),
    ],
    [
      "a handler that answers later, past Koa",
      "/y",
      THING,
      (app) =>
        app.use((ctx) => {
          ctx.respond = false;
          setImmediate(() => ctx.res.end("no"));
        }),
    ],
  ];
  test.each(rows)("%s: %s is %s", async (_what, path, code, mount) => {
    const app = new Koa();
    app.silent = true;
    onKoa(app, createContract(acme, { onError: () => {} }));
    mount(app);
    await during(await listen(app.callback()), (url) => expectCode(url, path, code));
  });
});

describe.each(FASTIFY_KITS)("%s", (_name, kit) => {
  const rows: readonly Row<FastifyInstance>[] = [
    ["nothing at all", "/x", ROUTE, () => {}],
    ["a route that writes", "/x/1", THING, (app) => app.get("/x/:id", (_request, reply) => reply.code(404).send("no"))],
    [
      "a route that throws",
      "/x/1",
      THING,
      (app) =>
        app.get("/x/:id", async () => {
          throw createError(404);
        }),
    ],
    [
      "a route that says so to Fastify",
      "/x/1",
      THING,
      (app) => app.get("/x/:id", (_request, reply) => reply.callNotFound()),
    ],
    [
      "a route for every path that says so",
      "/y",
      THING,
      (app) => app.get("/*", (_request, reply) => reply.callNotFound()),
    ],
    [
      "a handler of the app's own that writes",
      "/y",
      ROUTE,
      (app) => app.setNotFoundHandler((_request, reply) => reply.code(404).send("no")),
    ],
    [
      "one that throws",
      "/y",
      ROUTE,
      (app) =>
        app.setNotFoundHandler(async () => {
          throw createError(404);
        }),
    ],
    [
      "one that a route asks",
      "/x/1",
      THING,
      (app) => {
        app.setNotFoundHandler((_request, reply) => reply.code(404).send("no"));
        app.get("/x/:id", (_request, reply) => reply.callNotFound());
      },
    ],
  ];
  test.each(rows)("%s: %s is %s", async (_what, path, code, mount) => {
    await serveFastify(kit, mount, (url) => expectCode(url, path, code));
  });
});

describe("hono", () => {
  const part = () => new Hono().get("/x", (c) => c.text("no", 404));
  const rows: readonly Row<Hono>[] = [
    ["nothing at all", "/x", ROUTE, () => {}],
    ["a route that writes", "/x/1", THING, (app) => app.get("/x/:id", (c) => c.text("no", 404))],
    [
      "a route that throws",
      "/x/1",
      THING,
      (app) =>
        app.get("/x/:id", () => {
          throw new HTTPException(404);
        }),
    ],
    ["a route that says so to Hono", "/x/1", THING, (app) => app.get("/x/:id", (c) => c.notFound())],
    ["a route that passes on", "/x/1", THING, (app) => app.get("/x/:id", (_c, next) => next())],
    ["a route of a part", "/part/x", THING, (app) => app.route("/part", part())],
    ["a part without the route", "/part/y", ROUTE, (app) => app.route("/part", part())],
    ["an app's own handler", "/y", ROUTE, (app) => app.notFound((c) => c.text("no", 404))],
    [
      "that handler, asked by a route",
      "/x",
      THING,
      (app) => app.get("/x", (c) => c.notFound()).notFound((c) => c.text("no", 404)),
    ],
    ["middleware for everything", "/y", ROUTE, (app) => app.use("*", async (c, _next) => c.text("no", 404))],
    ["a route for everything", "/y", THING, (app) => app.all("*", (c) => c.text("no", 404))],
    [
      "middleware of a path, or an app that is mounted there",
      "/part/x",
      THING,
      (app) => app.mount("/part", part().fetch),
    ],
  ];
  test.each(rows)("%s: %s is %s", async (_what, path, code, mount) => {
    const app = new Hono();
    onHono(app, createContract(acme, { onError: () => {} }));
    mount(app);
    await expectWebCode(app.request(path), code);
  });

  test("the contract's own middleware does not count as a route", async () => {
    const app = new Hono();
    app.use("/part/*", uhpHono(createContract(acme, { onError: () => {} })));
    await expectWebCode(app.request("/part/x"), ROUTE);
  });
});

describe("h3", () => {
  const rows: readonly Row<H3>[] = [
    ["nothing at all", "/x", ROUTE, () => {}],
    ["a route that writes", "/x/1", THING, (app) => app.get("/x/:id", () => new Response("no", { status: 404 }))],
    [
      "a route that throws",
      "/x/1",
      THING,
      (app) =>
        app.get("/x/:id", () => {
          throw new HTTPError({ status: 404 });
        }),
    ],
    ["a route that says so to h3", "/x/1", THING, (app) => app.get("/x/:id", () => Symbol.for("h3.notFound"))],
    ["a route for everything", "/y", THING, (app) => app.all("/**", () => new Response("no", { status: 404 }))],
    ["middleware", "/y", ROUTE, (app) => app.use(() => new Response("no", { status: 404 }))],
  ];
  test.each(rows)("%s: %s is %s", async (_what, path, code, mount) => {
    const app = new H3({ silent: true });
    onH3(app, createContract(acme, { onError: () => {} }));
    mount(app);
    await expectWebCode(app.request(path), code);
  });
});

async function expectWebCode(response: Response | Promise<Response>, code: string): Promise<void> {
  const { status } = await response;
  const { error } = JSON.parse(await (await response).text());
  expect([status, error.code]).toEqual([404, code]);
}
