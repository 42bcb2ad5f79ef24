import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { Contract, WireResponse } from "@uhp-errors/core";
import { facts, write } from "./exchange.ts";

/**
 * Answers in the contract's shape what a Node HTTP server answers by itself, before any framework sees it: malformed
 * requests (400), slow ones (408), oversized chunk extensions (413), unknown expectations (417), oversized headers (431)
 * and HTTP/1.1 requests without `Host` (400). A connection that is beyond an answer is closed silently.
 *
 * Not covered, because Node gives no way in: its 503 for a connection past `maxRequestsPerSocket`.
 *
 * @example
 * uhp.attach(app.listen(3000), contract);
 */
export function attach(server: Server, contract: Contract): void {
  server.on("clientError", (error: Error, socket: Duplex) => {
    const wire = contract.malformed(error);
    if (wire === undefined || !socket.writable || answerHasBegun(socket)) socket.destroy();
    else socket.end(messageOf(wire), () => socket.destroy());
  });
  server.on("checkExpectation", (request: IncomingMessage, response: ServerResponse) => {
    refuse(contract, 417, request, response);
  });
  answerMissingHost(server, contract);
}

/** Node writes its own 400 for a missing `Host` without an event, so the check is made here in its place. */
function answerMissingHost(server: Server, contract: Contract): void {
  const settings = server as Server & { requireHostHeader?: boolean };
  if (settings.requireHostHeader !== true) return;
  settings.requireHostHeader = false;
  const emit = server.emit;
  server.emit = function (this: Server, event: string, ...args: unknown[]): boolean {
    const [request, response] = args as [IncomingMessage, ServerResponse];
    const hostless = event === "request" && request.httpVersion === "1.1" && request.headers.host === undefined;
    if (!hostless) return Reflect.apply(emit, this, [event, ...args]);
    response.setHeader("Connection", "close");
    refuse(contract, 400, request, response);
    return true;
  };
}

function refuse(contract: Contract, status: number, request: IncomingMessage, response: ServerResponse): void {
  const exchange = facts(request, response);
  const written = { status, header: () => undefined, body: "" };
  const wire = contract.covers(exchange) ? contract.fill(written, exchange) : undefined;
  if (wire !== undefined) write(response, wire);
  else response.writeHead(status).end();
}

/** Whether part of an earlier answer on the connection has left, so that another one would be garbage inside it. */
function answerHasBegun(socket: Duplex): boolean {
  const { _httpMessage: answer } = socket as Duplex & { readonly _httpMessage?: ServerResponse | null };
  return answer?.headersSent === true;
}

function messageOf(wire: WireResponse): string {
  const fields = Object.entries({ ...wire.headers, Date: new Date().toUTCString(), Connection: "close" });
  const head = [
    `HTTP/1.1 ${wire.status} ${STATUS_CODES[wire.status]}`,
    ...fields.map(([name, value]) => `${name}: ${value}`),
  ];
  return `${head.join("\r\n")}\r\n\r\n${wire.body}`;
}
