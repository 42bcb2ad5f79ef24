import { createServer, type RequestListener, type Server } from "node:http";
import { type Duplex, PassThrough } from "node:stream";
import { type ContractOptions, createContract, defineCatalog } from "@uhp-errors/core";
import { describe, expect, test } from "vitest";
import { createAdapterContract } from "../../../../test/support/adapter-contract.ts";
import { eventually } from "../../../../test/support/eventually.ts";
import { parseMessage, sendBytes } from "../../../../test/support/http.ts";
import { serving } from "../../../../test/support/serving.ts";
import { intercept } from "../response/intercept.ts";
import { attach } from "./attach.ts";
import { clientErrorListener, isAnswerable, nodesOwn, requestOf } from "./client-error.ts";

const acme = defineCatalog({ vendor: "acme" });
const failure = (code?: string) => Object.assign(new Error("Parse Error"), code === undefined ? {} : { code });

/** What a listener writes to a connection on which no request has begun, and whether it then closes it. */
async function written(
  listener: (error: Error, socket: Duplex) => void,
  error: Error,
  prepare?: (socket: Duplex) => void,
) {
  const socket = new PassThrough();
  socket.on("error", () => {});
  prepare?.(socket);
  const chunks: Buffer[] = [];
  socket.on("data", (chunk) => chunks.push(chunk));
  listener(error, socket);
  await eventually(() => expect(socket.destroyed).toBe(true));
  return Buffer.concat(chunks).toString();
}

describe("a listener for what the parser refuses", () => {
  const listener = () => clientErrorListener(createContract(acme, { onError: () => {} }));

  test.each<readonly [code: string | undefined, status: number, expected: string]>([
    ["HPE_INVALID_METHOD", 400, "acme_bad_request"],
    ["HPE_HEADER_OVERFLOW", 431, "acme_headers_too_large"],
    ["HPE_CHUNK_EXTENSIONS_OVERFLOW", 413, "acme_content_too_large"],
    ["ERR_HTTP_REQUEST_TIMEOUT", 408, "acme_request_timeout"],
  ])("answers %s by %i, and closes the connection", async (code, status, expected) => {
    const { status: sent, headers, body } = parseMessage(await written(listener(), failure(code)));
    expect([sent, JSON.parse(body).error.code]).toEqual([status, expected]);
    expect(headers).toMatchObject({ connection: "close", "content-length": String(body.length) });
    expect(new Date(headers["date"] ?? "").toUTCString()).toBe(headers["date"]);
  });

  test.each(["ECONNRESET", "HPE_INVALID_EOF_STATE"])("closes a connection that broke off with %s", async (code) => {
    expect(await written(listener(), failure(code))).toBe("");
  });

  test("closes a connection that takes no more bytes", async () => {
    expect(await written(listener(), failure("HPE_INVALID_METHOD"), (socket) => socket.end())).toBe("");
  });

  test("answers a connection once, however many contracts a server has", async () => {
    const twice = (error: Error, socket: Duplex) => {
      listener()(error, socket);
      listener()(error, socket);
    };
    expect((await written(twice, failure("HPE_INVALID_METHOD"))).match(/HTTP\/1\.1 400 Bad Request/g)).toHaveLength(1);
  });

  test("refuses a catalog, and says what to pass", () => {
    expect(() => clientErrorListener(acme as never)).toThrow(/^clientErrorListener: this is a catalog/);
  });

  test("answers as Node does if its contract only reports", async () => {
    const reporting = clientErrorListener(createContract(acme, { reportOnly: true, onError: () => {} }));
    expect(await written(reporting, failure("HPE_HEADER_OVERFLOW"))).toBe(
      "HTTP/1.1 431 Request Header Fields Too Large\r\nConnection: close\r\n\r\n",
    );
  });

  test("closes a connection that takes no more bytes if its contract only reports", async () => {
    const reporting = clientErrorListener(createContract(acme, { reportOnly: true, onError: () => {} }));
    expect(await written(reporting, failure("HPE_HEADER_OVERFLOW"), (socket) => socket.end())).toBe("");
  });

  test.each<readonly [count: number, statuses: readonly string[]]>([
    [0, ["400"]],
    [1, ["499"]],
  ])("leaves the answer to %i other listeners if its contract only reports", async (count, statuses) => {
    const url = await serving(
      () => {},
      (server) => {
        server.on("clientError", clientErrorListener(createContract(acme, { reportOnly: true, onError: () => {} })));
        for (let at = 0; at < count; at += 1) {
          server.on(
            "clientError",
            (_error, socket) => void setImmediate(() => socket.end("HTTP/1.1 499 Mine\r\n\r\n")),
          );
        }
      },
    );
    const received = await sendBytes(url, "GARBAGE\r\n\r\n");
    expect([...received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status)).toEqual(statuses);
  });
});

test.each<readonly [code: string | undefined, line: string]>([
  ["ERR_HTTP_REQUEST_TIMEOUT", "408 Request Timeout"],
  ["HPE_CHUNK_EXTENSIONS_OVERFLOW", "413 Payload Too Large"],
  ["HPE_HEADER_OVERFLOW", "431 Request Header Fields Too Large"],
  ["HPE_INVALID_METHOD", "400 Bad Request"],
  [undefined, "400 Bad Request"],
])("Node's own answer to %s is %s", (code, line) => {
  expect(nodesOwn(failure(code))).toBe(`HTTP/1.1 ${line}\r\nConnection: close\r\n\r\n`);
});

describe("a broken body", () => {
  const HOST = "Host: x\r\n";
  const broken = (method: string) => `${method} /a HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\nzz\r\n`;

  /** What comes back from a server with a contract, which intercepts every response. */
  async function received(bytes: string, handle: RequestListener, options: ContractOptions = {}) {
    const contract = createAdapterContract(acme, { onError: () => {}, ...options });
    const url = await serving(
      (request, response) => {
        intercept(contract, request, response);
        handle(request, response);
      },
      (server: Server) => attach(server, contract),
    );
    return sendBytes(url, bytes);
  }

  test.each<readonly [what: string, method: string, handle: RequestListener, starts: RegExp]>([
    ["of a request without a response is 400", "POST", () => {}, /^HTTP\/1\.1 400 [\s\S]*"code":"acme_bad_request"/],
    [
      "of a request whose error is kept back is 400",
      "POST",
      (_request, response) => void response.writeHead(503).write("down"),
      /^HTTP\/1\.1 (?:400|503) [\s\S]*"code":"acme_(?:bad_request|unavailable)"/,
    ],
    [
      "of a request whose head is written is 400",
      "POST",
      (_request, response) => void response.writeHead(200),
      /^HTTP\/1\.1 400 /,
    ],
    ["of a HEAD request is 400 without a body", "HEAD", () => {}, /^HTTP\/1\.1 400 [\s\S]*\r\n\r\n$/],
  ])("%s", async (_what, method, handle, starts) => {
    const message = await received(broken(method), handle);
    expect(message).toMatch(starts);
    expect(message.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  test("after a response that has begun closes the connection without another one", async () => {
    const contract = createAdapterContract(acme, { onError: () => {} });
    const url = await serving(
      (request, response) => {
        intercept(contract, request, response);
        response.write("open");
      },
      (server: Server) => attach(server, contract),
    );
    const message = await sendBytes(url, `GET /a HTTP/1.1\r\n${HOST}\r\n`, "GARBAGE\r\n\r\n");
    expect(message.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  test("of a request keeps its version and its id", async () => {
    const fields = "UHP-Version: 2026-09-12\r\nx-request-id: mine\r\n";
    const message = await received(broken("POST").replace(HOST, HOST + fields), () => {});
    expect(parseMessage(message).headers).toMatchObject({ "uhp-version": "2026-09-12", "x-request-id": "mine" });
  });

  test("outside the contract is Node's own 400", async () => {
    const message = await received(broken("POST"), () => {}, { appliesTo: () => false });
    expect(message).toBe("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n");
  });
});

describe("an error of the parser is about", () => {
  type Pending = { readonly writableEnded: boolean; readonly headersSent: boolean; readonly _headerSent?: boolean };
  const socketWith = (pending: Partial<Pending> | null | undefined, writable = true) =>
    ({ writable, _httpMessage: pending }) as unknown as Duplex;
  const pending: Pending = { writableEnded: false, headersSent: false };

  test.each<readonly [what: string, code: string, socket: Duplex, found: unknown]>([
    ["no request if there is none", "HPE_INVALID_METHOD", socketWith(null), "none"],
    ["no request if a new connection breaks off", "ECONNRESET", socketWith(undefined), "none"],
    ["no request if its response has ended", "HPE_X", socketWith({ ...pending, writableEnded: true }), "none"],
    ["the request that has no response yet", "HPE_INVALID_METHOD", socketWith(pending), pending],
    ["nothing new if a response has begun", "HPE_X", socketWith({ ...pending, headersSent: true }), undefined],
    ["nothing new if the client has left", "ECONNRESET", socketWith(pending), undefined],
    ["nothing new if the client has left halfway", "HPE_INVALID_EOF_STATE", socketWith(pending), undefined],
    [
      "nothing new if the client has left after the end",
      "ECONNRESET",
      socketWith({ ...pending, writableEnded: true }),
      undefined,
    ],
    ["nothing new if the connection takes no bytes", "HPE_X", socketWith(pending, false), undefined],
  ])("%s", (_what, code, socket, found) => expect(requestOf(failure(code), socket)).toEqual(found));

  test.each<readonly [what: string, socket: Duplex, isAnswerable: boolean]>([
    ["a new connection", socketWith(null), true],
    ["a connection without a message", socketWith(undefined), true],
    ["a response whose head is stored", socketWith({ ...pending, _headerSent: false }), true],
    ["a response whose head has left", socketWith({ ...pending, _headerSent: true }), false],
    ["a closed connection", socketWith(null, false), false],
  ])("Node's own answer is sent on it, or not: %s", (_what, socket, answers) =>
    expect(isAnswerable(socket)).toBe(answers),
  );
});

test("a listener without a server answers all the same", async () => {
  const server = createServer();
  const listener = clientErrorListener(createContract(acme, { onError: () => {} }));
  expect(server.listenerCount("clientError")).toBe(0);
  expect(await written(listener.bind(undefined), failure("HPE_INVALID_METHOD"))).toMatch(/^HTTP\/1\.1 400 /);
});
