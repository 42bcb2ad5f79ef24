import {
  type ClientHttp2Session,
  connect,
  constants,
  createServer,
  type Http2ServerResponse,
  type OutgoingHttpHeaders,
} from "node:http2";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { type ContractOptions, createContract, type ErrorReport } from "@uhp-errors/core";
import type { AdapterContract } from "@uhp-errors/core/adapter";
import { uhp as fastifyUhp } from "@uhp-errors/fastify";
import { uhp as uhpOfKoa } from "@uhp-errors/koa";
import { attach, intercept } from "@uhp-errors/node";
import type { FastifyInstance, FastifyReply } from "fastify";
import Koa from "koa";
import { describe, expect, onTestFinished, test } from "vitest";
import { createAdapterContract } from "../support/adapter-contract.ts";
import { acme } from "../support/catalog.ts";
import { expectEnvelope } from "../support/envelope.ts";
import { eventually } from "../support/eventually.ts";
import { FASTIFY_KITS } from "../support/fastify.ts";
import { sendBytes } from "../support/http.ts";
import { LEAKY_TEXT, SECRETS } from "../support/secrets.ts";
import { withResolvers } from "../support/with-resolvers.ts";

/** Node has this method, but its types lack it. */
type Response = Http2ServerResponse & { setTrailer(name: string, value: string): void };

type Handler = (response: Response) => unknown;

/** Starts a server whose `/case` runs a handler, and returns its address. */
type Start = (contract: AdapterContract, handler: Handler) => Promise<string>;

async function listening(server: ReturnType<typeof createServer>): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const SERVERS: Readonly<Record<string, Start>> = {
  async node(contract, handler) {
    const server = createServer(async (request, response) => {
      const responder = intercept(contract, request as never, response as never);
      try {
        await handler(response as unknown as Response);
      } catch (thrown) {
        responder?.sendError(thrown);
      }
    });
    attach(server, contract);
    return listening(server);
  },
  async koa(contract, handler) {
    const app = new Koa();
    app.use(uhpOfKoa(contract));
    app.use((context) => {
      context.respond = false;
      return handler(context.res as unknown as Response);
    });
    const server = createServer(app.callback() as never);
    attach(server, contract);
    return listening(server);
  },
  ...Object.fromEntries(
    FASTIFY_KITS.map(([name, kit]) => [
      name,
      async (contract: AdapterContract, handler: Handler) => {
        const app = kit.Fastify({ http2: true }) as unknown as FastifyInstance;
        await app.register(fastifyUhp, { contract });
        app.get("/case", async (_request, reply) => {
          reply.hijack();
          await handler(reply.raw as unknown as Response);
        });
        onTestFinished(() => app.close());
        return app.listen({ host: "127.0.0.1", port: 0 });
      },
    ]),
  ),
};

function fail(): never {
  throw new Error(LEAKY_TEXT);
}

interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly trailers: Readonly<Record<string, unknown>>;
  readonly code: number | undefined;
}

async function ask(session: ClientHttp2Session, fields: OutgoingHttpHeaders = { ":path": "/case" }): Promise<Received> {
  const stream = session.request(fields);
  const chunks: Buffer[] = [];
  let headers: Record<string, string> = {};
  let trailers: Record<string, unknown> = {};
  stream.on("response", (got) => {
    headers = { ...got } as never;
  });
  stream.on("trailers", (got) => {
    trailers = { ...got };
  });
  stream.on("data", (chunk: Buffer) => chunks.push(chunk));
  stream.on("error", () => {});
  stream.end();
  await new Promise((closed) => stream.on("close", closed));
  const body = Buffer.concat(chunks).toString();
  return { status: Number(headers[":status"]), headers, body, trailers, code: stream.rstCode };
}

async function serve(start: Start, handler: Handler, options: ContractOptions = {}) {
  const reports: ErrorReport[] = [];
  const contract = createAdapterContract(acme, { onError: (report) => reports.push(report), ...options });
  const url = await start(contract, handler);
  const session = connect(url);
  onTestFinished(() => session.close());
  return { url, session, reports };
}

describe.each(Object.entries(SERVERS))("HEAD over HTTP/2 on %s", (_name, start) => {
  const head = { ":method": "HEAD", ":path": "/case" };

  test.each([false, true])("gets the success of a handler that takes its time; reportOnly: %s", async (reportOnly) => {
    const handler: Handler = async (response) => {
      await new Promise((resolve) => setImmediate(resolve));
      response.writeHead(200).end();
    };
    const { session, reports } = await serve(start, handler, { reportOnly });
    expect((await ask(session, head)).status).toBe(200);
    expect(reports).toEqual([]);
  });

  test("gets what a slow handler throws, with one report", async () => {
    const { session, reports } = await serve(start, async () => {
      await new Promise((resolve) => setImmediate(resolve));
      fail();
    });
    expect((await ask(session, head)).status).toBe(500);
    expect(reports).toMatchObject([
      { outcome: "answered", code: "acme_internal_error", thrown: { message: LEAKY_TEXT } },
    ]);
  });
});

/** Errors with trailers, in each order that Node accepts. */
const WITH_TRAILERS: Readonly<Record<string, Handler>> = {
  "set before the head": (response) => {
    response.setTrailer("grpc-message", SECRETS.host);
    response.writeHead(500).end("x");
  },
  "set before a status": (response) => {
    response.addTrailers({ "grpc-message": SECRETS.host });
    response.statusCode = 500;
    response.end("x");
  },
  "added after the body's first piece": (response) => {
    response.writeHead(500);
    response.write("x");
    response.addTrailers({ "grpc-message": SECRETS.host });
    response.end();
  },
  "sent by a listener of the service's own": (response) => {
    response.stream.removeAllListeners("wantTrailers");
    response.stream.on("wantTrailers", () => response.stream.sendTrailers({ "grpc-message": SECRETS.host }));
    response.writeHead(500).end("x");
  },
  "set before a throw": (response) => {
    response.setTrailer("grpc-message", SECRETS.host);
    throw new Error(LEAKY_TEXT);
  },
  "set after the answer": (response) => {
    response.statusCode = 500;
    response.end("x");
    response.setTrailer("grpc-message", SECRETS.host);
  },
};

describe.each(Object.entries(SERVERS))("over HTTP/2, %s", (_name, start) => {
  test.each(Object.entries(WITH_TRAILERS))("an error is sent without trailers: %s", async (_when, handler) => {
    const { session } = await serve(start, handler);
    const received = await ask(session);
    expect(expectEnvelope(received).code).toBe("acme_internal_error");
    expect([Object.keys(received.trailers), received.code]).toEqual([[], constants.NGHTTP2_NO_ERROR]);
  });

  test("a success keeps its trailers", async () => {
    const { session } = await serve(start, (response) => {
      response.addTrailers({ "grpc-status": "0" });
      response.writeHead(200).end("ok");
    });
    expect(await ask(session)).toMatchObject({ status: 200, body: "ok", trailers: { "grpc-status": "0" } });
  });

  test.each<[what: string, Handler]>([
    [
      "in the same turn",
      (response) => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.write("data: half of it");
        throw new Error(LEAKY_TEXT);
      },
    ],
    [
      "after a large piece",
      (response) => {
        response.statusCode = 200;
        response.write("x".repeat(60_000));
        response.write("data: half of it");
        throw new Error(LEAKY_TEXT);
      },
    ],
  ])("what was sent before a throw arrives, and the stream breaks: %s", async (_when, handler) => {
    const { session, reports } = await serve(start, handler);
    const received = await ask(session);
    expect(received.body).toMatch(/data: half of it$/);
    expect([received.status, received.code]).toEqual([200, constants.NGHTTP2_INTERNAL_ERROR]);
    expect(reports).toMatchObject([{ outcome: "cut" }]);
  });

  test.each<[what: string, fail: (response: Http2ServerResponse) => void]>([
    ["thrown", fail],
    ["written", (response) => void response.writeHead(503).end(LEAKY_TEXT)],
  ])("an error for a client that left is reported as aborted: %s", async (_how, end) => {
    const arrived = withResolvers<void>();
    const { session, reports } = await serve(start, async (response) => {
      const left = new Promise((resolve) => response.stream.once("close", resolve));
      arrived.resolve();
      await left;
      end(response);
    });
    const stream = session.request({ ":path": "/case" });
    stream.on("error", () => {});
    await arrived.promise;
    stream.close(constants.NGHTTP2_CANCEL);
    await eventually(() => expect(reports).not.toEqual([]));
    expect(reports).toMatchObject([{ outcome: "aborted", level: "debug" }]);
  });
});

describe.each(FASTIFY_KITS)("%s", (_name, kit) => {
  test.each<[what: string, answer: (reply: FastifyReply) => unknown]>([
    [
      "thrown",
      () => {
        throw new Error(LEAKY_TEXT);
      },
    ],
    ["sent", (reply) => reply.code(500).send("x")],
    ["returned as a stream", (reply) => reply.code(500).send(Readable.from(["x"]))],
  ])("no error carries the reply's trailers over HTTP/1 or HTTP/2: %s", async (_what, answer) => {
    for (const http2 of [false, true]) {
      const app = kit.Fastify({ http2 } as object);
      await app.register(fastifyUhp, { contract: createContract(acme, { onError: () => {} }) });
      app.get("/case", (_request, reply) => {
        reply.trailer("grpc-message", async () => SECRETS.host);
        return answer(reply);
      });
      onTestFinished(() => app.close());
      const url = await app.listen({ host: "127.0.0.1", port: 0 });
      if (!http2) {
        const bytes = await sendBytes(
          url,
          "GET /case HTTP/1.1\r\nHost: x\r\nTE: trailers\r\nConnection: close\r\n\r\n",
        );
        expect(bytes).toMatch(/"detail":\{[^}]*\}\}\}$/);
        expect(bytes).not.toMatch(/trailer|grpc|transfer-encoding/i);
        continue;
      }
      const session = connect(url);
      onTestFinished(() => session.close());
      const received = await ask(session, { ":path": "/case", te: "trailers" });
      expect(expectEnvelope(received).code).toBe("acme_internal_error");
      expect([Object.keys(received.trailers), received.headers["trailer"]]).toEqual([[], undefined]);
    }
  });
});
