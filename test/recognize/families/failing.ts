import { createServer, type Server as HttpServer, type RequestListener } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net";
import { SECRETS } from "../../support/secrets.ts";
import type { Provoked } from "../provoke.ts";
import { caught } from "./caught.ts";

/** A port of the loopback address without a listener. */
export const CLOSED_PORT = 1;

/** Runs a server during a call, which handles each connection as it is told. */
export async function besideServer<Result>(
  onConnection: (socket: Socket) => void,
  call: (port: number) => Result,
): Promise<Awaited<Result>> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    onConnection(socket);
  });
  return use(server, call, () => {
    for (const socket of sockets) socket.destroy();
  });
}

/** The error with which a call to a server fails that handles each connection as it is told. */
export const withServer = (
  onConnection: (socket: Socket) => void,
  call: (port: number) => unknown,
): (() => Promise<Provoked>) => caught(() => besideServer(onConnection, call));

/** The same with an HTTP server. */
export const withHttp = (listener: RequestListener, call: (url: string) => unknown): (() => Promise<Provoked>) =>
  caught(() => {
    const server = createServer(listener);
    const url = (port: number) => `http://127.0.0.1:${port}/${SECRETS.password}`;
    return use(
      server,
      (port) => call(url(port)),
      () => server.closeAllConnections(),
    );
  });

async function use<Result>(
  server: Server | HttpServer,
  call: (port: number) => Result,
  cut: () => void,
): Promise<Awaited<Result>> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await call((server.address() as AddressInfo).port);
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
