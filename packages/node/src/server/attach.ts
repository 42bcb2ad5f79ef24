import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Http2SecureServer, Http2Server } from "node:http2";
import type { Duplex } from "node:stream";
import type { Contract } from "@uhp-errors/core";
import { expectContract } from "@uhp-errors/core/adapter";
import { intercept } from "../interception/intercept.ts";
import { ATTACHED } from "./attached.ts";
import { listenForClientErrors } from "./client-error.ts";

/** Events other than `request` with which a server hands a request over. */
const HANDED_OVER: ReadonlySet<string> = new Set(["checkContinue", "checkExpectation"]);

/**
 * Answers in the contract's shape what a Node HTTP server answers by itself, before any framework sees it: malformed
 * requests (400), slow ones (408), oversized chunk extensions (413), unknown expectations (417), oversized headers (431),
 * HTTP/1.1 requests without `Host` (400), CONNECT over HTTP/2 (405), and those past `maxRequestsPerSocket` (503). A connection that is beyond an
 * answer is closed silently.
 *
 * Several contracts may be attached to one server: the first that covers a request answers. Of bytes that never became a
 * request nothing is known, so the first contract of all answers them.
 *
 * @throws TypeError when it gets anything but a server and a contract.
 * @example
 * attach(app.listen(3000), contract);
 */
export function attach(server: Server | Http2Server | Http2SecureServer, contract: Contract): void {
  expectServer(server);
  expectContract(contract, "attach");
  const others = ATTACHED.get(server);
  if (others !== undefined) {
    if (!others.includes(contract)) others.push(contract);
    return;
  }
  const contracts = [contract];
  ATTACHED.set(server, contracts);
  const plain = server as Server;
  const interceptFirst = (request: IncomingMessage, response: ServerResponse) =>
    contracts.find((candidate) => intercept(candidate, request, response) !== undefined);

  plain.on("clientError", listenForClientErrors(contracts));
  // In place of Node's own answer, which it leaves to whoever listens.
  plain.on("checkExpectation", (request: IncomingMessage, response: ServerResponse) => {
    if (response.headersSent || response.writableEnded) return;
    interceptFirst(request, response);
    response.writeHead(417).end();
  });
  // Node writes its 503 behind this event.
  plain.on("dropRequest", (request: IncomingMessage, socket: Duplex) => {
    const response = COUNTED.get(request) ?? responseOn(socket, request);
    if (response !== undefined) interceptFirst(request, response);
  });
  if ("updateSettings" in server) answerConnect(plain, interceptFirst);
  plain.on("connection", () => countRequests(plain));
  countRequests(plain);
  answerMissingHost(plain, interceptFirst);
}

/** Over HTTP/2, Node answers CONNECT by itself where nobody listens for it. Over HTTP/1 it closes the connection. */
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

/** Whether a value is a server of Node's: one that listens and has an address. */
export function isServer(value: unknown): value is Server {
  const { on, address } = Object(value) as Partial<Server>;
  return typeof on === "function" && typeof address === "function";
}

function expectServer(value: unknown): void {
  if (isServer(value)) return;
  throw new TypeError("attach: expected a server of node:http or node:http2, such as app.listen(3000) returns");
}

/** The responses to requests on connections that may carry only so many: the event for one too many does not tell. */
const COUNTED = new WeakMap<IncomingMessage, ServerResponse>();

const REQUEST_START = "http.server.request.start";

/** What Node publishes of a request before it counts it. */
interface RequestStart {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly server: Server;
}

/** Listens for the start of requests, once for all servers: Node then makes a message for each, so only where it is needed. */
function countRequests(server: Server): void {
  if (!isCounting(server)) return;
  unsubscribe(REQUEST_START, remember);
  subscribe(REQUEST_START, remember);
}

function remember(message: unknown): void {
  const { request, response, server } = message as RequestStart;
  if (isCounting(server)) COUNTED.set(request, response);
}

function isCounting(server: Server): boolean {
  return (server.maxRequestsPerSocket ?? 0) > 0;
}

/** The response that a connection is taken by, when it is that of a request. */
function responseOn(socket: Duplex, request: IncomingMessage): ServerResponse | undefined {
  const { _httpMessage: response } = socket as Duplex & { readonly _httpMessage?: ServerResponse | null };
  return response?.req === request ? response : undefined;
}

/** Node writes its own 400 for a missing `Host` without an event, so the check is made here in its place. */
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

function hasHost(request: IncomingMessage): boolean {
  return request.headers.host !== undefined || request.httpVersion !== "1.1";
}
