import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net";
import { plant } from "./plant.ts";

/** A port of the loopback address without a listener. */
export const CLOSED = "127.0.0.1:1";

/** The error with which a call fails. */
export async function failureOf(call: () => unknown): Promise<unknown> {
  try {
    await call();
  } catch (failure) {
    return failure;
  }
  throw new Error("nothing was thrown");
}

async function listening<Result>(server: Server, use: (at: string) => Promise<Result>): Promise<Result> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => sockets.add(socket.on("error", () => {})));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await use(`127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
}

/** The error with which a call fails when a server answers it with a body. */
export function answeredWith(
  status: number,
  type: string,
  body: string,
  call: (at: string) => unknown,
): () => Promise<unknown> {
  const listener: RequestListener = (request, response) => {
    request.resume();
    response.writeHead(status, {
      "content-type": type,
      "set-cookie": `session=${plant("setcookie")}`,
      "x-key": plant("responseheader"),
    });
    response.end(body);
  };
  return () => listening(createServer(listener), (at) => failureOf(() => call(at)));
}

/** The error with which a call fails when a server answers each line, or each chunk. */
export function conversation(
  greeting: string,
  reply: (line: string) => string,
  call: (port: number, host: string) => unknown,
): () => Promise<unknown> {
  const server = createTcpServer((socket) => {
    if (greeting !== "") socket.write(greeting);
    socket.on("data", (chunk) => void socket.write(reply(String(chunk))));
  });
  return () =>
    listening(server, (at) => {
      const [host = "", port] = at.split(":");
      return failureOf(() => call(Number(port), host));
    });
}
