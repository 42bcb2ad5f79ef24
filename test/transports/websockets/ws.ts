import type { Server } from "node:http";
import type { HandledError } from "@uhp-errors/core";
import { type RawData, type WebSocket, WebSocketServer } from "ws";
import { z } from "zod";
import { acme, admit, contract, placeOrder } from "../support/orders.ts";

const Message = z.object({ id: z.string(), order: z.unknown() });

function messageOf(data: RawData, isBinary: boolean) {
  try {
    return Message.parse(isBinary ? undefined : JSON.parse(String(data)));
  } catch (cause) {
    throw acme.error("invalid_input", { message: "The message must be JSON with an id and an order.", cause });
  }
}

function closeCode(status: number): number {
  if (status === 429 || status === 503) return 1013;
  return status >= 500 ? 1011 : 1008;
}

function send(socket: WebSocket, { error, retry }: HandledError, id?: string): void {
  socket.send(JSON.stringify({ id, error, retry }));
}

export function serve(server: Server): WebSocketServer {
  const sockets = new WebSocketServer({ server, maxPayload: 65_536 });
  sockets.on("connection", async (socket, request) => {
    // Without this listener, a broken frame would end the process.
    socket.on("error", (cause) => {
      contract.handleError(acme.error("invalid_input", { cause }), { transport: "websocket" });
    });
    // Messages wait until the client is admitted.
    socket.pause();
    try {
      await admit(new URLSearchParams(request.url?.split("?")[1]).get("ticket"));
    } catch (thrown) {
      const handled = contract.handleError(thrown, { transport: "websocket", name: "connect", idempotent: true });
      send(socket, handled);
      return socket.close(closeCode(handled.status), handled.error.code.slice(0, 123));
    } finally {
      socket.resume();
    }
    socket.on("message", async (data, isBinary) => {
      let id: string | undefined;
      try {
        const message = messageOf(data, isBinary);
        id = message.id;
        socket.send(JSON.stringify({ id, result: await placeOrder(message.order) }));
      } catch (thrown) {
        send(socket, contract.handleError(thrown, { transport: "websocket", name: "order" }), id);
      }
    });
  });
  return sockets;
}
