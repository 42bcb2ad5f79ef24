import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { defineCatalog, type ErrorResponse } from "@uhp-errors/core";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createAdapterContract } from "../../../../test/support/adapter-contract.ts";
import { send } from "../../../../test/support/http.ts";
import { overHttp2, serving } from "../../../../test/support/serving.ts";
import { intercept } from "../response/intercept.ts";
import { abortResponse, handOverResponse } from "../response/responder.ts";
import { exchangeOf, requestContext, traceHeaders } from "./exchange.ts";
import { defineFramework, type Framework } from "./framework.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

test("the end of a response is told without a global setImmediate, which a test that imitates a browser has taken away", async () => {
  vi.stubGlobal("setImmediate", undefined);
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  const told = new Promise<string>((resolve) => exchangeOf(request, response).onEnd(() => resolve("told")));
  response.emit("close");
  expect(await told).toBe("told");
});

const acme = defineCatalog({ vendor: "acme" });
const contract = createAdapterContract(acme, { onError: () => {} });
const watching = createAdapterContract(acme, { reportOnly: true, onError: () => {} });

/** A request and its response without a connection to a client. */
function made(fields: object = {}) {
  const request = Object.assign(new IncomingMessage(new Socket()), { method: "GET", url: "/" }, fields);
  return { request, response: new ServerResponse(request) };
}

function exchangeWith(fields: object, framework?: Framework) {
  const { request, response } = made(fields);
  return exchangeOf(request, response, framework, "the handle");
}

describe("the request target", () => {
  test.each<readonly [what: string, fields: object, target: string, path: string, framework: Framework]>([
    ["is the URL", { url: "/a?b=1" }, "/a?b=1", "/a", {}],
    ["is empty without a URL", { url: undefined }, "", "", {}],
    ["is the URL before it was rewritten", { url: "/b", originalUrl: "/a/b" }, "/a/b", "/a/b", {}],
    ["is the URL if the one before is no string", { url: "/b", originalUrl: 7 }, "/b", "/b", {}],
    ["is what the framework says", { url: "/b", originalUrl: "/a/b" }, "/c", "/c", { originalUrl: () => "/c" }],
  ])("%s", (_what, fields, target, path, framework) => {
    const exchange = exchangeWith(fields, framework);
    expect([exchange.target, exchange.path]).toEqual([target, path]);
  });

  test("is no URL that the request inherits", () => {
    const { request, response } = made({ url: "/b" });
    Object.setPrototypeOf(request, Object.assign(Object.create(IncomingMessage.prototype), { originalUrl: "/theirs" }));
    expect(exchangeOf(request, response).target).toBe("/b");
  });
});

test.each<readonly [method: string | undefined, known: string, hasBody: boolean]>([
  ["GET", "GET", true],
  ["HEAD", "HEAD", false],
  ["head", "head", true],
  [undefined, "", true],
])("the method %s is known as %j, and its response has a body: %s", (method, known, hasBody) => {
  const exchange = exchangeWith({ method });
  expect([exchange.method, exchange.hasBody]).toEqual([known, hasBody]);
});

test.each<readonly [httpVersionMajor: number, isHttp2: boolean]>([
  [1, false],
  [2, true],
])("HTTP/%i cannot take a head back: %s", (httpVersionMajor, isHttp2) => {
  expect(exchangeWith({ httpVersionMajor }).isHttp2).toBe(isHttp2);
});

describe("a request header", () => {
  const bearer = (...values: string[]) => values.flatMap((value) => ["Authorization", value]);

  test.each<readonly [what: string, fields: object, name: string, value: string | undefined, framework: Framework]>([
    ["is Node's", { headers: { "x-a": "1" } }, "x-a", "1", {}],
    ["may be absent", { headers: {} }, "x-a", undefined, {}],
    ["that came twice is joined", { headers: { "x-a": ["1", "2"] } }, "x-a", "1, 2", {}],
    ["is what the framework says", { headers: { "x-a": "1" } }, "x-a", "2", { requestHeader: () => "2" }],
    [
      "is absent if the framework says so",
      { headers: { "x-a": "1" } },
      "x-a",
      undefined,
      { requestHeader: () => undefined },
    ],
    ["is joined if the framework has several", { headers: {} }, "x-a", "1, 2", { requestHeader: () => ["1", "2"] }],
    [
      "Authorization is one credential",
      { headers: { authorization: "Bearer a" }, rawHeaders: bearer("Bearer a") },
      "authorization",
      "Bearer a",
      {},
    ],
    [
      "Authorization that came twice is joined",
      { headers: { authorization: "Bearer a" }, rawHeaders: ["X-A", "1", ...bearer("Bearer a", "Bearer b")] },
      "authorization",
      "Bearer a, Bearer b",
      {},
    ],
    [
      "Authorization that came twice is what middleware has set instead",
      { headers: { authorization: "Bearer c" }, rawHeaders: bearer("Bearer a", "Bearer b") },
      "authorization",
      "Bearer c",
      {},
    ],
    [
      "another one is no credential, whatever its value",
      { headers: { authorization: "Bearer a" }, rawHeaders: ["X-A", "authorization", "Authorization", "Bearer a"] },
      "authorization",
      "Bearer a",
      {},
    ],
    [
      "another one beside two credentials stays",
      { headers: { "x-a": "Bearer a" }, rawHeaders: bearer("Bearer a", "Bearer b") },
      "x-a",
      "Bearer a",
      {},
    ],
  ])("%s", (_what, fields, name, value, framework) => {
    const { request, response } = made();
    for (const [key, given] of Object.entries(fields)) Object.defineProperty(request, key, { value: given });
    expect(exchangeOf(request, response, framework).header(name)).toBe(value);
  });
});

describe("a response header", () => {
  test.each<readonly [what: string, set: unknown, value: string | undefined, framework: Framework]>([
    ["is Node's", "1", "1", {}],
    ["is text", 7, "7", {}],
    ["in several lines is joined", ["1", "2"], "1, 2", {}],
    ["may be absent", undefined, undefined, {}],
    ["is what the framework says", "1", "2", { responseHeader: () => "2" }],
    ["is Node's if the framework has none", "1", "1", { responseHeader: () => undefined }],
  ])("%s", (_what, set, value, framework) => {
    const { request, response } = made();
    if (set !== undefined) response.setHeader("X-A", set as string);
    expect(exchangeOf(request, response, framework).responseHeader("x-a")).toBe(value);
  });
});

describe("a framework", () => {
  test("is asked with its own object", () => {
    const asked: unknown[] = [];
    const note = (...args: unknown[]) => void asked.push(args);
    const framework = defineFramework({
      responseHeader: note,
      isSetByFramework: (...args) => note(...args) === undefined,
      bodyLimit: (...args) => note(...args) ?? 7,
      route: (...args) => note(...args) ?? "/a/:id",
      isRouted: (...args) => note(...args) ?? false,
      chosenStatus: (...args) => note(...args) ?? 503,
      isHandedOver: (...args) => note(...args) === undefined,
      mountingMistake: (...args) => note(...args) ?? "mounted twice",
      onReplaced: note,
    });
    const exchange = exchangeWith({}, framework);
    const answers = [
      exchange.responseHeader("x-a"),
      exchange.isSetByFramework("X-A"),
      exchange.bodyLimit(),
      exchange.route(),
      exchange.isRouted(),
      exchange.chosenStatus("broken"),
      exchange.isHandedOver,
      exchange.mountingMistake(),
      exchange.onReplaced(),
    ];
    expect(answers).toEqual([undefined, true, 7, "/a/:id", false, 503, true, "mounted twice", undefined]);
    const handle = "the handle";
    const expected = [[handle, "x-a"], [handle, "x-a"], [handle], [handle], [handle], [handle, "broken"], [handle]];
    expect(asked).toEqual([...expected, [handle], [handle]]);
  });

  test("that says nothing leaves everything unknown", () => {
    const exchange = exchangeWith({}, {});
    exchange.onReplaced();
    expect([
      exchange.isSetByFramework("x-a"),
      exchange.isHandedOver,
      exchange.bodyLimit(),
      exchange.route(),
      exchange.isRouted(),
      exchange.mountingMistake(),
      exchange.chosenStatus("broken"),
    ]).toEqual([false, false, undefined, undefined, undefined, undefined, 200]);
  });

  test("of a later call takes the place of an earlier one, on the same context", () => {
    const { request, response } = made();
    const first = requestContext(request, response, { route: (handle) => `/first/${handle}` }, 1);
    expect(requestContext(request, response)).toBe(first);
    expect(first.route?.()).toBe("/first/1");
    expect(requestContext(request, response, { route: (handle) => `/second/${handle}` }, 2)).toBe(first);
    expect(first.route?.()).toBe("/second/2");
    expect(first.native).toEqual({ request, response });
  });

  test("has no methods that it was not given, and takes no more", () => {
    const framework = defineFramework({ route: () => "/a" });
    expect([Object.getPrototypeOf(framework), Object.isFrozen(framework), Object.keys(framework)]).toEqual([
      null,
      true,
      ["route"],
    ]);
  });
});

test("an id goes along to another service", () => {
  const { request, response } = made();
  Object.defineProperty(request, "headers", { value: { "x-request-id": "req-1" } });
  expect(traceHeaders(contract, request, response)).toEqual({ "x-request-id": "req-1" });
});

type Look = (exchange: ReturnType<typeof exchangeOf>, response: ServerResponse, request: IncomingMessage) => unknown;
type Prepare = (request: IncomingMessage, response: ServerResponse) => unknown;

/** What a handler sees of its exchange, with the contract in force, with one that only reports, and without any. */
async function seen(look: Look, ask: (listener: Prepare) => Promise<unknown>): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  const prepares: readonly Prepare[] = [
    (request, response) => intercept(contract, request, response),
    (request, response) => intercept(watching, request, response),
    () => {},
  ];
  for (const prepare of prepares) {
    await ask((request, response) => {
      prepare(request, response);
      found.push(look(exchangeOf(request, response), response, request));
      if (!response.writableEnded) response.end();
    }).catch(() => {});
  }
  return found;
}

const overHttp1 = async (listener: Prepare) => send(await serving(listener), {});

describe("the phase of a response, intercepted, watched and left alone", () => {
  test.each<
    readonly [
      what: string,
      look: (response: ServerResponse, request: IncomingMessage) => unknown,
      phases: readonly string[],
    ]
  >([
    ["is open at first", () => {}, ["open", "open", "open"]],
    ["after the head of a success", (response) => response.writeHead(200), ["open", "open", "started"]],
    ["after the head of an error", (response) => response.writeHead(500), ["open", "open", "started"]],
    ["after a piece of a success", (response) => response.write("a"), ["started", "started", "started"]],
    ["after a piece of an error", (response) => response.writeHead(500).write("a"), ["open", "open", "started"]],
    ["after the end", (response) => response.end("a"), ["finished", "finished", "finished"]],
    ["after it was destroyed", (response) => response.destroy(), ["gone", "gone", "gone"]],
    ["after its connection was destroyed", (_response, request) => request.socket.destroy(), ["gone", "gone", "gone"]],
    ["after its connection was ended", (_response, request) => request.socket.end(), ["gone", "gone", "gone"]],
    [
      "after its end, once its connection is destroyed",
      (response) => response.end("a".repeat(1_000_000)).destroy(),
      ["gone", "gone", "gone"],
    ],
    [
      "after a piece of a success that failed",
      (response) => {
        response.on("error", () => {});
        response.write("a");
        response.destroy(new Error("broken"));
      },
      ["started", "started", "started"],
    ],
    [
      "after a piece of a success that was cut off",
      (response) => {
        response.write("a");
        abortResponse(response);
      },
      ["started", "gone", "gone"],
    ],
  ])("%s", async (_what, act, phases) => {
    const look: Look = (exchange, response, request) => {
      act(response, request);
      return exchange.phase();
    };
    expect(await seen(look, overHttp1)).toEqual(phases);
  });

  test("is finished once a framework has the contract's response", async () => {
    const phases: unknown[] = [];
    const error: ErrorResponse = { status: 503, headers: {}, body: "{}" };
    const url = await serving((request, response) => {
      const responder = intercept(contract, request, response);
      handOverResponse(response, error);
      phases.push(responder?.context.phase());
      response.end();
    });
    await send(url, {});
    expect(phases).toEqual(["finished"]);
  });
});

describe("the status that was chosen, intercepted, watched and left alone", () => {
  test.each<readonly [what: string, act: (response: ServerResponse) => unknown, statuses: readonly number[]]>([
    ["is that of the response", (response) => Object.assign(response, { statusCode: 404 }), [404, 404, 404]],
    [
      "is that of the head once there is one",
      (response) => Object.assign(response.writeHead(404), { statusCode: 200 }),
      [404, 404, 200],
    ],
  ])("%s", async (_what, act, statuses) => {
    const look: Look = (exchange, response) => {
      act(response);
      return exchange.chosenStatus("broken");
    };
    expect(await seen(look, overHttp1)).toEqual(statuses);
  });
});

describe("a response has begun and nothing has left, intercepted, watched and left alone", () => {
  const all = (is: boolean) => [is, false, false];

  test.each<
    readonly [
      what: string,
      act: (response: ServerResponse) => unknown,
      hasBegun: readonly boolean[],
      over2: readonly boolean[],
    ]
  >([
    ["at first", () => {}, all(false), all(false)],
    ["after the head of a success", (response) => response.writeHead(200), all(true), all(false)],
    ["after the head of an error", (response) => response.writeHead(500), all(true), all(true)],
    ["after a piece of an error", (response) => response.writeHead(500).write("a"), all(true), all(true)],
    ["after a piece of a success", (response) => response.write("a"), all(false), all(false)],
  ])("%s", async (_what, act, hasBegun, over2) => {
    const look: Look = (exchange, response) => {
      act(response);
      return exchange.hasBegun;
    };
    expect(await seen(look, overHttp1)).toEqual(hasBegun);
    expect(await seen(look, overHttp2)).toEqual(over2);
  });
});
