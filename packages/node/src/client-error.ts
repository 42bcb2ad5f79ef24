import { type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { Contract, WireResponse } from "@uhp-errors/core";
import { OutgoingAnswer } from "./outgoing.ts";

/** Connections that have had their answer: several listeners of one server may be told of one error. */
const ANSWERED = new WeakSet<Duplex>();

/**
 * A listener for the `clientError` event of a Node HTTP server, which answers what the parser refused: malformed requests,
 * slow ones, oversized headers. A connection that is beyond an answer is closed silently.
 */
export function clientErrorListener(contract: Contract): (error: Error, socket: Duplex) => void {
  return (error, socket) => {
    if (ANSWERED.has(socket)) return;
    ANSWERED.add(socket);
    const answer = answerOn(socket);
    // Whoever reads the body of a request, or writes its answer, learns by itself that the client left.
    const known = hasLeft(error) && answer !== undefined && answer !== null;
    const wire = known || !socket.writable || hasBegun(answer) ? undefined : contract.malformed(error);
    if (wire === undefined) socket.destroy();
    else socket.end(messageOf(wire), () => socket.destroy());
  };
}

/** Whether the connection broke off, for the parser in the middle of a message. */
function hasLeft(error: Error): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ECONNRESET" || code === "HPE_INVALID_EOF_STATE";
}

/** Whether part of an earlier answer on the connection has left, so that another one would be garbage inside it. */
function hasBegun(answer: ServerResponse | null | undefined): boolean {
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
