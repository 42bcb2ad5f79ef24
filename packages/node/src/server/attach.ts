import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Http2SecureServer, Http2Server } from "node:http2";
import type { Duplex } from "node:stream";
import type { Contract } from "@uhp-errors/core";
import { type AdapterContract, expectContract } from "@uhp-errors/core/adapter";
import { noteContract, shared, warnOnce } from "@uhp-errors/core/internal";
import { intercept } from "../response/intercept.ts";
import { hasHead } from "../written/sent-field.ts";
import { listenForClientErrors } from "./client-error.ts";
import { observeServer } from "./observe-server.ts";
import {
  addContract,
  countedResponse,
  hasHost,
  isCounting,
  noteCounted,
  onRequestStart,
  responseOn,
} from "./requests.ts";

/** The contracts of each server, in the order in which they were attached. */
const ATTACHED = /* @__PURE__ */ shared("node/attached", () => new WeakMap<object, AdapterContract[]>());

/** The events besides `request` with which a server emits a request. */
const HANDED_OVER: ReadonlySet<string> = new Set(["checkContinue", "checkExpectation"]);

/**
 * Puts a contract in charge of what a Node HTTP server answers by itself, before any framework sees the request:
 *
 * - 400 for a malformed request, and for an HTTP/1.1 request without `Host`
 * - 405 for CONNECT over HTTP/2
 * - 408 for a request that is too slow
 * - 413 for chunk extensions that are too large
 * - 417 for an unknown expectation
 * - 431 for headers that are too large
 * - 503 for a request beyond the server's `maxRequestsPerSocket`
 *
 * If a connection can carry no response any more, it is closed without one. A contract that only reports changes none
 * of these responses.
 *
 * You can attach several contracts to one server. The first one that applies to a request answers it. If the bytes
 * never became a request, the contract that was attached first answers.
 *
 * @throws TypeError if it gets anything but a server and a contract.
 * @example
 * attach(app.listen(3000), contract);
 */
export function attach(server: Server | Http2Server | Http2SecureServer, contract: Contract): void {
  expectServer(server);
  expectContract(contract, "attach");
  if (contract.reportOnly) {
    observeServer(server as Server, contract);
    return;
  }
  const contracts = addContract(ATTACHED, server, contract);
  if (contracts === undefined) return;
  const plain = server as Server;
  const interceptFirst = (request: IncomingMessage, response: ServerResponse) =>
    contracts.find((candidate) => intercept(candidate, request, response) !== undefined);

  plain.on("clientError", listenForClientErrors(contracts));
  // Node answers by itself only if this event has no listener.
  plain.on("checkExpectation", (request: IncomingMessage, response: ServerResponse) => {
    if (hasHead(response) || response.writableEnded) return;
    interceptFirst(request, response);
    response.writeHead(417).end();
  });
  // Node writes its 503 right after this event.
  plain.on("dropRequest", (request: IncomingMessage, socket: Duplex) => {
    const response = countedResponse(request) ?? responseOn(socket);
    if (response?.req === request) interceptFirst(request, response);
  });
  if ("updateSettings" in server) answerConnect(plain, interceptFirst);
  const count = () => isCounting(plain) && onRequestStart(noteCounted);
  plain.on("connection", count);
  count();
  answerMissingHost(plain, interceptFirst);
}

/**
 * If nothing listens for CONNECT, Node answers it over HTTP/2, and closes the connection over HTTP/1. A listener turns
 * that off, so it is done here.
 */
function answerConnect(
  server: Server,
  interceptFirst: (request: IncomingMessage, response: ServerResponse) => unknown,
): void {
  server.prependListener("connect", (request: IncomingMessage, answer: Duplex | ServerResponse) => {
    const isHttp2 = request.httpVersionMajor >= 2;
    if (isHttp2) interceptFirst(request, answer as ServerResponse);
    if (server.listenerCount("connect") > 1) return;
    if (isHttp2) (answer as ServerResponse).writeHead(405).end();
    else answer.destroy();
  });
}

/** Whether a value is one of Node's servers: it has events and an address. */
function isServer(value: unknown): value is Server {
  const { on, address } = Object(value) as Partial<Server>;
  return typeof on === "function" && typeof address === "function";
}

function expectServer(value: unknown): void {
  if (isServer(value)) return;
  throw new TypeError("attach: expected a server of node:http or node:http2, such as app.listen(3000) returns");
}

/** Checks for a missing `Host` in Node's place, because Node writes its own 400 without an event. */
function answerMissingHost(
  server: Server,
  interceptFirst: (request: IncomingMessage, response: ServerResponse) => unknown,
): void {
  const settings = server as Server & { requireHostHeader?: boolean };
  if (settings.requireHostHeader !== true) return;
  settings.requireHostHeader = false;
  const { emit } = server;
  server.emit = function (this: Server, ...args: [event: string, ...unknown[]]): boolean {
    const [event, request, response] = args as [string, IncomingMessage, ServerResponse];
    const isHandedOver = event === "request" || HANDED_OVER.has(event);
    if (!isHandedOver || hasHost(request)) return Reflect.apply(emit, this, args);
    interceptFirst(request, response);
    response.writeHead(400, { Connection: "close" }).end();
    return true;
  } as typeof emit;
}

/**
 * An application of a framework that makes its own server.
 *
 * @experimental
 */
export interface ListenableApp {
  listen(...args: never[]): unknown;
}

/**
 * Attaches a contract to every server that the application's `listen` makes from now on.
 *
 * @experimental
 */
export function attachOnListen(app: ListenableApp, contract: Contract): void {
  const { listen } = app;
  app.listen = function (this: unknown, ...args: never[]): unknown {
    const listening: unknown = Reflect.apply(listen, this, args);
    // A `listen` that other code has replaced may return anything. Then `attachToServerOf` finds the server at the
    // first request.
    const found = (server: unknown) => {
      if (isServer(server)) attach(server, contract);
      return server;
    };
    const { then } = Object(listening) as { readonly then?: unknown };
    // A rejection is the caller's to handle: the caller gets the promise that `then` returns.
    return typeof then === "function" ? Reflect.apply(then, listening, [found]) : found(listening);
  };
}

/**
 * Attaches a contract to the server that a request came in on. For applications that do not make their own server, so
 * that `attach` cannot be called before the first request.
 *
 * @param known What the previous call returned. If it is the server of this request, nothing is done.
 * @returns The server. Pass it as `known` with the next request. If the request has no server, as in some tests,
 * returns `known`.
 * @experimental
 */
export function attachToServerOf(request: IncomingMessage, contract: Contract, known?: object): object | undefined {
  const server = serverOf(request);
  if (server === undefined || server === known) return known;
  attach(server, contract);
  return server;
}

/**
 * Attaches a contract to all servers of an application, for an adapter's `install`.
 *
 * @returns What attaches it to the server that a request came in on. Call it at each request for which the application
 * is in charge of the server, because another one may have made it.
 * @experimental
 */
export function attachToServersOf(app: ListenableApp, contract: Contract): (request: IncomingMessage) => void {
  noteContract(app, contract);
  attachOnListen(app, contract);
  let server: object | undefined;
  return (request) => {
    server = attachToServerOf(request, contract, server);
  };
}

/** The contracts that have had their first request. */
const looked = new WeakSet<Contract>();

/**
 * Warns at a contract's first request if its server was not passed to `attach`. Does not warn if `NODE_ENV` is `test`,
 * because test runners make a server for each request.
 *
 * @experimental
 */
export function warnUnlessAttached(contract: Contract, request: IncomingMessage): void {
  // A contract that only reports sends no envelopes, so this warning does not apply.
  if (contract.reportOnly || looked.has(contract)) return;
  looked.add(contract);
  const server = serverOf(request);
  if (server === undefined || ATTACHED.has(server) || process.env["NODE_ENV"] === "test") return;
  warnOnce(
    "UHP_NOT_ATTACHED",
    "the server was not handed to attach(server, contract): what Node answers by itself, a malformed request for one, leaves without an envelope; write attach(app.listen(3000), contract)",
  );
}

/** Returns the server that a request came in on; `undefined` if a test made the request by hand. */
function serverOf(request: IncomingMessage): Server | undefined {
  const { server } = Object(request.socket) as { readonly server?: Server };
  return server;
}
