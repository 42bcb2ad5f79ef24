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
  HALVES,
  NODE_STYLES,
  pathOf,
  requestsFor,
} from "../support/styles.ts";

type Handler = (context: Context) => unknown;

/** Koa's own ways to answer. */
const KOA_STYLES: Readonly<Record<string, Handler>> = {
  "a text": (context) => {
    context.body = "hello";
  },
  "an object": (context) => {
    context.body = { name: "hello", error: { type: "x" } };
  },
  "a page": (context) => {
    context.body = "<p>hello</p>";
    context.set("X-Own", "1");
  },
  "a large text": (context) => {
    context.body = "hello ".repeat(10_000);
  },
  "a buffer": (context) => {
    context.body = Buffer.from("hello");
  },
  "a stream": (context) => {
    context.type = "text";
    context.body = Readable.from(["one ", "two ", "three"]);
  },
  "a stream of a known length": (context) => {
    context.length = 13;
    context.body = Readable.from(["one ", "two ", "three"]);
  },
  "an empty text": (context) => {
    context.body = "";
  },
  "no content": (context) => {
    context.body = null;
  },
  "a status alone": (context) => {
    context.status = 202;
  },
  "a message of its own": (context) => {
    context.status = 203;
    context.message = "Nearly";
    context.body = "nearly";
  },
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
  "a throw": [
    500,
    () => {
      throw new Error("pg://svc:hunter2@db-1");
    },
  ],
  "a status and a throw": [
    404,
    (context) => {
      context.status = 404;
      context.throw(404, "no such product");
    },
  ],
  "ctx.throw": [403, (context) => context.throw(403, "not yours", { user: 1 })],
  "ctx.assert": [401, (context) => context.assert(false, 401, "sign in")],
  "an error with a status": [
    410,
    () => {
      throw Object.assign(new Error("gone"), { status: 410 });
    },
  ],
  "a sent 404": [
    404,
    (context) => {
      context.status = 404;
      context.body = "no such thing";
    },
  ],
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
  "a body that cannot be serialized": [
    500,
    (context) => {
      const ring: Record<string, unknown> = {};
      ring["ring"] = ring;
      context.body = ring;
    },
  ],
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

/** Routes that stop halfway until the client has seen the first half. */
function mountWaiting(router: Router): void {
  const { opened, open } = gate();
  router.get("/resume", (context) => {
    open();
    context.status = 204;
  });
  const waiting = (
    path: string,
    halves: readonly [string, string],
    finish: (stream: PassThrough) => void,
    fields: Record<string, string>,
  ) =>
    router.get(path, (context) => {
      const stream = new PassThrough();
      context.set(fields);
      context.body = stream;
      stream.write(halves[0]);
      void opened.then(() => finish(stream));
    });
  waiting("/events", EVENTS, (stream) => stream.end(EVENTS[1]), EVENT_FIELDS);
  waiting("/half", HALVES, (stream) => stream.destroy(new Error("half-way")), { "Content-Type": "text/plain" });
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
