import type { Server as HttpServer } from "node:http";
import { Server } from "socket.io";
import { admit, contract, placeOrder } from "../support/orders.ts";

function refusal(thrown: unknown): Error {
  const { error, retry } = contract.handleError(thrown, { transport: "socket.io", name: "connect", idempotent: true });
  return Object.assign(new Error(error.message), { data: { error, retry } });
}

/** Acknowledges what the handler returns or throws. */
function acknowledging(name: string, handle: (params: unknown) => Promise<unknown>) {
  return async (...args: readonly unknown[]) => {
    const last = args.at(-1);
    const acknowledge = typeof last === "function" ? last : () => {};
    try {
      acknowledge({ result: await handle(args[0]) });
    } catch (thrown) {
      const { error, retry } = contract.handleError(thrown, { transport: "socket.io", name });
      acknowledge({ error, retry });
    }
  };
}

export function serve(server: HttpServer): Server {
  const io = new Server(server);
  io.use(async (socket, next) => {
    try {
      await admit(socket.handshake.auth["ticket"]);
    } catch (thrown) {
      return next(refusal(thrown));
    }
    next();
  });
  io.on("connection", (socket) => {
    socket.on("order", acknowledging("order", placeOrder));
  });
  return io;
}
