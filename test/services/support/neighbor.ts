import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** What another service answers, by the last part of the path. */
const ANSWERS: Readonly<
  Record<string, readonly [status: number, headers: Readonly<Record<string, string>>, body: string]>
> = {
  "1": [200, { "X-Neighbor": "7" }, '{"from":"the neighbor"}'],
  missing: [404, { Server: "internal-7" }, '{"error":"no row in parcels of db-1"}'],
  secret: [401, { "WWW-Authenticate": 'Basic realm="internal"' }, '{"error":"the key of the shop has expired"}'],
  full: [503, { "Retry-After": "7" }, '{"error":"pool of db-1 is empty"}'],
};

/** Another service, on its own port. */
export async function neighbor(): Promise<{ readonly url: string; close(): void }> {
  const server = createServer((request, response) => {
    const [status, headers, body] = ANSWERS[request.url?.split("/").at(-1) ?? ""] ?? [
      500,
      {},
      '{"error":"stack of db-1"}',
    ];
    if (request.url?.endsWith("/reset") === true) request.socket.destroy();
    else response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The address of a service that is not running: every connection is refused. */
export const NOBODY = "http://127.0.0.1:1";
