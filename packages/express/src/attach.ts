import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { Contract, WireResponse } from "@uhp-errors/core";
import { guard } from "./guard.ts";
import { OutgoingAnswer } from "./outgoing.ts";

/** Events with which a server hands a request over. */
const HANDED_OVER: ReadonlySet<string> = new Set(["request", "checkContinue", "checkExpectation"]);

/**
 * Answers in the contract's shape what a Node HTTP server answers by itself, before any framework sees it: malformed
 * requests (400), slow ones (408), oversized chunk extensions (413), unknown expectations (417), oversized headers (431),
 * HTTP/1.1 requests without `Host` (400), and those past `maxRequestsPerSocket` (503). A connection that is beyond an
 * answer is closed silently.
 *
 * @example
 * uhp.attach(app.listen(3000), contract);
 */
export function attach(server: Server, contract: Contract): void {
  server.on("clientError", (error: Error, socket: Duplex) => {
    const wire = socket.writable && !answerHasBegun(socket) ? contract.malformed(error) : undefined;
    if (wire === undefined) socket.destroy();
    else socket.end(messageOf(wire), () => socket.destroy());
  });
  // In place of Node's own answer, which it leaves to whoever listens.
  server.on("checkExpectation", (request: IncomingMessage, response: ServerResponse) => {
    if (response.headersSent || response.writableEnded) return;
    guard(contract, request, response);
    response.writeHead(417).end();
  });
  // Node writes its 503 behind this event, to the response that is already on the socket.
  server.on("dropRequest", (request: IncomingMessage, socket: Duplex) => {
    const response = answerOn(socket);
    if (response?.req === request) guard(contract, request, response);
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
    const hostless = HANDED_OVER.has(event) && request.httpVersion === "1.1" && request.headers.host === undefined;
    if (!hostless) return Reflect.apply(emit, this, [event, ...args]);
    guard(contract, request, response);
    response.writeHead(400, { Connection: "close" }).end();
    return true;
  };
}

/** Whether part of an earlier answer on the connection has left, so that another one would be garbage inside it. */
function answerHasBegun(socket: Duplex): boolean {
  const answer = answerOn(socket);
  return answer?.headersSent === true && !OutgoingAnswer.of(answer)?.begun;
}

/** The answer that a connection is taken by, under Node's own name for it. */
function answerOn(socket: Duplex): ServerResponse | null | undefined {
  return (socket as Duplex & { readonly _httpMessage?: ServerResponse | null })._httpMessage;
}

function messageOf(wire: WireResponse): string {
  const fields = Object.entries({ ...wire.headers, Date: new Date().toUTCString(), Connection: "close" });
  const head = [
    `HTTP/1.1 ${wire.status} ${STATUS_CODES[wire.status]}`,
    ...fields.map(([name, value]) => `${name}: ${value}`),
  ];
  return `${head.join("\r\n")}\r\n\r\n${wire.body}`;
}
