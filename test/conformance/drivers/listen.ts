import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import type { RunningDriver } from "./driver.ts";

/** Limits far below what a test sends, so that Node's own refusals can be provoked. */
export const SERVER_OPTIONS = { maxHeaderSize: 8_192, connectionsCheckingInterval: 50 };

/** The folder of static files. */
export const FILES = fileURLToPath(new URL("../files", import.meta.url));

/** Listens on a free port of 127.0.0.1. */
export async function listen(
  listener: RequestListener,
  prepare: (server: Server) => unknown = () => {},
): Promise<RunningDriver> {
  const server = createServer(SERVER_OPTIONS, listener);
  prepare(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    server,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
