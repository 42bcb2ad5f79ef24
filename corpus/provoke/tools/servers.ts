import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer as createTlsServer } from "node:tls";

export interface Servers {
  /** Real ports and the ones that are written down instead. */
  readonly ports: ReadonlyMap<number, number>;
  /** Puts the real ports in place of PORT (web), TLSPORT (an expired certificate), REDISPORT and PGPORT. */
  fill(text: string): string;
  close(): void;
}

const DATE = "Fri, 17 May 2024 09:41:07 GMT";

function answer(request: IncomingMessage, response: ServerResponse): void {
  const url = request.url ?? "/";
  response.setHeader("Date", DATE);
  if (url.startsWith("/slow")) return;
  if (url.startsWith("/close")) {
    request.socket.destroy();
    return;
  }
  if (url.startsWith("/loop")) {
    response.writeHead(302, { Location: "/loop", "Content-Length": 0 }).end();
    return;
  }
  const status = Number(/^\/status\/(\d+)/.exec(url)?.[1] ?? 200);
  const body = url.startsWith("/html") ? "<html><body>502 Bad Gateway</body></html>" : '{"error":"not now"}';
  const cookie = new URLSearchParams(url.split("?")[1] ?? "").get("cookie");
  if (cookie !== null) response.setHeader("Set-Cookie", `sid=${cookie}; Path=/; HttpOnly`);
  if (status === 401) response.setHeader("WWW-Authenticate", 'Basic realm="orders"');
  response.writeHead(status, { "Content-Type": "application/json", "Content-Length": body.length }).end(body);
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen({ port: 0, host: "127.0.0.1" }, () => resolve((server.address() as AddressInfo).port));
  });
}

function certificate(): { key: Buffer; cert: Buffer } {
  const dir = mkdtempSync(join(tmpdir(), "provoke-"));
  try {
    const args = [
      "req",
      "-x509",
      "-newkey",
      "rsa:2048",
      "-nodes",
      "-keyout",
      "key",
      "-out",
      "cert",
      "-days",
      "1",
      "-subj",
      "/CN=orders.corp",
    ];
    execFileSync("openssl", args, { cwd: dir, stdio: "ignore" });
    return { key: readFileSync(join(dir, "key")), cert: readFileSync(join(dir, "cert")) };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** A server that answers everything with one line, as a database does that refuses a password. */
function oneLine(line: string): Server {
  return createTcpServer((socket) => {
    socket.on("error", () => undefined).on("data", () => socket.write(line));
  });
}

/** Starts small servers on 127.0.0.1: a web server, one with a self-signed certificate, one like Redis, one that hangs up. */
export async function startServers(): Promise<Servers> {
  const list: [string, number, Server][] = [
    ["REDISPORT", 6379, oneLine("-WRONGPASS invalid username-password pair or user is disabled.\r\n")],
    ["TLSPORT", 8443, createTlsServer(certificate())],
    ["PGPORT", 5432, oneLine("N")],
    ["PORT", 8080, createHttpServer(answer)],
  ];
  const ports = new Map<number, number>();
  const names: [string, number][] = [];
  for (const [name, shown, server] of list) {
    server.on("tlsClientError", () => undefined);
    const port = await listen(server);
    ports.set(port, shown);
    names.push([name, port]);
  }
  return {
    ports,
    fill: (text) =>
      names.reduce((filled, [name, port]) => filled.replace(new RegExp(`\\b${name}\\b`, "g"), String(port)), text),
    close: () => {
      for (const [, , server] of list) {
        server.close();
        if ("closeAllConnections" in server && typeof server.closeAllConnections === "function")
          server.closeAllConnections();
        server.unref();
      }
    },
  };
}
