import { Readable } from "node:stream";
import type { RequestHandler, Response } from "express";
import type { ExpressApp } from "../support/express.ts";
import { gate } from "../support/gate.ts";
import type { RequestState } from "../support/setup.ts";
import {
  EVENT_FIELDS,
  EVENTS,
  type Failures,
  failureRequests,
  HALVES,
  NODE_STYLES,
  only,
  pathOf,
  requestsFor,
  throwing,
} from "../support/styles.ts";

/** More ways to use Node's response, with Express's own methods. */
const EXPRESS_STYLES: Readonly<Record<string, RequestHandler>> = {
  send: (_request, response) => void response.send("<p>hello</p>"),
  json: (_request, response) => void response.json({ name: "hello", error: { type: "x" } }),
  "a large JSON": (_request, response) => void response.json({ text: "hello ".repeat(10_000) }),
  "send of a buffer": (_request, response) => void response.send(Buffer.from("hello")),
  sendStatus: (_request, response) => void response.sendStatus(202),
  "no content": (_request, response) => void response.status(204).end(),
  redirect: (_request, response) => void response.redirect("/elsewhere"),
  "a cookie": (_request, response) => void response.cookie("a", "1").cookie("b", "2").send("baked"),
  "a stream": (_request, response) => void Readable.from(["one ", "two ", "three"]).pipe(response.type("text")),
};

/** Failures: what is thrown, passed on or sent, and the status of the bare server's response. */
const FAILURES: Failures<RequestHandler> = {
  "a throw": [500, throwing(() => new Error("pg://svc:hunter2@db-1"))],
  "next with an error": [500, (_request, _response, next) => next(new Error("no"))],
  "a status and a throw": [
    404,
    (_request, response) => {
      response.status(404);
      throw new Error("no such product");
    },
  ],
  "a status and next with an error": [
    401,
    (_request, response, next) => {
      response.status(401);
      next(new Error("no token"));
    },
  ],
  "an error with a status": [
    410,
    (_request, _response, next) => next(Object.assign(new Error("gone"), { status: 410 })),
  ],
  "a sent 404": [404, (_request, response) => void response.status(404).send("no such thing")],
  "a sent 503": [503, (_request, response) => void response.status(503).json({ message: "later" })],
  "a bare 403": [403, (_request, response) => void response.sendStatus(403)],
  "writeHead of a 502": [
    502,
    (_request, response) => {
      response.writeHead(502, { "Content-Type": "text/plain" });
      response.end("upstream");
    },
  ],
  "writeHead and a throw": [
    500,
    (_request, response, next) => {
      response.setHeader("X-Before", "1");
      next(new Error("before anything left"));
    },
  ],
};

/** Adds a route for every style. */
export function mountStyles(app: Pick<ExpressApp, "get">): void {
  for (const [name, answer] of Object.entries(NODE_STYLES)) {
    app.get(pathOf(name), (_request, response) => answer(response));
  }
  for (const [name, handler] of Object.entries(EXPRESS_STYLES)) app.get(pathOf(name), handler);
  for (const [name, [, handler]] of Object.entries(FAILURES)) app.get(pathOf(name), handler);
  mountWaiting(app);
}

/** Routes that stop halfway until the client has seen the first half. */
function mountWaiting(app: Pick<ExpressApp, "get">): void {
  const { opened, open } = gate();
  app.get("/resume", (_request, response) => {
    open();
    response.end();
  });
  const waiting = (
    path: string,
    begin: (response: Response) => void,
    finish: (response: Response, next: (e: Error) => void) => void,
  ) =>
    app.get(path, (_request, response, next) => {
      begin(response);
      (response as Response & { flush?: () => void }).flush?.();
      void opened.then(() => finish(response, next));
    });
  waiting(
    "/events",
    (response) => response.writeHead(200, EVENT_FIELDS).write(EVENTS[0]),
    (response) => response.end(EVENTS[1]),
  );
  waiting(
    "/flushed-events",
    (response) => {
      response.set(EVENT_FIELDS).flushHeaders();
      response.write(EVENTS[0]);
    },
    (response) => response.end(EVENTS[1]),
  );
  waiting(
    "/half",
    (response) => response.type("text").write(HALVES[0]),
    (_response, next) => next(new Error("half-way")),
  );
  waiting(
    "/torn",
    (response) => response.type("text").write(HALVES[0]),
    (response) => void response.destroy(),
  );
}

/** Requests for every style, one or two of them to each server. */
export function styleRequests(headers: Readonly<Record<string, string>> = {}): Record<string, RequestState> {
  return {
    ...requestsFor(NODE_STYLES, headers),
    ...requestsFor(EXPRESS_STYLES, headers),
    ...failureRequests(FAILURES, headers),
    "events, each as it is written": [{ path: "/events", resume: "/resume", headers }],
    "events after flushHeaders": [{ path: "/flushed-events", resume: "/resume", headers }],
    "an answer that fails halfway": [{ path: "/half", resume: "/resume", headers }],
    "an answer that is destroyed halfway": [{ path: "/torn", resume: "/resume", reports: 0, headers }],
    "HEAD of a text": [{ method: "HEAD", path: "/send", headers }],
    "HEAD of an end": [{ method: "HEAD", path: "/writeHead-and-end", headers }],
    "HEAD of a failure": [{ method: "HEAD", path: "/a-throw", status: 500, headers }],
    "HTTP/1.0": [{ version: "1.0", path: "/write-and-end", headers }],
    "a cached answer": [
      { path: "/send", headers },
      {
        path: "/send",
        headers: (previous) => ({ ...headers, "If-None-Match": previous?.headers["etag"] ?? "" }),
        status: 304,
      },
    ],
    "an unknown route": [{ path: "/nowhere", status: 404, headers }],
    "a route of another method": [{ method: "DELETE", path: "/json", status: 404, headers }],
    OPTIONS: [{ method: "OPTIONS", path: "/json", headers }],
    "a path that cannot be decoded": [{ path: "/item/%ff", status: 404, headers }],
  };
}

/** Requests of each kind, for libraries that do the same with all responses, or build on a library that gets them all. */
export function fewRequests(headers: Readonly<Record<string, string>> = {}): Record<string, RequestState> {
  return only(styleRequests(headers), [
    "write and end",
    "writeHead and end",
    "a head without a body",
    "json",
    "a stream",
    "a throw",
    "an error with a status",
    "writeHead of a 502",
    "events, each as it is written",
    "an answer that fails halfway",
    "HEAD of a failure",
    "an unknown route",
    "a route of another method",
  ]);
}
