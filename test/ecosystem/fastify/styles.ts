import { PassThrough, Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { gate } from "../support/gate.ts";
import type { Difference, RequestState } from "../support/setup.ts";
import {
  EVENT_FIELDS,
  EVENTS,
  type Failures,
  failingAtOnce,
  failureRequests,
  HALVES,
  NODE_STYLES,
  STYLE_DIFFERENCES as OF_STYLES,
  only,
  pathOf,
  requestsFor,
  ring,
  throwing,
} from "../support/styles.ts";

type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown;

/** Fastify's own ways to answer. */
const FASTIFY_STYLES: Readonly<Record<string, Handler>> = {
  "an object": () => ({ name: "hello", error: { type: "x" } }),
  "an awaited object": async () => ({ name: "hello" }),
  "a text": async () => "hello",
  "a large text": (_request, reply) => reply.send("hello ".repeat(10_000)),
  "a buffer": (_request, reply) => reply.send(Buffer.from("hello")),
  "a page": (_request, reply) => reply.header("X-Own", "1").type("text/html").send("<p>hello</p>"),
  "a stream": (_request, reply) => reply.type("text/plain").send(Readable.from(["one ", "two ", "three"])),
  "a web stream": (_request, reply) => reply.type("text/plain").send(new Response("from the web").body),
  "a web response": (_request, reply) => reply.send(new Response("responded", { headers: { "X-Own": "1" } })),
  "no content": (_request, reply) => reply.code(204).send(),
  "a status": (_request, reply) => reply.code(202).send({ taken: true }),
  redirect: (_request, reply) => reply.redirect("/elsewhere"),
  "a serializer": (_request, reply) => reply.serializer(() => "serialized").send({ any: 1 }),
  "cookies in lines": (_request, reply) => reply.header("Set-Cookie", "a=1").header("Set-Cookie", "b=2").send("baked"),
  "a trailer": (_request, reply) => {
    reply.trailer("X-Sum", async () => "6");
    return reply.send("summed");
  },
  "a null": async () => null,
};

const STATUSES: Readonly<Record<string, number>> = { "no content": 204, "a status": 202, redirect: 302 };

const FAILURES: Failures<Handler> = {
  "a throw": [500, throwing(() => new Error("pg://svc:hunter2@db-1"))],
  "a rejection": [500, () => Promise.reject(new Error("no"))],
  "a status and a throw": [
    404,
    async (_request, reply) => {
      reply.code(404);
      throw new Error("no such product");
    },
  ],
  "a status and a sent error": [401, (_request, reply) => reply.code(401).send(new Error("no token"))],
  "an error with a status": [410, throwing(() => Object.assign(new Error("gone"), { statusCode: 410 }))],
  "a sent 404": [404, (_request, reply) => reply.code(404).send("no such thing")],
  "a sent 503": [503, (_request, reply) => reply.code(503).header("Retry-After", "7").send({ message: "later" })],
  callNotFound: [404, (_request, reply) => reply.callNotFound()],
  "writeHead of a 502": [
    502,
    (_request, reply) => {
      reply.hijack();
      reply.raw.writeHead(502, { "Content-Type": "text/plain" });
      reply.raw.end("upstream");
    },
  ],
  "a body that cannot be serialized": [500, ring],
  "a stream that fails at once": [500, (_request, reply) => reply.send(failingAtOnce())],
};

/** Adds a route for every style. */
export function mountStyles(app: FastifyInstance): void {
  for (const [name, answer] of Object.entries(NODE_STYLES)) {
    app.get(pathOf(name), (_request, reply) => {
      reply.hijack();
      answer(reply.raw);
    });
  }
  for (const [name, handler] of Object.entries(FASTIFY_STYLES)) app.get(pathOf(`fastify ${name}`), handler);
  for (const [name, [, handler]] of Object.entries(FAILURES)) app.get(pathOf(name), handler);
  mountWaiting(app);
}

/** Routes that stop halfway until the client has seen the first half. */
function mountWaiting(app: FastifyInstance): void {
  const { opened, open } = gate();
  app.get("/resume", (_request, reply) => {
    open();
    return reply.send();
  });
  app.get("/events", (_request, reply) => {
    const stream = new PassThrough();
    stream.write(EVENTS[0]);
    void opened.then(() => stream.end(EVENTS[1]));
    return reply.headers(EVENT_FIELDS).send(stream);
  });
  app.get("/raw-events", (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, EVENT_FIELDS);
    reply.raw.write(EVENTS[0]);
    void opened.then(() => reply.raw.end(EVENTS[1]));
  });
  app.get("/half", (_request, reply) => {
    const stream = new PassThrough();
    stream.write(HALVES[0]);
    void opened.then(() => stream.destroy(new Error("half-way")));
    return reply.type("text/plain").send(stream);
  });
}

type Fields = Readonly<Record<string, string>>;

/** Requests for every style, one or two of them to each server. */
export function styleRequests(headers: Fields = {}): Record<string, RequestState> {
  const fastify = Object.keys(FASTIFY_STYLES).map((name): [string, RequestState] => [
    `fastify ${name}`,
    [{ path: pathOf(`fastify ${name}`), status: STATUSES[name] ?? 200, headers }],
  ]);
  return {
    ...requestsFor(NODE_STYLES, headers),
    ...Object.fromEntries(fastify),
    ...failureRequests(FAILURES, headers),
    "events, each as it is written": [{ path: "/events", resume: "/resume", headers }],
    "events past Fastify": [{ path: "/raw-events", resume: "/resume", headers }],
    "an answer that fails halfway": [{ path: "/half", resume: "/resume", headers }],
    "HEAD of a text": [{ method: "HEAD", path: "/fastify-a-text", headers }],
    "HEAD of a stream": [{ method: "HEAD", path: "/fastify-a-stream", headers }],
    "HEAD of a failure": [{ method: "HEAD", path: "/a-throw", status: 500, headers }],
    "HTTP/1.0": [{ version: "1.0", path: "/fastify-a-text", headers }],
    "an unknown route": [{ path: "/nowhere", status: 404, headers }],
    "a route of another method": [{ method: "DELETE", path: "/fastify-a-text", status: 404, headers }],
    OPTIONS: [{ method: "OPTIONS", path: "/fastify-a-text", status: 404, headers }],
    "a path that cannot be decoded": [{ path: "/%ff", status: 400, headers }],
  };
}

/** Requests of each kind, for libraries that do the same with all responses. */
export function fewRequests(headers: Fields = {}): Record<string, RequestState> {
  return only(styleRequests(headers), [
    "writeHead and end",
    "fastify an object",
    "fastify a stream",
    "a throw",
    "an error with a status",
    "writeHead of a 502",
    "an answer that fails halfway",
    "a route of another method",
    "OPTIONS",
  ]);
}

/** What the contract changes on purpose in the styles, with any plugin. */
export const STYLE_DIFFERENCES: Readonly<Record<string, Difference>> = {
  ...OF_STYLES,
  OPTIONS: OF_STYLES["a route of another method"],
};
