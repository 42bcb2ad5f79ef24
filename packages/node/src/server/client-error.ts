import { type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { Contract } from "@uhp-errors/core";
import { shared } from "@uhp-errors/core/adapter";
import { nothingLeft } from "../request/progress.ts";
import { requestContext } from "../request/request-context.ts";

/** Connections that have had their answer: several listeners of one server may be told of one error. */
const ANSWERED = /* @__PURE__ */ shared("node/answered", () => new WeakSet<Duplex>());

/**
 * A listener for the `clientError` event of a Node HTTP server, which answers what the parser refused: malformed requests,
 * slow ones, oversized headers. A connection that is beyond an answer is closed silently.
 */
export function clientErrorListener(contract: Contract): (error: Error, socket: Duplex) => void {
  return listenForClientErrors([contract]);
}

/** The same for the contracts of one server, more of which may be added. */
export function listenForClientErrors(contracts: readonly Contract[]): (error: Error, socket: Duplex) => void {
  return (error, socket) => {
    if (ANSWERED.has(socket)) return;
    ANSWERED.add(socket);
    const message = answerTo(error, socket, contracts);
    if (message === undefined) socket.destroy();
    else socket.end(message, () => socket.destroy());
  };
}

function answerTo(error: Error, socket: Duplex, contracts: readonly Contract[]): string | undefined {
  if (!socket.writable) return undefined;
  const pending = answerOn(socket);
  // An answer that was handed over whole is before ours on the wire, and has nothing to do with it.
  if (!pending || (pending.writableEnded && !hasLeft(error))) return messageOf(contracts[0]?.clientError(error));
  // Whoever reads the body of a request, or writes its answer, learns by itself that the client left.
  if (hasLeft(error) || isHeadSent(pending)) return undefined;
  const context = requestContext(pending.req, pending);
  const contract = contracts.find((candidate) => candidate.appliesTo(context));
  return contract === undefined ? nodesOwn(error) : messageOf(contract.clientError(error, context));
}

/** Whether the connection broke off, for the parser in the middle of a message. */
function hasLeft(error: Error): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ECONNRESET" || code === "HPE_INVALID_EOF_STATE";
}

/** Whether part of an earlier answer on the connection has left, so that another one would be garbage inside it. */
function isHeadSent(answer: ServerResponse): boolean {
  return !nothingLeft(answer);
}

/** The answer that a connection is taken by, under Node's own name for it. */
function answerOn(socket: Duplex): ServerResponse | null | undefined {
  return (socket as Duplex & { readonly _httpMessage?: ServerResponse | null })._httpMessage;
}

/** What Node says of an error where nobody listens. */
const NODES_STATUS: ReadonlyMap<string, number> = new Map([
  ["ERR_HTTP_REQUEST_TIMEOUT", 408],
  ["HPE_CHUNK_EXTENSIONS_OVERFLOW", 413],
  ["HPE_HEADER_OVERFLOW", 431],
]);

function nodesOwn(error: Error): string {
  const status = NODES_STATUS.get((error as NodeJS.ErrnoException).code ?? "") ?? 400;
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`;
}

function messageOf(wire: ReturnType<Contract["clientError"]>): string | undefined {
  if (wire === undefined) return undefined;
  const fields = Object.entries({ ...wire.headers, Date: new Date().toUTCString(), Connection: "close" });
  const head = [
    `HTTP/1.1 ${wire.status} ${STATUS_CODES[wire.status]}`,
    ...fields.map(([name, value]) => `${name}: ${value}`),
  ];
  return `${head.join("\r\n")}\r\n\r\n${wire.body}`;
}
