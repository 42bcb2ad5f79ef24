import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Running } from "./setup.ts";

/** Listens on a free port of 127.0.0.1. */
export async function listen(listener: RequestListener, prepare: (server: Server) => void): Promise<Running> {
  const server = createServer(listener);
  prepare(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
