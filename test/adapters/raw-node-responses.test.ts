import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { connect, createServer as createHttp2Server } from "node:http2";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { serve as serveHono } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type Contract, createContract, type ErrorReport } from "@uhp-errors/core";
import { install as installH3 } from "@uhp-errors/h3";
import { install as installHono, uhp as uhpHono } from "@uhp-errors/hono";
import { uhp as uhpWeb } from "@uhp-errors/web";
import { fromNodeHandler, H3, serve as serveH3 } from "h3";
import { Hono } from "hono";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { acme } from "../support/catalog.ts";
import { eventually } from "../support/eventually.ts";
import { sendBytes } from "../support/http.ts";
import { withResolvers } from "../support/with-resolvers.ts";

type Write = (response: ServerResponse) => unknown;

interface RunningServer {
  address(): unknown;
  close(): unknown;
  closeAllConnections?(): void;
}

/** Each serves one handler that writes to Node's own response. */
type Serve = (contract: Contract, write: Write) => Promise<RunningServer>;

const listening = async (server: RunningServer & { readonly listening?: boolean }) => {
  if (server.listening !== true) await once(server as never, "listening");
  return server;
};

interface NodeBindings {
  readonly outgoing: ServerResponse;
}

const hono =
  (mount: (app: Hono<{ Bindings: NodeBindings }>, contract: Contract) => unknown, options = {}): Serve =>
  (contract, write) => {
    const app = new Hono<{ Bindings: NodeBindings }>();
    mount(app, contract);
    app.get("/", async (c) => {
      await write(c.env.outgoing);
      return RESPONSE_ALREADY_SENT;
    });
    return listening(
      serveHono({ fetch: app.fetch, port: 0, hostname: "127.0.0.1", overrideGlobalObjects: false, ...options }),
    );
  };

const h3 =
  (route: (app: H3, write: Write) => unknown): Serve =>
  async (contract, write) => {
    const app = new H3({ silent: true });
    installH3(app, contract);
    route(app, write);
    const server = await serveH3(app, { port: 0, hostname: "127.0.0.1", silent: true }).ready();
    return server.node?.server as RunningServer;
  };

const ended = async (response: ServerResponse, written: unknown) => {
  await written;
  if (!response.writableEnded) await once(response, "close");
};

const SERVERS: Readonly<Record<string, Serve>> = {
  "Hono, with install": hono(installHono),
  "Hono, with uhp": hono((app, contract) => app.use(uhpHono(contract))),
  "a fetch handler on @hono/node-server": (contract, write) => {
    const fetch = uhpWeb(contract, async (_request: Request, { outgoing }: NodeBindings) => {
      await write(outgoing);
      return RESPONSE_ALREADY_SENT;
    });
    return listening(
      serveHono({ fetch: fetch as never, port: 0, hostname: "127.0.0.1", overrideGlobalObjects: false }),
    );
  },
  "h3, in an event": h3((app, write) =>
    app.get("/", async (event) => {
      const response = event.runtime?.node?.res as ServerResponse;
      await ended(response, write(response));
      return Symbol.for("h3.handled");
    }),
  ),
  "h3, in an event that returns nothing": h3((app, write) =>
    app.get("/", async (event) => {
      const response = event.runtime?.node?.res as ServerResponse;
      await ended(response, write(response));
    }),
  ),
  "h3, with fromNodeHandler": h3((app, write) =>
    app.get(
      "/",
      fromNodeHandler(async (_request, response) =>
        ended(response as ServerResponse, write(response as ServerResponse)),
      ),
    ),
  ),
};

const BOOM = new Error("postgres://u:hunter2@10.0.0.5");

const fail = (): never => {
  throw BOOM;
};

/** Ends a response in a later turn, when the handler has returned. */
const later = (response: ServerResponse, status: number) =>
  void setImmediate(() => response.writeHead(status, { "Content-Length": 7 }).end("by hand"));

const GET = "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";

const CUT = "the response is cut";

/** [what the handler does, what the client gets, what is reported] */
const HANDLERS: readonly (readonly [string, Write, string | RegExp, readonly string[]])[] = [
  [
    "a part, and throws",
    (response) => {
      response.writeHead(200, { "Content-Length": 20 }).write("half");
      fail();
    },
    CUT,
    ["cut acme_internal_error"],
  ],
  [
    "a part, and rejects later",
    async (response) => {
      response.write("half");
      await new Promise((resolve) => setImmediate(resolve));
      fail();
    },
    CUT,
    ["cut acme_internal_error"],
  ],
  ["a whole success", (response) => void response.writeHead(200).end("by hand"), "200", []],
  ["a whole success later", (response) => later(response, 200), "200", []],
  ["a whole error", (response) => void response.writeHead(500).end("by hand"), "500", ["late acme_internal_error"]],
  ["a whole error later", (response) => later(response, 404), "404", ["late acme_not_found"]],
  ["nothing, and throws", fail, "500", ["answered acme_internal_error"]],
];

beforeEach(() => void vi.spyOn(console, "error").mockReturnValue());
afterEach(() => void vi.restoreAllMocks());

async function outcome(serve: Serve, write: Write, reportOnly = false) {
  const reports: ErrorReport[] = [];
  const contract = createContract(acme, { reportOnly, onError: (report) => reports.push(report) });
  const server = await serve(contract, write);
  onTestFinished(() => {
    server.close();
    server.closeAllConnections?.();
  });
  const { port } = server.address() as AddressInfo;
  const received = await sendBytes(`http://127.0.0.1:${port}`, GET);
  return { received, reports, told: () => reports.map((report) => `${report.outcome} ${report.code}`) };
}

describe.each(Object.entries(SERVERS))("on %s, a handler that writes to Node's own response", (_server, serve) => {
  test.each(HANDLERS)("%s", async (_what, write, expected, told) => {
    const { received, ...got } = await outcome(serve, write);
    await eventually(() => expect(got.told()).toEqual(told));
    if (expected === CUT) {
      // Either the chunked body lacks its end, or bytes are missing that the head has announced.
      expect(received).toContain("half");
      expect(received).not.toContain("Error");
      expect(received.endsWith("0\r\n\r\n")).toBe(false);
    } else expect(received).toMatch(new RegExp(`^HTTP/1.1 ${expected} `));
    expect(received).not.toContain("hunter2");
    if (expected !== CUT && got.reports[0]?.outcome !== "answered") expect(received).toContain("by hand");
    for (const { outcome, misuse } of got.reports) {
      if (outcome === "late") expect(misuse).toContain("was written to the server's own response");
    }
  });

  test.each(HANDLERS.slice(0, 6))(
    "%s, and a contract that only reports tells the same",
    async (_what, write, _expected, told) => {
      const got = await outcome(serve, write, true);
      await eventually(() => expect(got.told()).toEqual(told));
    },
  );
});

test("a stream that a handler of Node's kind pipes, and that fails before its first byte, is answered", async () => {
  const serve = SERVERS["h3, with fromNodeHandler"] as Serve;
  const { received, told } = await outcome(serve, (response) => {
    new Readable({
      read() {
        this.destroy(BOOM);
      },
    }).pipe(response);
  });
  expect(received).toMatch(/^HTTP\/1.1 500 .*"acme_internal_error"/s);
  expect(told()).toEqual(["answered acme_internal_error"]);
});

test("a pipelined response that waits for its turn is cut off, too", async () => {
  const { promise: released, resolve: release } = withResolvers<void>();
  let requests = 0;
  const reports: ErrorReport[] = [];
  const contract = createContract(acme, { onError: (report) => reports.push(report) });
  const server = await hono(installHono)(contract, async (response) => {
    requests += 1;
    if (requests === 1) {
      await released;
      response.end("first");
      return;
    }
    response.write("half");
    setImmediate(release);
    fail();
  });
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const get = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
  const received = await sendBytes(`http://127.0.0.1:${port}`, `${get}${get}`);
  expect(received).toContain("first");
  expect(received).toMatch(/half\r\n$/);
  expect(reports.map(({ outcome }) => outcome)).toEqual(["cut"]);
});

test("over HTTP/2 the stream ends with an error, after what was written", async () => {
  const reports: ErrorReport[] = [];
  const contract = createContract(acme, { onError: (report) => reports.push(report) });
  const serve = hono(installHono, { createServer: createHttp2Server });
  const server = await serve(contract, (response) => {
    response.write("half");
    fail();
  });
  const session = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => {
    session.close();
    server.close();
  });
  const stream = session.request({ ":path": "/" });
  let received = "";
  stream.setEncoding("utf8").on("data", (piece) => {
    received += piece;
  });
  await once(stream, "error");
  expect([received, stream.rstCode]).toEqual(["half", 2]);
  expect(reports.map(({ outcome }) => outcome)).toEqual(["cut"]);
});
