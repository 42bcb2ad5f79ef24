import { ask, middleware } from "./requests.ts";
import { about, called, closed, cred, file, type Loose, load, type Provocation, serve } from "./tools.ts";

const express = load("express");
const createError = load("http-errors");
const { expressjwt } = load("express-jwt");
const proxy = load("http-proxy");

const JSON_TYPE = { "content-type": "application/json" };

/** The page with which a framework shows an error. */
async function page(path: string, headers: Record<string, string> = {}, body = ""): Promise<unknown> {
  const app = express();
  app.use(express.json());
  app.get("/orders/:id", () => {
    throw new TypeError("Cannot read properties of undefined (reading 'lines')");
  });
  app.get("/config", () => {
    throw new Error(`cannot reach redis://:${cred("simplePassword", 601)}@cache.prod.svc:6379`);
  });
  app.get("/file", (_incoming: unknown, outgoing: Loose) => outgoing.sendFile("invoice.pdf"));
  app.get("/view", (_incoming: unknown, outgoing: Loose) => outgoing.render("order"));
  return ask(await serve(80, app as never), path, headers, body);
}

/** Messages of express and its companions. */
export const provocations: Provocation[] = [
  ...about("express", {
    "page-error": [() => page("/orders/7"), { as: ["stack"] }],
    "page-secret": [() => page("/config"), { as: ["stack"] }],
    "page-missing": () => page("/invoices/7"),
    "page-json": [() => page("/orders", JSON_TYPE, '{"total":}'), { as: ["stack"] }],
    "page-uri": [() => page("/orders/%E0%A4%A"), { as: ["stack"] }],
    "page-file": [() => page("/file"), { as: ["stack"] }],
    "page-view": [() => page("/view"), { as: ["stack"] }],
    "path-syntax": () => express().get("/orders/:", () => {}),
    "path-wildcard": () => express().get("/files/*", () => {}),
    handler: () => express().get("/orders", "x"),
    middleware: () => express().use(),
    status: () => {
      const app = express();
      return called((done) => app.handle({ url: "/", method: "GET", headers: {} }, {}, done));
    },
    engine: () => express().engine("html"),
    "view-missing": [
      () =>
        called((done) => {
          const app = express();
          app.set("views", file("views/x", "x").replace("/x", ""));
          app.set("view engine", "ejs");
          app.render("invoice", done);
        }),
      { as: ["message", "stack"] },
    ],
    "view-engine": () => called((done) => express().render("order", done)),
  }),
  ...about("express-jwt", {
    algorithms: () => expressjwt({ secret: "x" }),
    "no-token": () => middleware(expressjwt({ secret: "x", algorithms: ["HS256"] }), {}, ""),
    scheme: () =>
      middleware(
        expressjwt({ secret: "x", algorithms: ["HS256"] }),
        { authorization: `Token ${cred("hexKey32", 603)}` },
        "",
      ),
    malformed: () =>
      middleware(expressjwt({ secret: "x", algorithms: ["HS256"] }), { authorization: "Bearer a.b" }, ""),
    signature: () =>
      middleware(
        expressjwt({ secret: "x", algorithms: ["HS256"] }),
        { authorization: `Bearer ${cred("jwt", 604)}` },
        "",
      ),
  }),
  ...about("http-errors", {
    "not-found": [
      () => {
        throw createError(404, "no order ord_8123");
      },
      { as: ["message", "stack"] },
    ],
    gone: () => {
      throw createError(410);
    },
    teapot: () => {
      throw new createError["ImATeapot"]();
    },
  }),
  ...about("http-proxy", {
    refused: () =>
      middleware(
        (incoming: unknown, outgoing: unknown, next: Loose) =>
          proxy.createProxyServer({ target: `http://127.0.0.1:${closed(9001)}` }).web(incoming, outgoing, {}, next),
        {},
        "",
      ),
    "unknown-host": () =>
      middleware(
        (incoming: unknown, outgoing: unknown, next: Loose) =>
          proxy.createProxyServer({ target: "http://upstream.web.svc" }).web(incoming, outgoing, {}, next),
        {},
        "",
      ),
  }),
];
