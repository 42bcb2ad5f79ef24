import type { Socket } from "node:net";
import type { FastifyInstance, FastifyReply } from "fastify";
import { describe } from "vitest";
import { SECRETS } from "../support/secrets.ts";
import { type Row, rows, TIMEOUT, UNAVAILABLE, UPSTREAM } from "./expect-answer.ts";
import { besideServer } from "./families/failing.ts";
import { plugin } from "./fastify-app.ts";
import { FASTIFIES, fromFastify } from "./provoke.ts";

const silent = () => {};
const resetting = (socket: Socket) => socket.destroy();
const nonsense = (socket: Socket) => socket.end(`HTTP/1.1 700 ${SECRETS.password}\r\nContent-Length: 0\r\n\r\n`);

/** No server listens at the first port of this machine. */
const CLOSED = "http://127.0.0.1:1";

describe.each(FASTIFIES)("fastify: proxies on %s", (version, framework) => {
  const get = { method: "GET" };

  const relaying = (options: object) => async (app: FastifyInstance) => {
    await app.register(plugin(version, "reply-from"), options);
    app.get("/", (_request, reply) => {
      (reply as FastifyReply & { from(path: string): unknown }).from("/");
    });
  };
  const from = (behave: (socket: Socket) => void, options: object) => () =>
    besideServer(
      (socket) => socket.once("data", () => behave(socket)),
      (port) => fromFastify(framework, relaying({ base: `http://127.0.0.1:${port}`, ...options }), get),
    );
  const unknownHost = (_host: string, _options: object, done: (error: Error) => void) =>
    done(Object.assign(new Error(SECRETS.host), { code: "ENOTFOUND", syscall: "getaddrinfo" }));

  const REPLY_FROM: readonly Row[] = [
    ["a service that does not answer", from(silent, { http: { requestOptions: { timeout: 30 } } }), TIMEOUT],
    ["a service that breaks the connection off", from(resetting, { http: {} }), UPSTREAM],
    [
      "a service that cannot be reached",
      () => fromFastify(framework, relaying({ base: CLOSED, undici: {} }), get),
      UPSTREAM,
    ],
    [
      "a service whose name is not known",
      from(silent, { base: "http://x.invalid", undici: { connect: { lookup: unknownHost } } }),
      UNAVAILABLE,
    ],
  ];
  rows("@fastify/reply-from", REPLY_FROM);
  rows("undici", [
    ["@fastify/reply-from, a service that breaks the connection off", from(resetting, { undici: {} }), UPSTREAM],
  ]);

  const proxying = (upstream: string) => async (app: FastifyInstance) => {
    await app.register(plugin(version, "http-proxy"), { upstream, undici: {} });
  };
  rows("@fastify/reply-from", [
    [
      "@fastify/http-proxy, a service that cannot be reached",
      () => fromFastify(framework, proxying(CLOSED), get),
      UPSTREAM,
    ],
  ]);

  type Breaker = FastifyInstance & { circuitBreaker(): never };
  const breaking = (options: object, answer: () => unknown) => async (app: FastifyInstance) => {
    await app.register(plugin(version, "circuit-breaker"), { threshold: 1, ...options });
    app.after(() => app.get("/", { preHandler: (app as Breaker).circuitBreaker() }, async () => answer()));
  };
  // The plugin measures how long a handler took.
  const pause = () => new Promise((resolve) => setTimeout(() => resolve({}), 30));
  rows("@fastify/circuit-breaker", [
    ["a handler that took too long", () => fromFastify(framework, breaking({ timeout: 1 }, pause), get), TIMEOUT],
    [
      "an open circuit",
      () => fromFastify(framework, breaking({ timeout: 1, onTimeout: () => "{}" }, pause), get, { before: 1 }),
      UNAVAILABLE,
    ],
  ]);

  if (version === "fastify4") return;
  rows("@fastify/reply-from", [["a status that is none", from(nonsense, { http: {} }), UPSTREAM]]);
});
