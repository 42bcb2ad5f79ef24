import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { createServer as createHttp2Server } from "node:http2";
import { createContract, defineCatalog } from "@uhp-errors/core";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { createAdapterContract } from "../../../../test/support/adapter-contract.ts";
import { parseMessage, sendBytes } from "../../../../test/support/http.ts";
import { overHttp2, serving } from "../../../../test/support/serving.ts";
import { attach, attachOnListen, attachToServerOf } from "./attach.ts";

const acme = defineCatalog({ vendor: "acme" });
const contractOf = (vendor: string, prefix: string) =>
  createAdapterContract(defineCatalog({ vendor: vendor as "acme" }), {
    appliesTo: ({ path }) => path.startsWith(prefix),
    onError: () => {},
  });
const contract = createContract(acme, { onError: () => {} });

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

const HOST = "Host: x\r\n";
const CLOSE = "Connection: close\r\n";
const GARBAGE = "GARBAGE\r\n\r\n";

/** Whether a server answers garbage by an envelope. */
const isAttached = (server: Server) => server.listenerCount("clientError") === 1;

describe("attach", () => {
  test.each<readonly [what: string, server: unknown]>([
    ["nothing", undefined],
    ["an application", { listen() {} }],
    ["an emitter", { on() {} }],
    ["something with an address", { address() {} }],
  ])("refuses %s", (_what, server) => {
    expect(() => attach(server as never, contract)).toThrow(
      new TypeError("attach: expected a server of node:http or node:http2, such as app.listen(3000) returns"),
    );
  });

  test("refuses a catalog", () => {
    expect(() => attach(createServer(), acme as never)).toThrow(/^attach: this is a catalog/);
  });

  test("adds its listeners once for each server, however many contracts it gets", () => {
    const server = createServer();
    for (const one of [contract, contract, contractOf("globex", "/")]) attach(server, one);
    const counts = ["clientError", "checkExpectation", "dropRequest", "connect"].map((name) =>
      server.listenerCount(name),
    );
    expect(counts).toEqual([1, 1, 1, 0]);
    expect(Reflect.get(server, "requireHostHeader")).toBe(false);
  });

  test("adds no listener for a contract that only reports", () => {
    const server = createServer();
    attach(server, createContract(acme, { reportOnly: true, onError: () => {} }));
    const counts = ["clientError", "checkExpectation", "dropRequest", "connect"].map((name) =>
      server.listenerCount(name),
    );
    expect(counts).toEqual([0, 0, 0, 0]);
    expect(Reflect.get(server, "requireHostHeader")).toBe(true);
  });

  test("keeps the server's own emit if that does not insist on Host", () => {
    const server = createServer({ requireHostHeader: false });
    const { emit } = server;
    attach(server, contract);
    expect(server.emit).toBe(emit);
  });

  test("listens for CONNECT on a server of HTTP/2", () => {
    const server = createHttp2Server();
    attach(server, contract);
    expect(server.listenerCount("connect")).toBe(1);
  });
});

describe("of two contracts on one server", () => {
  const broken = (path: string, fields = "") =>
    `POST ${path} HTTP/1.1\r\n${HOST}${fields}Transfer-Encoding: chunked\r\n\r\nzz\r\n`;

  test.each<readonly [what: string, bytes: string, status: number, code: string | undefined]>([
    ["the first that applies answers a request without Host", `GET /b HTTP/1.1\r\n${CLOSE}\r\n`, 400, "invalid_input"],
    [
      "the first that applies answers an unknown expectation",
      `GET /b HTTP/1.1\r\n${HOST}${CLOSE}Expect: tea\r\n\r\n`,
      417,
      "globex_expectation_failed",
    ],
    ["the first that applies answers a bad chunk", broken("/b"), 400, "globex_bad_request"],
    ["the first answers garbage", GARBAGE, 400, "acme_bad_request"],
    ["none answers a request without Host outside both", `GET /c HTTP/1.1\r\n${CLOSE}\r\n`, 400, undefined],
    [
      "none answers an unknown expectation outside both",
      `GET /c HTTP/1.1\r\n${HOST}${CLOSE}Expect: tea\r\n\r\n`,
      417,
      undefined,
    ],
    ["none answers a bad chunk outside both", broken("/c"), 400, undefined],
  ])("%s", async (_what, bytes, status, code) => {
    const url = await serving(
      () => {},
      (server) => {
        for (const one of [contractOf("acme", "/a"), contractOf("globex", "/b")]) attach(server, one);
      },
    );
    const received = parseMessage(await sendBytes(url, bytes));
    expect(received.status).toBe(status);
    expect(received.headers["connection"]).toBe("close");
    expect(/"code":"(\w+)"/.exec(received.body)?.[1]).toBe(code);
    expect("uhp-version" in received.headers).toBe(code !== undefined);
  });
});

test.each(["HTTP/1.0", "HTTP/1.1"])("a request of %s without Host is refused only if it needs one", async (version) => {
  const url = await serving(
    (_request, response) => response.end("ok"),
    (server) => attach(server, contract),
  );
  const { status } = parseMessage(await sendBytes(url, `GET / ${version}\r\n${CLOSE}\r\n`));
  expect(status).toBe(version === "HTTP/1.0" ? 200 : 400);
});

test.each<readonly [what: string, answer: RequestListener]>([
  ["answered", (_request, response) => void response.writeHead(202).end("mine")],
  [
    "begun to answer",
    (_request, response) => {
      response.writeHead(202);
      setImmediate(() => response.end("mine"));
    },
  ],
])("an unknown expectation that the service has %s keeps that answer", async (_what, answer) => {
  const url = await serving(
    () => {},
    (server) => {
      server.on("checkExpectation", answer);
      attach(server, contract);
    },
  );
  const received = await sendBytes(url, `GET / HTTP/1.1\r\n${HOST}${CLOSE}Expect: tea\r\n\r\n`);
  expect(received).toMatch(/^HTTP\/1\.1 202 Accepted[\s\S]*mine/);
});

test("a service that handles 100-continue gets no request without Host", async () => {
  const url = await serving(
    () => {},
    (server) => {
      server.on("checkContinue", (_request, response) => response.end("mine"));
      attach(server, contract);
    },
  );
  const received = await sendBytes(url, `PUT / HTTP/1.1\r\nExpect: 100-continue\r\n${CLOSE}\r\n`);
  expect(JSON.parse(parseMessage(received).body).error.code).toBe("invalid_input");
});

describe("a request beyond the limit of its connection", () => {
  const both = `GET /1 HTTP/1.1\r\n${HOST}\r\nGET /2 HTTP/1.1\r\n${HOST}${CLOSE}\r\n`;

  test.each<readonly [when: string, prepare: (server: Server) => unknown]>([
    [
      "set before the server is attached",
      (server) => {
        server.maxRequestsPerSocket = 1;
        attach(server, contract);
      },
    ],
    [
      "set after that",
      (server) => {
        attach(server, contract);
        server.maxRequestsPerSocket = 1;
      },
    ],
  ])("gets an envelope: %s", async (_when, prepare) => {
    const url = await serving((_request, response) => response.end("ok"), prepare);
    const [, second = ""] = (await sendBytes(url, both)).split(/(?=HTTP\/1\.1 503)/);
    expect(JSON.parse(parseMessage(second).body).error.code).toBe("acme_unavailable");
  });
});

describe("CONNECT", () => {
  const fields = { ":method": "CONNECT", ":authority": "acme.example", ":path": undefined } as never;

  test.each<readonly [what: string, prepare: (server: Server) => unknown, status: number, body: RegExp]>([
    ["is 405, in an envelope", (server) => attach(server, contract), 405, /"code":"acme_method_not_allowed"/],
    [
      "is left to a service that listens for it",
      (server) => {
        attach(server, contract);
        server.on("connect", (_request, response) => response.end("tunnel"));
      },
      200,
      /^tunnel$/,
    ],
    ["is Node's own 405 outside the contract", (server) => attach(server, contractOf("globex", "/a")), 405, /^$/],
  ])("over HTTP/2 %s", async (_what, prepare, status, body) => {
    const received = await overHttp2(() => {}, fields, prepare);
    expect(received.status).toBe(status);
    expect(received.body).toMatch(body);
  });

  test("over HTTP/1 closes the connection, as in Node", async () => {
    const url = await serving(
      () => {},
      (server) => attach(server, contract),
    );
    expect(await sendBytes(url, `CONNECT acme.example:443 HTTP/1.1\r\n${HOST}\r\n`).catch(() => "")).toBe("");
  });
});

describe("an application that makes its own server", () => {
  const listening = () => {
    const server = createServer();
    onTestFinished(() => void server.close());
    return server;
  };

  test.each<readonly [how: string, listen: (server: Server) => unknown]>([
    ["returns", (server) => server],
    ["promises", (server) => Promise.resolve(server)],
  ])("has the contract on the server that its listen %s", async (_how, listen) => {
    const server = listening();
    const given: unknown[] = [];
    const app = {
      listen(this: unknown, ...args: unknown[]) {
        given.push(this === app, ...args);
        return listen(server);
      },
    };
    attachOnListen(app, contract);
    expect(await (app.listen as (...args: unknown[]) => unknown)(3000, "host")).toBe(server);
    expect(given).toEqual([true, 3000, "host"]);
    expect(isAttached(server)).toBe(true);
  });

  test.each<readonly [what: string, value: unknown]>([
    ["nothing", undefined],
    ["null", null],
    ["an address", "http://127.0.0.1:3000"],
    ["a promise of an address", Promise.resolve("http://127.0.0.1:3000")],
  ])("gets %s back from its listen, which is no server", async (_what, value) => {
    const app = { listen: () => value };
    attachOnListen(app, contract);
    expect(await app.listen()).toBe(await value);
  });

  test("gets the failure of its listen back", async () => {
    const app = { listen: () => Promise.reject(new Error("EADDRINUSE")) };
    attachOnListen(app, contract);
    await expect(app.listen()).rejects.toThrow("EADDRINUSE");
  });
});

describe("the server that a request came in on", () => {
  const on = (server: unknown) => ({ socket: { server } }) as unknown as IncomingMessage;

  test("is attached at its first request", () => {
    const server = createServer();
    expect(attachToServerOf(on(server), contract)).toBe(server);
    expect(isAttached(server)).toBe(true);
  });

  test("is left alone if it is the known one", () => {
    const server = createServer();
    expect(attachToServerOf(on(server), contract, server)).toBe(server);
    expect(isAttached(server)).toBe(false);
  });

  test("is attached if another one is known", () => {
    const server = createServer();
    expect(attachToServerOf(on(server), contract, createServer())).toBe(server);
    expect(isAttached(server)).toBe(true);
  });

  test.each<readonly [what: string, request: unknown]>([
    ["without a server", { socket: {} }],
    ["without a connection", {}],
  ])("is the known one for a request %s", (_what, request) => {
    const known = createServer();
    expect(attachToServerOf(request as IncomingMessage, contract, known)).toBe(known);
    expect(isAttached(known)).toBe(false);
  });
});

describe("a warning that the server is not attached", () => {
  const MESSAGE =
    "the server was not handed to attach(server, contract): what Node answers by itself, a malformed request for one, leaves without an envelope; write attach(app.listen(3000), contract)";
  type Fresh = typeof import("./attach.ts");
  type Call = (fresh: Fresh, server: Server) => void;
  const on = (server: unknown) => ({ socket: { server } }) as unknown as IncomingMessage;
  const reporting = createContract(acme, { reportOnly: true, onError: () => {} });

  test.each<readonly [what: string, call: Call, count: number, environment: string]>([
    [
      "comes at the first request",
      ({ warnUnlessAttached }, server) => warnUnlessAttached(contract, on(server)),
      1,
      "production",
    ],
    [
      "comes once",
      ({ warnUnlessAttached }, server) => {
        for (const one of [contract, contract, contractOf("globex", "/")]) warnUnlessAttached(one, on(server));
      },
      1,
      "production",
    ],
    [
      "looks at the first request only",
      ({ warnUnlessAttached }, server) => {
        warnUnlessAttached(contract, on(undefined));
        warnUnlessAttached(contract, on(server));
      },
      0,
      "production",
    ],
    [
      "does not come for a server that is attached",
      (fresh, server) => {
        fresh.attach(server, contract);
        fresh.warnUnlessAttached(contract, on(server));
      },
      0,
      "production",
    ],
    [
      "does not come for a request that was made by hand",
      ({ warnUnlessAttached }) => warnUnlessAttached(contract, {} as IncomingMessage),
      0,
      "production",
    ],
    [
      "does not come for a contract that only reports",
      ({ warnUnlessAttached }, server) => warnUnlessAttached(reporting, on(server)),
      0,
      "production",
    ],
    [
      "does not come in a test",
      ({ warnUnlessAttached }, server) => warnUnlessAttached(contract, on(server)),
      0,
      "test",
    ],
  ])("%s", async (_what, call, count, environment) => {
    vi.stubEnv("NODE_ENV", environment);
    vi.resetModules();
    const fresh: Fresh = await import("./attach.ts");
    const emitted = vi.spyOn(process, "emitWarning").mockImplementation(() => {});
    onTestFinished(() => emitted.mockRestore());
    call(fresh, createServer());
    const expected = [MESSAGE, { type: "UhpErrorsWarning", code: "UHP_NOT_ATTACHED" }];
    expect(emitted.mock.calls).toEqual(Array.from({ length: count }, () => expected));
  });
});
