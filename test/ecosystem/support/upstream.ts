import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** The responses of the service behind a proxy, by path. */
const ANSWERS: Readonly<Record<string, (request: IncomingMessage, response: ServerResponse) => void>> = {
  "/json": (_request, response) => {
    response.setHeader("Content-Type", "application/json");
    response.end('{"from":"upstream"}');
  },
  "/cookies": (_request, response) => {
    response.writeHead(200, ["Content-Type", "text/plain", "Set-Cookie", "a=1; Domain=up.test", "Set-Cookie", "b=2"]);
    response.end("baked");
  },
  "/parts": (_request, response) => {
    response.write("one ");
    response.end("two");
  },
  "/moved": (_request, response) => {
    response.writeHead(302, { Location: "http://up.test/json" });
    response.end();
  },
  "/nothing": (_request, response) => {
    response.writeHead(204);
    response.end();
  },
  "/reason": (_request, response) => {
    response.writeHead(299, "Nearly Fine");
    response.end("nearly");
  },
  "/echo": (request, response) => {
    response.write(`${request.method} ${request.headers["content-type"]} `);
    request.pipe(response);
  },
  "/versioned": (_request, response) => {
    response.writeHead(200, { "UHP-Version": "2020-01-01", "x-request-id": "of-the-upstream" });
    response.end("versioned");
  },
  "/failed": (_request, response) => {
    response.writeHead(500, { "Content-Type": "text/html", Server: "internal-7", "X-Internal-Host": "db-1" });
    response.end("<h1>pg://svc:hunter2@db-1</h1>");
  },
  "/cut": (request) => {
    request.socket.destroy();
  },
  "/half": (_request, response) => {
    response.writeHead(200, { "Content-Type": "text/plain", "Content-Length": "100" });
    response.write("the first half of the answer, and ", () => response.destroy());
  },
  "/silent": () => {},
};

/** A service behind a proxy, on its own port. */
export async function upstream(): Promise<{ readonly url: string; close(): void }> {
  const server = createServer((request, response) => {
    const answer = ANSWERS[(request.url ?? "").replace(/\?.*/, "")];
    // The headers of this server would differ only in their dates.
    response.sendDate = false;
    if (answer !== undefined) answer(request, response);
    else response.writeHead(418).end();
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
