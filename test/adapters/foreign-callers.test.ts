import { once } from "node:events";
import type { AddressInfo } from "node:net";
import websocket from "@fastify/websocket";
import { createContract, type ErrorReport } from "@uhp-errors/core";
import { uhp as uhpExpress } from "@uhp-errors/express";
import { uhp } from "@uhp-errors/fastify";
import { install, uhp as uhpKoa } from "@uhp-errors/koa";
import type { FastifyInstance, FastifyPluginCallback } from "fastify";
import Fastify from "fastify";
// @ts-expect-error: it has no types of its own, and those for it change the types of every Koa app.
import koaWebsocketWithoutTypes from "koa-websocket";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import WebSocket from "ws";
import { listen } from "../conformance/drivers/listen.ts";
import { acme } from "../support/catalog.ts";
import { during } from "../support/drivers.ts";
import { FASTIFY_KITS } from "../support/fastify.ts";
import { send } from "../support/http.ts";
import { KOA_FRAMEWORKS } from "../support/koa.ts";

const BOOM = new Error("boom");

interface SocketContext {
  readonly websocket: WebSocket;
}

const koaWebsocket = koaWebsocketWithoutTypes as unknown as <App>(app: App) => App & {
  readonly ws: { use(middleware: (context: SocketContext) => unknown): unknown };
};

/** What nobody handled. In a service, each would end the process. */
const unhandled: unknown[] = [];
const note = (reason: unknown) => unhandled.push(reason);

beforeEach(() => {
  unhandled.length = 0;
  process.on("unhandledRejection", note);
});

afterEach(() => {
  process.off("unhandledRejection", note);
});

const MODES = [
  ["in force", false],
  ["that only reports", true],
] as const;

describe.each(MODES)("with a contract %s", (_mode, reportOnly) => {
  const contractOf = (reports: ErrorReport[] = []) =>
    createContract(acme, { reportOnly, onError: (report) => reports.push(report) });

  describe.each([
    [
      "after it",
      (app: FastifyInstance, ws: FastifyPluginCallback) => app.register(uhp, { contract: contractOf() }).register(ws),
    ],
    [
      "before it",
      (app: FastifyInstance, ws: FastifyPluginCallback) => app.register(ws).register(uhp, { contract: contractOf() }),
    ],
  ] as const)("@fastify/websocket, registered %s, gets the handler's own error", (_order, register) => {
    test.each<readonly [what: string, handler: () => unknown]>([
      [
        "thrown",
        () => {
          throw BOOM;
        },
      ],
      ["rejected", async () => Promise.reject(BOOM)],
    ])("%s", async (_what, handler) => {
      const errors: unknown[] = [];
      const app = Fastify();
      onTestFinished(() => app.close());
      const plugin: FastifyPluginCallback = Object.assign(
        (scope: FastifyInstance, _options: object, done: () => void) =>
          websocket(
            scope as never,
            {
              errorHandler(error, socket) {
                errors.push(error);
                socket.close(1011);
              },
            },
            done as never,
          ),
        { [Symbol.for("skip-override")]: true },
      );
      await register(app, plugin);
      app.get("/socket", { websocket: true } as object, handler);
      const url = await app.listen({ host: "127.0.0.1", port: 0 });
      const [code] = (await once(new WebSocket(`${url.replace("http", "ws")}/socket`), "close")) as [number];
      expect([code, errors, unhandled]).toEqual([1011, [BOOM], []]);
    });
  });

  describe.each(FASTIFY_KITS)("on %s, a plugin that calls a handler by itself", (_name, { Fastify: make }) => {
    const throwing = new Proxy(
      {},
      {
        get: () => {
          throw new Error("hostile");
        },
      },
    );
    test.each<readonly [what: string, args: readonly unknown[], isLikeReply: boolean]>([
      ["without arguments", [], false],
      ["with nothing", [undefined, null], false],
      ["with a socket and a request", [{}, { raw: {}, server: {} }], false],
      ["with what throws", [throwing, throwing], false],
      ["with half a reply", [{}, { raw: {}, request: {} }], true],
      ["with more", [1, 2, 3], false],
    ])("%s gets what it returns and throws", async (_what, args, isLikeReply) => {
      const app = make();
      onTestFinished(() => app.close());
      await app.register(uhp, { contract: contractOf() });
      const handlers: ((...given: readonly unknown[]) => unknown)[] = [];
      app.addHook("onRoute", ({ handler, method }) => {
        if (method === "GET") handlers.push(handler as never);
      });
      // biome-ignore lint/suspicious/noThenProperty: a query builder has one too.
      const thenable = { then: () => expect.unreachable("the thenable was asked") };
      const got: unknown[] = [];
      const rejected = Promise.reject(BOOM);
      const plain: readonly ((this: unknown, ...given: readonly unknown[]) => unknown)[] = [
        function (...given) {
          got.push(this, ...given);
          return 5;
        },
        () => thenable,
        () => rejected,
        () => {
          throw BOOM;
        },
      ];
      for (const [index, handler] of plain.entries()) {
        app.route({ method: "GET", url: `/${index}`, handler: handler as never, exposeHeadRoute: false } as never);
      }
      const receiver = {};
      const call = (index: number) => Reflect.apply(handlers[index] as never, receiver, args as never) as unknown;
      expect(call(0)).toBe(5);
      expect(got[0]).toBe(receiver);
      expect(got.length).toBe(args.length + 1);
      for (const [index, arg] of args.entries()) expect(got[index + 1] === arg).toBe(true);
      // Fastify gets a promise in place of a thenable, because it asks one twice.
      if (!isLikeReply) expect(call(1)).toBe(thenable);
      expect(call(2)).toBe(rejected);
      expect(() => call(3)).toThrow(BOOM);
      await expect(rejected).rejects.toBe(BOOM);
      expect(unhandled).toEqual([]);
    });

    test("that only looks like a stream", async () => {
      const app = make();
      onTestFinished(() => app.close());
      await app.register(uhp, { contract: contractOf() });
      app.get("/x", (_request, reply) => reply.send({ pipe: "3/4 in", getReader: 1 }));
      const { statusCode, body } = await app.inject("/x");
      expect([statusCode, JSON.parse(body)]).toEqual([200, { pipe: "3/4 in", getReader: 1 }]);
    });
  });

  test.each(KOA_FRAMEWORKS)("on %s, a body that only looks like a stream leaves as JSON", async (_name, Koa) => {
    const reports: ErrorReport[] = [];
    const app = new Koa();
    install(app, contractOf(reports));
    app.use((context) => {
      context.body = { pipe() {}, size: 3 };
    });
    await during(await listen(app.callback()), async (url) => {
      const { status, body } = await send(url, {});
      expect([status, body, reports, unhandled]).toEqual([200, '{"size":3}', [], []]);
    });
  });

  test.each(KOA_FRAMEWORKS)("on %s, an error in middleware of koa-websocket is reported", async (_name, Koa) => {
    const reports: ErrorReport[] = [];
    const app = koaWebsocket(new Koa());
    const contract = contractOf(reports);
    install(app, contract);
    app.ws.use(uhpKoa(contract) as never);
    app.ws.use((context) => {
      context.websocket.send("open");
      throw BOOM;
    });
    const server = app.listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await once(server, "listening");
    const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const [message] = (await once(client, "message")) as [Buffer];
    expect(String(message)).toBe("open");
    // The server handles the error before it reads this.
    client.close(1000);
    const [code] = (await once(client, "close")) as [number];
    expect([code, reports.map(({ thrown, transport, level }) => [thrown, transport, level]), unhandled]).toEqual([
      1000,
      [[BOOM, "websocket", "error"]],
      [],
    ]);
  });

  test("uhp of Express passes on a request with a stand-in for a response", async () => {
    const reports: ErrorReport[] = [];
    const headers: Record<string, string> = {};
    const standIn = {
      setHeader: (name: string, value: string) => {
        headers[name] = value;
      },
      getHeader: (name: string) => headers[name],
      writeHead: () => {},
      write: () => {},
      end: () => {},
    };
    const request = { method: "GET", url: "/socket.io/", headers: {}, rawHeaders: [], httpVersionMajor: 1 };
    const passed: unknown[] = [];
    uhpExpress(contractOf(reports))(request as never, standIn as never, (...args) => passed.push(args));
    standIn.writeHead();
    standIn.end();
    expect([passed, reports]).toEqual([[[]], []]);
  });
});
