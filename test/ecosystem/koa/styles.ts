import { PassThrough, Readable } from "node:stream";
import Router from "@koa/router";
import type Koa from "koa";
import type { Context } from "koa";
import { gate } from "../support/gate.ts";
import type { RequestState } from "../support/setup.ts";
import {
  EVENT_FIELDS,
  EVENTS,
  type Failures,
  failureRequests,
  NODE_STYLES,
  pathOf,
  requestsFor,
  ring,
  throwing,
} from "../support/styles.ts";

type Handler = (context: Context) => unknown;

/** Answers with a body, and what else it sets. */
const answering =
  (body: unknown, own: Partial<Pick<Context, "status" | "message" | "type" | "length">> = {}): Handler =>
  (context) =>
    void Object.assign(context, own, { body });

const parts = () => Readable.from(["one ", "two ", "three"]);

/** Koa's own ways to answer. */
const KOA_STYLES: Readonly<Record<string, Handler>> = {
  "a text": answering("hello"),
  "an object": answering({ name: "hello", error: { type: "x" } }),
  "a page": (context) => {
    context.body = "<p>hello</p>";
    context.set("X-Own", "1");
  },
  "a large text": answering("hello ".repeat(10_000)),
  "a buffer": answering(Buffer.from("hello")),
  "a stream": (context) => answering(parts(), { type: "text" })(context),
  "a stream of a known length": (context) => answering(parts(), { length: 13 })(context),
  "an empty text": answering(""),
  "no content": answering(null),
  "a status alone": (context) => {
    context.status = 202;
  },
  "a message of its own": answering("nearly", { status: 203, message: "Nearly" }),
  redirect: (context) => context.redirect("/elsewhere"),
  cookies: (context) => {
    context.cookies.set("a", "1", { httpOnly: true });
    context.cookies.set("b", "2");
    context.body = "baked";
  },
  "not modified": (context) => {
    context.etag = "1";
    context.body = "as before";
    if (context.fresh) context.status = 304;
  },
  "an attachment": (context) => {
    context.attachment("a.txt");
    context.body = "kept";
  },
};

const STATUSES: Readonly<Record<string, number>> = {
  "no content": 204,
  "a status alone": 202,
  "a message of its own": 203,
};

const FAILURES: Failures<Handler> = {
  "a throw": [500, throwing(() => new Error("pg://svc:hunter2@db-1"))],
  "a status and a throw": [
    404,
    (context) => {
      context.status = 404;
      context.throw(404, "no such product");
    },
  ],
  "ctx.throw": [403, (context) => context.throw(403, "not yours", { user: 1 })],
  "ctx.assert": [401, (context) => context.assert(false, 401, "sign in")],
  "an error with a status": [410, throwing(() => Object.assign(new Error("gone"), { status: 410 }))],
  "a sent 404": [404, answering("no such thing", { status: 404 })],
  "a sent 503": [
    503,
    (context) => {
      context.status = 503;
      context.set("Retry-After", "7");
      context.body = { message: "later" };
    },
  ],
  "a bare 403": [
    403,
    (context) => {
      context.status = 403;
    },
  ],
  "writeHead of a 502": [
    502,
    (context) => {
      context.respond = false;
      context.res.writeHead(502, { "Content-Type": "text/plain" });
      context.res.end("upstream");
    },
  ],
  "a body that cannot be serialized": [500, answering(ring())],
  "flushHeaders before a status": [
    404,
    (context) => {
      context.flushHeaders();
      context.body = "late";
    },
  ],
};

/** A router with a route for every style. */
export function styleRouter(): Router {
  const router = new Router();
  for (const [name, answer] of Object.entries(NODE_STYLES)) {
    router.get(pathOf(name), (context) => {
      context.status = 200;
      context.respond = false;
      answer(context.res);
    });
  }
  for (const [name, handler] of Object.entries(KOA_STYLES)) router.get(pathOf(`koa ${name}`), handler);
  for (const [name, [, handler]] of Object.entries(FAILURES)) router.get(pathOf(name), handler);
  mountWaiting(router);
  return router;
}

/** Adds the styles and what answers other methods. */
export function mountStyles(app: Koa): void {
  const router = styleRouter();
  app.use(router.routes()).use(router.allowedMethods());
}

/** A route that stops halfway until the client has seen the first half. */
function mountWaiting(router: Router): void {
  const { opened, open } = gate();
  router.get("/resume", (context) => {
    open();
    context.status = 204;
  });
  router.get("/events", (context) => {
    const stream = new PassThrough();
    context.set(EVENT_FIELDS);
    context.body = stream;
    stream.write(EVENTS[0]);
    void opened.then(() => stream.end(EVENTS[1]));
  });
}

type Fields = Readonly<Record<string, string>>;

/** Requests for every style, one or two of them to each server. */
export function styleRequests(headers: Fields = {}): Record<string, RequestState> {
  const koa = Object.entries(KOA_STYLES).map(([name]): [string, RequestState] => [
    `koa ${name}`,
    [{ path: pathOf(`koa ${name}`), status: STATUSES[name] ?? (name === "redirect" ? 302 : 200), headers }],
  ]);
  return {
    ...requestsFor(NODE_STYLES, headers),
    ...Object.fromEntries(koa),
    ...failureRequests(FAILURES, headers),
    "events, each as it is written": [{ path: "/events", resume: "/resume", headers }],
    "HEAD of a text": [{ method: "HEAD", path: "/koa-a-text", headers }],
    "HEAD of an object": [{ method: "HEAD", path: "/koa-an-object", headers }],
    "HEAD of a stream": [{ method: "HEAD", path: "/koa-a-stream", headers }],
    "HEAD of a failure": [{ method: "HEAD", path: "/a-throw", status: 500, headers }],
    "HTTP/1.0": [{ version: "1.0", path: "/koa-a-stream", headers }],
    "what was not modified": [
      { path: "/koa-not-modified", headers: { ...headers, "If-None-Match": '"1"' }, status: 304 },
    ],
    "an unknown route": [{ path: "/nowhere", status: 404, headers }],
    "a route of another method": [{ method: "DELETE", path: "/koa-a-text", status: 405, headers }],
    "a method that no route has": [{ method: "PURGE", path: "/koa-a-text", status: 501, headers }],
    OPTIONS: [{ method: "OPTIONS", path: "/koa-a-text", headers }],
  };
}
