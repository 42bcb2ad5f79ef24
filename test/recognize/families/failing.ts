import { createServer, type Server as HttpServer, type RequestListener } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net";
import { SECRETS } from "../../support/secrets.ts";
import type { Expected } from "../expect-answer.ts";
import type { Provoked } from "../provoke.ts";

/** The response to another service's failure. */
export const UPSTREAM: Expected = {
  status: 502,
  code: "acme_upstream_error",
  detail: { correlation_id: "test" },
};

/** The response when the other service took too long. */
export const TIMEOUT: Expected = { ...UPSTREAM, status: 504, code: "acme_upstream_timeout" };

/** A port of the loopback address without a listener. */
export const CLOSED_PORT = 1;

/** An error as a route throws it that only makes the failing call. */
export const thrown =
  (make: () => unknown): (() => Promise<Provoked>) =>
  async () => ({ thrown: make(), context: { method: "POST", path: "/", header: () => undefined } });

/** The error with which a call to another service fails. */
export const failing =
  (call: () => unknown): (() => Promise<Provoked>) =>
  async () => {
    try {
      await call();
    } catch (failure) {
      return thrown(() => failure)();
    }
    throw new Error("nothing was thrown");
  };

/** The same with a server that runs during the call and handles each connection as it is told. */
export const withServer = (
  onConnection: (socket: Socket) => void,
  call: (port: number) => unknown,
): (() => Promise<Provoked>) =>
  failing(async () => {
    const sockets = new Set<Socket>();
    const server = createTcpServer((socket) => {
      sockets.add(socket);
      socket.on("error", () => {});
      onConnection(socket);
    });
    await use(server, call, () => {
      for (const socket of sockets) socket.destroy();
    });
  });

/** The same with an HTTP server. */
export const withHttp = (listener: RequestListener, call: (url: string) => unknown): (() => Promise<Provoked>) =>
  failing(async () => {
    const server = createServer(listener);
    await use(
      server,
      (port) => call(`http://127.0.0.1:${port}/${SECRETS.password}`),
      () => server.closeAllConnections(),
    );
  });

async function use(server: Server | HttpServer, call: (port: number) => unknown, cut: () => void): Promise<void> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await call((server.address() as AddressInfo).port);
  } finally {
    const closed = new Promise((resolve) => server.close(resolve));
    cut();
    await closed;
  }
}

/** Another service's refusal, full of what must stay private. */
export const refusing: RequestListener = (_request, response) => {
  response.writeHead(401, { "set-cookie": SECRETS.header, "x-internal-host": SECRETS.host });
  response.end(`{"error":"${SECRETS.password}"}`);
};

export const silent: RequestListener = () => {};

/** Ends the connection before a response. */
export const reset: RequestListener = ({ socket }) => socket.destroy();

/** Ends the connection in the middle of a response. */
export const cutOff: RequestListener = (_request, response) => {
  response.writeHead(200, { "content-length": "999" });
  response.write("a", () => response.destroy());
};

/** Responds with bytes that are not HTTP. */
export const garbage = (socket: Socket): void => {
  socket.once("data", () => socket.end(`${SECRETS.password}\r\n\r\n`));
};
