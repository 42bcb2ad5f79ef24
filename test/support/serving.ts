import { createServer, type RequestListener, type Server } from "node:http";
import { connect, createServer as createHttp2Server, type OutgoingHttpHeaders } from "node:http2";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { withResolvers } from "./with-resolvers.ts";

/** Serves requests with Node's own server until the test ends. Resolves with its address. */
export async function serving(listener: RequestListener, prepare?: (server: Server) => unknown): Promise<string> {
  const server = createServer(listener);
  prepare?.(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** What came back over HTTP/2. `code` is that of the stream: 0 if it ended as it should. */
export interface ReceivedOverHttp2 {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
  readonly code: number | undefined;
}

/** Sends one request over HTTP/2 to a server that is made for it. */
export async function overHttp2(
  listener: RequestListener,
  fields: OutgoingHttpHeaders = {},
  prepare?: (server: Server) => unknown,
): Promise<ReceivedOverHttp2> {
  const server = createHttp2Server(listener as never);
  prepare?.(server as never);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const session = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  session.on("error", () => {});
  const { promise, resolve } = withResolvers<void>();
  const stream = session.request({ ":path": "/case", ...fields });
  const chunks: Buffer[] = [];
  let headers: Record<string, unknown> = {};
  stream.on("response", (got) => {
    headers = { ...got };
  });
  stream.on("data", (chunk: Buffer) => chunks.push(chunk));
  stream.on("error", () => {});
  stream.on("close", resolve);
  stream.end();
  await promise;
  session.close();
  server.close();
  return { status: Number(headers[":status"]), headers, body: Buffer.concat(chunks).toString(), code: stream.rstCode };
}
