import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { RunningDriver } from "./driver.ts";

/** Listens on a free port of 127.0.0.1. */
export async function listen(
  listener: RequestListener,
  prepare: (server: Server) => void = () => {},
): Promise<RunningDriver> {
  // The limits are far below what a test sends, so that Node's own refusals can be provoked.
  const server = createServer(
    { maxHeaderSize: 8_192, connectionsCheckingInterval: 50, headersTimeout: 1_000 },
    listener,
  );
  prepare(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
