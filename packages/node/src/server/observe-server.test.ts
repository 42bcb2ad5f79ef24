import { createServer, type RequestListener, type Server } from "node:http";
import { type Duplex, PassThrough } from "node:stream";
import { type ContractOptions, defineCatalog } from "@uhp-errors/core";
import { describe, expect, test } from "vitest";
import { createAdapterContract } from "../../../../test/support/adapter-contract.ts";
import { eventually } from "../../../../test/support/eventually.ts";
import { sendBytes } from "../../../../test/support/http.ts";
import { overHttp2, serving } from "../../../../test/support/serving.ts";
import { attach } from "./attach.ts";

const acme = defineCatalog({ vendor: "acme" });

type Told = readonly [
  code: string | null,
  path: string,
  status: number | undefined,
  type: string | undefined,
  start: string | undefined,
];

/** A contract that only reports, and what it has told. */
function reporting(options: ContractOptions = {}) {
  const told: unknown[][] = [];
  const contract = createAdapterContract(acme, {
    reportOnly: true,
    onError: ({ code, path, reportOnly }) => {
      const { status, mediaType, start } = reportOnly?.sent ?? {};
      told.push([code, path, status, mediaType, start]);
    },
    ...options,
  });
  return { contract, told };
}

/** Sends bytes to a server that a contract which only reports watches, and to a bare one. */
async function compared(
  bytes: string,
  { handle = () => {}, prepare = () => {} }: { handle?: RequestListener; prepare?: (server: Server) => unknown },
) {
  const { contract, told } = reporting();
  const watched = await serving(handle, (server) => {
    attach(server, contract);
    prepare(server);
  });
  const bare = await serving(handle, prepare);
  const undated = (message: string) => message.replaceAll(/^Date: .*\r\n/gm, "");
  const [received, expected] = [undated(await sendBytes(watched, bytes)), undated(await sendBytes(bare, bytes))];
  expect(received).toBe(expected);
  return { told, received };
}

const HOST = "Host: x\r\n";
const CLOSE = "Connection: close\r\n";
const ok: RequestListener = (_request, response) => void response.end("ok");

describe("what Node answers by itself leaves as it is, and is told", () => {
  test.each<readonly [what: string, bytes: string, told: readonly Told[]]>([
    ["garbage", "GARBAGE\r\n\r\n", [["acme_bad_request", "", 400, undefined, ""]]],
    [
      "a large header",
      `GET / HTTP/1.1\r\n${HOST}X: ${"a".repeat(20_000)}\r\n\r\n`,
      [["acme_headers_too_large", "", 431, undefined, ""]],
    ],
    [
      "a bad chunk",
      `POST /upload HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
      [["acme_bad_request", "/upload", 400, undefined, ""]],
    ],
    [
      "large chunk extensions",
      `POST /upload HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n1;${"a".repeat(20_000)}\r\n`,
      [["acme_content_too_large", "/upload", 413, undefined, ""]],
    ],
    ["a request without Host", `GET /a HTTP/1.1\r\n${CLOSE}\r\n`, [["invalid_input", "/a", 400, undefined, ""]]],
    [
      "an unknown expectation",
      `GET /a HTTP/1.1\r\n${HOST}${CLOSE}Expect: tea\r\n\r\n`,
      [["acme_expectation_failed", "/a", 417, undefined, ""]],
    ],
    ["a request with the Expect that Node knows", `GET /a HTTP/1.1\r\n${HOST}${CLOSE}Expect: 100-continue\r\n\r\n`, []],
    ["a request with Host", `GET /a HTTP/1.1\r\n${HOST}${CLOSE}\r\n`, []],
    ["HTTP/1.0 without Host", "GET /a HTTP/1.0\r\n\r\n", []],
  ])("%s", async (_what, bytes, expected) => {
    const handle: RequestListener = (request, response) => {
      if (request.method === "GET") response.end("ok");
    };
    const { told } = await compared(bytes, { handle });
    await eventually(() => expect(told).toEqual(expected));
  });

  test("a request beyond the limit of its connection", async () => {
    const { told, received } = await compared(`GET /1 HTTP/1.1\r\n${HOST}\r\nGET /2 HTTP/1.1\r\n${HOST}${CLOSE}\r\n`, {
      handle: ok,
      prepare: (server) => Object.assign(server, { maxRequestsPerSocket: 1 }),
    });
    expect(received).toMatch(/ 200 OK.* 503 Service Unavailable/s);
    await eventually(() => expect(told).toEqual([["acme_unavailable", "/2", 503, undefined, ""]]));
  });

  test("CONNECT over HTTP/2", async () => {
    const { contract, told } = reporting();
    const fields = { ":method": "CONNECT", ":authority": "acme.example", ":path": undefined };
    const { status } = await overHttp2(ok, fields as never, (server) => attach(server, contract));
    expect(status).toBe(405);
    await eventually(() => expect(told).toEqual([["acme_method_not_allowed", "", 405, undefined, ""]]));
  });

  test("bytes that follow a request whose response has begun get no answer and no report", async () => {
    const { contract, told } = reporting();
    const url = await serving(
      (_request, response) => void response.write("half"),
      (server) => attach(server, contract),
    );
    const received = await sendBytes(url, `GET / HTTP/1.1\r\n${HOST}\r\n`, "GARBAGE\r\n\r\n");
    expect(received).toMatch(/^HTTP\/1\.1 200 OK.*half/s);
    expect(received.match(/HTTP\/1\.1/g)).toHaveLength(1);
    expect(told).toEqual([]);
  });
});

describe("what a listener of the service writes in Node's place is told as it was written", () => {
  type Listener = (error: Error, socket: Duplex) => void;
  const BODY = '{"message":"no"}';

  test.each<readonly [what: string, listener: Listener, told: Told]>([
    [
      "in one piece",
      (_error, socket) => socket.end(`HTTP/1.1 422 No\r\nContent-Type: application/json\r\n\r\n${BODY}`),
      ["acme_bad_request", "", 422, "application/json", BODY],
    ],
    [
      "in pieces",
      (_error, socket) => {
        socket.write("HTTP/1.1 422 No\r\nX-A: b:c\r\ncontent-type:  Text/Plain; charset=utf-8\r\n");
        socket.write(Buffer.from("\r\nno"));
        socket.end();
      },
      ["acme_bad_request", "", 422, "text/plain", "no"],
    ],
    [
      "over HTTP/1.0",
      (_error, socket) => socket.end("HTTP/1.0 400 Bad Request\r\n\r\nno"),
      ["acme_bad_request", "", 400, undefined, "no"],
    ],
    [
      "as a head that never ends",
      (_error, socket) => socket.end("HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain"),
      ["acme_bad_request", "", 400, "text/plain", ""],
    ],
    ["as other bytes", (_error, socket) => socket.end("so HTTP/1.1 400"), ["acme_bad_request", "", 0, undefined, ""]],
    ["as nothing", (_error, socket) => socket.destroy(), ["acme_bad_request", "", 0, undefined, ""]],
    [
      "later",
      (_error, socket) => void setImmediate(() => socket.end("HTTP/1.1 400 Bad Request\r\n\r\nlate")),
      ["acme_bad_request", "", 400, undefined, "late"],
    ],
    [
      "later, after what an earlier response still writes",
      (_error, socket) => {
        setImmediate(() => {
          socket.write("HTTP/1.1 200 OK\r\n\r\n");
          socket.end("HTTP/1.1 400 Bad Request\r\n\r\nlate");
        });
      },
      ["acme_bad_request", "", 400, undefined, "late"],
    ],
  ])("%s", async (_what, listener, expected) => {
    const { told } = await compared("GARBAGE\r\n\r\n", { prepare: (server) => server.on("clientError", listener) });
    await eventually(() => expect(told).toEqual([expected]));
  });

  test("long, by its first 200 characters, and of a body that begins late, none", async () => {
    const long = (_error: Error, socket: Duplex) => {
      socket.write(`HTTP/1.1 400 Bad Request\r\nX-A: ${"a".repeat(5_000)}\r\n`);
      socket.write("Content-Type: text/plain\r\n\r\n");
      socket.end("seen");
    };
    const { told } = await compared("GARBAGE\r\n\r\n", { prepare: (server) => server.on("clientError", long) });
    await eventually(() => expect(told).toEqual([["acme_bad_request", "", 400, undefined, ""]]));
  });

  test("and a listener that throws leaves its error to the process", async () => {
    const { contract, told } = reporting();
    const server = createServer(ok);
    attach(server, contract);
    server.on("clientError", () => {
      throw new Error("broken");
    });
    const socket = new PassThrough();
    const failure = Object.assign(new Error("Parse Error"), { code: "HPE_INVALID_METHOD" });
    expect(() => server.emit("clientError", failure, socket)).toThrow("broken");
    socket.end("HTTP/1.1 400 Bad Request\r\n\r\nlate");
    socket.destroy();
    await eventually(() => expect(told).toEqual([["acme_bad_request", "", 400, undefined, "late"]]));
    expect(["write", "end"].map((name) => Object.hasOwn(socket, name))).toEqual([false, false]);
  });
});

test("one failure of a connection is told once", async () => {
  const { told } = await compared("GARBAGE\r\n\r\n", {
    prepare: (server) => {
      server.on("clientError", (error, socket) => {
        if (Reflect.get(socket, "isSeen") === true) return;
        Object.assign(socket, { isSeen: true });
        server.emit("clientError", error, socket);
        socket.end("HTTP/1.1 400 Bad Request\r\n\r\n");
      });
    },
  });
  await eventually(() => expect(told).toEqual([["acme_bad_request", "", 400, undefined, ""]]));
});

describe("of two contracts that only report on one server", () => {
  const under = (prefix: string) => ({ appliesTo: ({ path }: { readonly path: string }) => path.startsWith(prefix) });

  test.each<readonly [what: string, bytes: string, told: readonly [first: readonly Told[], second: readonly Told[]]]>([
    [
      "the first that applies tells a request without Host",
      `GET /b HTTP/1.1\r\n${CLOSE}\r\n`,
      [[], [["invalid_input", "/b", 400, undefined, ""]]],
    ],
    [
      "the first that applies tells a broken body",
      `POST /b HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
      [[], [["acme_bad_request", "/b", 400, undefined, ""]]],
    ],
    ["the first tells garbage", "GARBAGE\r\n\r\n", [[["acme_bad_request", "", 400, undefined, ""]], []]],
    ["none tells a request outside both", `GET /c HTTP/1.1\r\n${CLOSE}\r\n`, [[], []]],
    [
      "none tells a broken body outside both",
      `POST /c HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
      [[], []],
    ],
  ])("%s", async (_what, bytes, [ofFirst, ofSecond]) => {
    const [first, second] = [reporting(under("/a")), reporting(under("/b"))];
    const url = await serving(
      () => {},
      (server) => {
        for (const { contract } of [first, second, first]) attach(server, contract);
      },
    );
    expect(await sendBytes(url, bytes)).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    await eventually(() => expect([first.told, second.told]).toEqual([ofFirst, ofSecond]));
  });
});

test("another event of the server has its listeners called, with what it was given", () => {
  const server = createServer();
  attach(server, reporting().contract);
  const given: unknown[][] = [];
  server.on("tea", (...args) => given.push(args));
  expect([server.emit("tea", 1, 2), server.emit("coffee")]).toEqual([true, false]);
  expect(given).toEqual([[1, 2]]);
});
