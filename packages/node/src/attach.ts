import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Contract } from "@uhp-errors/core";
import { clientErrorListener } from "./client-error.ts";
import { guard } from "./guard.ts";

/** Events with which a server hands a request over. */
const HANDED_OVER: ReadonlySet<string> = new Set(["request", "checkContinue", "checkExpectation"]);

/**
 * Answers in the contract's shape what a Node HTTP server answers by itself, before any framework sees it: malformed
 * requests (400), slow ones (408), oversized chunk extensions (413), unknown expectations (417), oversized headers (431),
 * HTTP/1.1 requests without `Host` (400), and those past `maxRequestsPerSocket` (503). A connection that is beyond an
 * answer is closed silently.
 *
 * @example
 * attach(app.listen(3000), contract);
 */
export function attach(server: Server, contract: Contract): void {
  server.on("clientError", clientErrorListener(contract));
  // In place of Node's own answer, which it leaves to whoever listens.
  server.on("checkExpectation", (request: IncomingMessage, response: ServerResponse) => {
    if (response.headersSent || response.writableEnded) return;
    guard(contract, request, response);
    response.writeHead(417).end();
  });
  // Node writes its 503 behind this event.
  server.on("dropRequest", (request: IncomingMessage) => {
    const response = COUNTED.get(request);
    if (response !== undefined) guard(contract, request, response);
  });
  // Once for all servers.
  unsubscribe(REQUEST_START, remember);
  subscribe(REQUEST_START, remember);
  answerMissingHost(server, contract);
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

function remember(message: unknown): void {
  const { request, response, server } = message as RequestStart;
  if ((server.maxRequestsPerSocket ?? 0) > 0) COUNTED.set(request, response);
}

/** Node writes its own 400 for a missing `Host` without an event, so the check is made here in its place. */
function answerMissingHost(server: Server, contract: Contract): void {
  const settings = server as Server & { requireHostHeader?: boolean };
  if (settings.requireHostHeader !== true) return;
  settings.requireHostHeader = false;
  const emit = server.emit;
  server.emit = function (this: Server, event: string, ...args: unknown[]): boolean {
    const [request, response] = args as [IncomingMessage, ServerResponse];
    const hostless = HANDED_OVER.has(event) && request.httpVersion === "1.1" && request.headers.host === undefined;
    if (!hostless) return Reflect.apply(emit, this, [event, ...args]);
    guard(contract, request, response);
    response.writeHead(400, { Connection: "close" }).end();
    return true;
  };
}
