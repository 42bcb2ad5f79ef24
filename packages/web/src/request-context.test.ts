import { defineCatalog } from "@uhp-errors/core";
import { describe, expect, test } from "vitest";
import { createAdapterContract } from "../../../test/support/adapter-contract.ts";
import { loadedOnDeno } from "../../../test/support/loaded-on.ts";
import {
  answerOf,
  exchangeOf,
  type Framework,
  findAnswerWithStatus,
  requestContext,
  traceHeaders,
  watchBody,
  watchReaders,
} from "./request-context.ts";

const acme = defineCatalog({ vendor: "acme", codes: {} });
const ADDRESS = "https://api.acme.example/v1/x?q=1";
const requestOf = (init: RequestInit = {}) => new Request(ADDRESS, init);

describe("a request context", () => {
  test("says what is known of the request", () => {
    const request = requestOf({ method: "PUT", headers: { "x-own": "1" } });
    const context = requestContext(request);
    expect([context.method, context.path, context.header("x-own"), context.header("x-other")]).toEqual([
      "PUT",
      "/v1/x",
      "1",
      undefined,
    ]);
    expect(context.native).toBe(request);
  });

  test("is the same object for the same request", () => {
    const request = requestOf();
    expect(requestContext(request)).toBe(requestContext(request));
    expect(requestContext(request)).not.toBe(requestContext(requestOf()));
  });

  test("says what the framework knows", () => {
    const request = requestOf();
    const known: Framework = {
      route: () => "/v1/:id",
      isRouted: () => false,
      bodyLimit: () => 7,
      chosenStatus: () => 409,
      responseHeader: (name) => `${name}!`,
    };
    const facts = () => {
      const exchange = exchangeOf(request);
      return [
        exchange.route(),
        exchange.isRouted(),
        exchange.bodyLimit(),
        exchange.chosenStatus(),
        exchange.responseHeader("vary"),
      ];
    };
    expect(facts()).toEqual([undefined, undefined, undefined, undefined, undefined]);
    requestContext(request, known);
    expect(facts()).toEqual(["/v1/:id", false, 7, 409, "vary!"]);
    requestContext(request);
    expect(facts()).toEqual(["/v1/:id", false, 7, 409, "vary!"]);
    requestContext(request, {});
    expect(facts()).toEqual([undefined, undefined, undefined, undefined, undefined]);
  });

  test("has the status of a response that broke off rather than the framework's", () => {
    const request = requestOf();
    requestContext(request, { chosenStatus: () => 409 });
    exchangeOf(request).status = 502;
    expect(exchangeOf(request).chosenStatus()).toBe(502);
  });

  const writeHead = () => {};

  test.each<readonly [what: string, runtime: unknown, phase: string]>([
    ["", undefined, "gone"],
    [", on a runtime that says no more", {}, "gone"],
    [", on another runtime than Node", { deno: {} }, "gone"],
    [", with no response of Node's", { node: {} }, "gone"],
    [", with a response that says no more", { node: { res: {} } }, "gone"],
    [", with a response that is closed", { node: { res: { writeHead, destroyed: true } } }, "gone"],
    [", with a response that is not closed", { node: { res: { writeHead, destroyed: false } } }, "open"],
  ])("is that of a client that has left if the signal says so%s", (_what, runtime, phase) => {
    const left = new AbortController();
    const request = Object.assign(requestOf({ signal: left.signal }), runtime === undefined ? {} : { runtime });
    expect(exchangeOf(request).phase()).toBe("open");
    left.abort();
    expect(exchangeOf(request).phase()).toBe(phase);
  });

  test("is open without a signal", () => {
    const request = { method: "GET", url: ADDRESS, headers: new Headers() } as Request;
    expect(exchangeOf(request).phase()).toBe("open");
  });

  test("says whether the head has left, unless the client has", () => {
    const exchange = exchangeOf(requestOf());
    exchange.progress = "started";
    expect(exchange.phase()).toBe("started");
    exchange.isGone = true;
    expect(exchange.phase()).toBe("gone");
  });
});

test("the headers for another service carry the request's id and its trace", () => {
  const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  const contract = createAdapterContract(acme);
  const headers = traceHeaders(contract, requestOf({ headers: { "x-request-id": "r1", traceparent } }));
  expect(headers).toEqual({ "x-request-id": "r1", traceparent });
});

test("of several answers, the last of a contract and the last with a status are found", () => {
  const [one, two, three] = [acme, acme, acme].map((catalog) => createAdapterContract(catalog, { onError: () => {} }));
  const exchange = exchangeOf(requestOf());
  if (one === undefined || two === undefined || three === undefined) throw new Error("there are three");
  const errors = [one, two].map((contract, at) => contract.notFound(exchange, at === 0 ? [] : ["PUT"]));
  const [first, second] = errors;
  if (first === undefined || second === undefined) throw new Error("there are two");
  expect([answerOf(exchange, one), findAnswerWithStatus(404, exchange)]).toEqual([undefined, undefined]);
  const earlier = { contract: one, error: first, earlier: undefined };
  exchange.answer = { contract: two, error: second, earlier };
  expect(answerOf(exchange, one)).toBe(first);
  expect(answerOf(exchange, two)).toBe(second);
  expect(answerOf(exchange, three)).toBe(undefined);
  expect([
    findAnswerWithStatus(404, exchange)?.error,
    findAnswerWithStatus(405, exchange)?.error,
    findAnswerWithStatus(500, exchange),
  ]).toEqual([first, second, undefined]);
});

/** Whether an error that a promise rejects with counts as one of the request's body. */
async function counts(request: Request, promise: Promise<unknown>): Promise<boolean> {
  const thrown = await promise.then(
    () => "nothing was thrown",
    (error: unknown) => error,
  );
  return exchangeOf(request).isBodyError(thrown);
}

describe("an error of reading a request", () => {
  const broken = (): RequestInit => ({ method: "POST", body: "{x" });
  const noForm = { "content-type": "multipart/form-data; boundary=b" };

  test.each<readonly [what: string, init: RequestInit, read: (request: Request) => Promise<unknown>, is: boolean]>([
    ["JSON", broken(), (request) => request.json(), true],
    ["a form", { ...broken(), headers: noForm }, (request) => request.formData(), true],
    ["JSON of no body", { method: "POST" }, (request) => request.json(), true],
    ["JSON of DELETE", { method: "DELETE", body: "{x" }, (request) => request.json(), true],
    ["JSON of a copy", broken(), (request) => request.clone().json(), true],
    ["JSON of a copy's copy", broken(), (request) => request.clone().clone().json(), true],
    ["JSON of GET", {}, (request) => request.json(), false],
    ["JSON of HEAD", { method: "HEAD" }, (request) => request.json(), false],
    [
      "a body that is read again",
      { method: "POST", body: "{}" },
      async (request) => {
        await request.json();
        return request.json();
      },
      false,
    ],
    ["its own text", broken(), async (request) => JSON.parse(await request.text()), false],
  ])("is the client's mistake, or is not: %s", async (_what, init, read, is) => {
    const request = requestOf(init);
    watchBody(request);
    expect(await counts(request, read(request))).toBe(is);
  });

  test.each<readonly [what: string, make: () => Request, is: boolean]>([
    [
      "the runtime shows a body",
      () => Object.defineProperty(requestOf(), "body", { value: new ReadableStream() }),
      true,
    ],
    [
      "a stand-in hides its body",
      () => {
        class StandIn extends Request {
          override get body(): ReadableStream<Uint8Array<ArrayBuffer>> {
            return new ReadableStream();
          }
        }
        return new StandIn(ADDRESS);
      },
      false,
    ],
  ])("of GET is the client's mistake if there is a body: %s", async (_what, make, is) => {
    const request = make();
    watchBody(request);
    expect(await counts(request, request.json())).toBe(is);
  });

  test("does not count without a watch", async () => {
    const request = requestOf(broken());
    expect(await counts(request, request.json())).toBe(false);
  });

  test.each([undefined, null, "text", 7])("never is %j", (thrown) => {
    expect(exchangeOf(requestOf()).isBodyError(thrown)).toBe(false);
  });
});

test("a request that cannot change is left as it is", () => {
  const request = Object.freeze(requestOf({ method: "POST", body: "{}" }));
  watchBody(request);
  expect(Object.keys(request)).toEqual([]);
});

describe("an error of another reader of the body", () => {
  const named = Object.assign(new Error("not FormData"), { name: "OwnError" });

  test.each<readonly [what: string, thrown: unknown, isUsed: boolean, is: boolean]>([
    ["a SyntaxError", new SyntaxError("x"), false, true],
    ["a SyntaxError of a body that was read", new SyntaxError("x"), true, true],
    ["a TypeError", new TypeError("x"), false, true],
    ["a TypeError of a body that was read", new TypeError("x"), true, false],
    ["Bun's error about a form", new Error("Can't read FormData"), false, true],
    ["Bun's error about a form that was read", new Error("Can't read FormData"), true, false],
    ["another error", new Error("x"), false, false],
    ["an error about something with a longer name", new Error("FormDatabase"), false, false],
    ["an error of another name", named, false, false],
    ["what is no Error", { name: "Error", message: "FormData" }, false, false],
  ])("is the client's mistake, or is not: %s", async (_what, thrown, isUsed, is) => {
    const reader = { own: () => Promise.reject(thrown) };
    watchReaders(reader, ["own"], () => isUsed);
    await expect(reader.own()).rejects.toBe(thrown);
    expect(exchangeOf(requestOf()).isBodyError(thrown)).toBe(is);
  });

  test.each<readonly [what: string, thrown: unknown, times: number]>([
    ["a lost connection", Object.assign(new Error("Network connection lost."), { retryable: true }), 1],
    ["another failure", new Error("x"), 0],
    ["a mistake of the client", new TypeError("x"), 0],
  ])("says that the client has left, or does not: %s", async (_what, thrown, times) => {
    let lost = 0;
    const reader = { own: () => Promise.reject(thrown) };
    watchReaders(
      reader,
      ["own"],
      () => false,
      () => {
        lost += 1;
      },
    );
    await expect(reader.own()).rejects.toBe(thrown);
    expect(lost).toBe(times);
  });

  test("needs no function for a lost connection", async () => {
    const thrown = Object.assign(new Error("Network connection lost."), { retryable: true });
    const reader = { own: () => Promise.reject(thrown) };
    watchReaders(reader, ["own"], () => false);
    await expect(reader.own()).rejects.toBe(thrown);
  });
});

test("a watched reader gets its own object and all arguments, and only the named methods are watched", async () => {
  const other = () => Promise.resolve(0);
  const reader = {
    base: 1,
    add(...numbers: number[]) {
      return Promise.resolve(numbers.reduce((sum, one) => sum + one, this.base));
    },
    other,
  };
  watchReaders(reader as never, ["add"] as never[], () => false);
  expect(await reader.add(2, 3)).toBe(6);
  expect(reader.other).toBe(other);
});

test("a reader that cannot change is refused", () => {
  const reader = Object.freeze({ own: () => Promise.resolve(1) });
  expect(() => watchReaders(reader, ["own"], () => false)).toThrow(TypeError);
});

describe("on a runtime that serves responses by itself", async () => {
  const onDeno = await loadedOnDeno(() => import("./request-context.ts"));
  const lost = Object.assign(new Error("Network connection lost."), { retryable: true });

  test.each(["json", "formData", "text", "arrayBuffer", "blob", "bytes"])(
    "the client has left if %s says so",
    async (name) => {
      const request = requestOf({ method: "POST", body: "x" });
      Object.defineProperty(request, name, { value: () => Promise.reject(lost), configurable: true, writable: true });
      onDeno.watchBody(request);
      await expect(Reflect.get(request, name)()).rejects.toBe(lost);
      expect(onDeno.exchangeOf(request).phase()).toBe("gone");
    },
  );
});

test("a method is watched only where its errors say something", () => {
  const request = requestOf({ method: "POST", body: "x" });
  watchBody(request);
  expect(["json", "formData", "clone", "text", "blob"].map((name) => Object.hasOwn(request, name))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});

describe("how far a response on Node has come", () => {
  const outgoing = { writeHead: () => {}, headersSent: false, writableEnded: false, destroyed: false };
  const begun = { ...outgoing, headersSent: true };

  test.each<readonly [progress: "open" | "returned" | "started", node: object | undefined, phase: string]>([
    ["open", undefined, "open"],
    ["open", outgoing, "open"],
    ["open", begun, "started"],
    ["open", { ...begun, writableEnded: true }, "finished"],
    // The server has written the head of what the handler returned.
    ["returned", begun, "open"],
    ["started", outgoing, "started"],
    ["started", undefined, "started"],
  ])("%s, with %j: %s", (progress, node, phase) => {
    const exchange = exchangeOf(new Request("https://api.acme.example/"));
    Object.assign(exchange, { progress, env: { outgoing: node } });
    expect(exchange.phase()).toBe(phase);
  });

  test("is said by what the framework got of its server, or else by what the handler got", () => {
    const exchange = exchangeOf(new Request("https://api.acme.example/"));
    Object.assign(exchange, { env: { outgoing } });
    const found = (framework: object | undefined) => Object.assign(exchange, { framework }).node;
    expect([found(undefined), found({}), found({ env: () => undefined })]).toEqual([outgoing, outgoing, outgoing]);
    expect(found({ env: () => ({ outgoing: begun }) })).toBe(begun);
  });
});
