import { Readable } from "node:stream";
import { createContract, type ErrorReport } from "@uhp-errors/core";
import { describe, expect, test } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { acme } from "../support/catalog.ts";
import { undated } from "../support/comparable.ts";
import { serve } from "../support/drivers.ts";
import { expectEnvelope } from "../support/envelope.ts";
import { handlersInTurn } from "../support/handlers-in-turn.ts";
import { type Received, type Sent, send, sendBytes } from "../support/http.ts";
import { provesOn } from "../support/proves.ts";
import { withResolvers } from "../support/with-resolvers.ts";
import type { Handler } from "./drivers/driver.ts";
import { DRIVERS, NODE_DRIVERS } from "./drivers/index.ts";

const ADDED = ["uhp-version", "x-request-id"];

/** Responses that the contract must not touch, each written in the framework's own way or in Node's. */
const SUCCESSES: Readonly<Record<string, Handler>> = {
  json: ({ reply }) => reply(200, { a: 1 }),
  "error field": ({ reply }) => reply(200, { error: { type: "x" }, id: 1 }),
  text: ({ reply }) => reply(200, "hello", { "Content-Type": "text/plain" }),
  buffer: ({ reply }) => reply(200, Buffer.from('{"error": 1}'), { "Content-Type": "application/json" }),
  large: ({ reply }) => reply(200, { a: "x".repeat(300_000) }),
  created: ({ reply }) => reply(201, { id: 1 }, { Location: "/case/1" }),
  redirect: ({ reply }) => reply(302, "elsewhere", { Location: "/", "Content-Type": "text/plain" }),
  stream: ({ reply }) => reply(200, Readable.from(["a", "b", "c"]), { "Content-Type": "text/plain" }),
  "event stream": ({ reply }) => reply(200, Readable.from(["data: 1\n\n"]), { "Content-Type": "text/event-stream" }),
  "not modified": ({ reply }) => reply(304, undefined, { ETag: '"v1"' }),
  "no content": ({ reply }) => reply(204),
  range: ({ reply }) => reply(206, "hello", { "Content-Range": "bytes 0-4/14", "Content-Type": "text/plain" }),
};

/** The same, written by Node's own methods. */
const WRITTEN_TO_NODE: Readonly<Record<string, Handler>> = {
  "node, at once": ({ response }) => {
    response.writeHead(201, "Made", { "Content-Type": "application/json", "X-Own": "1" });
    response.end('{"a":1}');
  },
  "node, in parts": ({ response }) => {
    response.writeHead(200, { "Content-Type": "application/json" });
    response.write('{"error":{"type"');
    response.write(':"x"},"id":1}');
    response.end();
  },
  "node, implicit head": ({ response }) => {
    response.statusCode = 200;
    response.end("hello");
  },
};

describe.each(DRIVERS)("$name", (driver) => {
  const proven = provesOn(driver.name);

  const reports: ErrorReport[] = [];
  const bare = handlersInTurn(driver, undefined);
  const covered = handlersInTurn(driver, createContract(acme, { onError: (report) => reports.push(report) }));

  /** The responses of the bare framework and of the same app under a contract. */
  async function bothWays(handler: Handler, sent: Sent): Promise<[before: Received, after: Received]> {
    const before = await send(await bare(handler), sent);
    const after = await send(await covered(handler), sent);
    // A client may close the connection before the framework knows that the response is complete.
    expect(reports.splice(0).filter(({ outcome }) => outcome !== "aborted")).toEqual([]);
    return [before, after];
  }

  function expectUnchanged([before, after]: [Received, Received]): void {
    expect(undated(after, ADDED)).toEqual(undated(before));
    expect(after.status).toBeLessThan(400);
    expect(after.headers["uhp-version"]).toBe("2026-10-04");
    expect(after.headers["x-request-id"]).toBeDefined();
  }

  const successes = { ...SUCCESSES, ...(driver.hasNodeResponse ? WRITTEN_TO_NODE : {}) };
  for (const [what, handler] of Object.entries(successes)) {
    for (const method of ["GET", "HEAD"]) {
      proven(["VER-2"], `${method} of ${what} gains two headers and keeps every byte`, async () =>
        expectUnchanged(await bothWays(handler, { method, path: "/case" })),
      );
    }
  }

  const fixtures: readonly (readonly [what: string, sent: Sent])[] = [
    ["a static file", { path: "/static/hello.txt" }],
    ["a range of a static file", { path: "/static/hello.txt", headers: { Range: "bytes=0-4" } }],
    ["a compressed answer", { path: "/compressed/200", headers: { "Accept-Encoding": "gzip" } }],
    ["a parsed body", { method: "POST", path: "/json", headers: { "Content-Type": "application/json" }, body: "{}" }],
    ["a parameter in the path", { path: "/methods/1" }],
  ];
  for (const [what, sent] of fixtures) {
    proven(["VER-2"], `${what} gains two headers and keeps every byte`, async () =>
      expectUnchanged(await bothWays(() => {}, sent)),
    );
  }

  test("a static file is not sent again to a client that has it", async () => {
    const { headers } = await send(await bare(() => {}), { path: "/static/hello.txt" });
    const conditions = {
      "If-None-Match": headers["etag"] ?? '"none"',
      "If-Modified-Since": headers["last-modified"] ?? "",
    };
    expectUnchanged(await bothWays(() => {}, { path: "/static/hello.txt", headers: conditions }));
  });

  test("a stream is sent as it is written", async () => {
    const { promise: arrived, resolve: resume } = withResolvers<void>();
    async function* events() {
      yield "data: 1\n\n";
      await arrived;
      yield "data: 2\n\n";
    }
    const handler: Handler = ({ reply }) =>
      reply(200, Readable.from(events()), { "Content-Type": "text/event-stream" });
    await serve(driver, handler, async (url) => {
      const reader = (await fetch(`${url}/case`)).body?.getReader();
      const first = await reader?.read();
      // The second event is written only now, so the first one was not held back.
      resume();
      const second = await reader?.read();
      const decoder = new TextDecoder();
      expect([decoder.decode(first?.value), decoder.decode(second?.value)]).toEqual(["data: 1\n\n", "data: 2\n\n"]);
    });
  });

  test("a WebSocket is opened and speaks", async () => {
    await serve(driver, undefined, async (url, reports, server) => {
      const sockets = new WebSocketServer({ server });
      sockets.on("connection", (socket) => {
        socket.on("message", (data) => socket.send(`you said ${data}`));
      });
      const client = new WebSocket(url.replace("http", "ws"));
      const said = new Promise((resolve, reject) => {
        client.on("message", (data) => resolve(String(data)));
        client.on("error", reject);
      });
      client.on("open", () => client.send("hello"));
      expect(await said).toBe("you said hello");
      client.terminate();
      sockets.close();
      expect(reports).toEqual([]);
    });
  });

  describe("HEAD", () => {
    const wrongs: Readonly<Record<string, Sent>> = {
      "an unknown route": { path: "/nowhere" },
      "a bare answer": { path: "/bare/503" },
      "a handler that throws": { path: "/case" },
    };
    const handler: Handler = () => {
      throw new Error("thrown");
    };
    for (const [what, sent] of Object.entries(wrongs)) {
      proven(["ENV-1", "VER-2"], `of ${what} has the headers of GET and no body`, async () => {
        await serve(driver, handler, async (url) => {
          const headers = { "x-request-id": "one" };
          const get = await send(url, { ...sent, headers });
          const head = await send(url, { ...sent, headers, method: "HEAD" });
          expectEnvelope(get);
          expect(head.body).toBe("");
          const [{ fields: ofGet }, { fields: ofHead }] = [undated(get, ADDED), undated(head, ADDED)];
          expect([head.status, ofHead.sort()]).toEqual([get.status, ofGet.sort()]);
        });
      });
    }
  });
});

describe.each(NODE_DRIVERS)("$name, by Node's own response", (driver) => {
  test("an informational response comes before the real one", async () => {
    const handler: Handler = ({ response }) => {
      response.writeEarlyHints({ link: "</style.css>; rel=preload" });
      response.statusCode = 200;
      response.end("ok");
    };
    await serve(driver, handler, async (url) => {
      const message = await sendBytes(url, "GET /case HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
      expect(message).toMatch(/^HTTP\/1\.1 103 Early Hints\r\nLink: /);
      expect(message).toMatch(/\r\n\r\nHTTP\/1\.1 200 OK\r\n[\s\S]*ok$/);
    });
  });
});
