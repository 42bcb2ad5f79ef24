import type { IncomingMessage } from "node:http";
import type { Io } from "./driver.ts";

/** What a handler learns about a request of Node's. */
export function aboutRequest(request: IncomingMessage): Pick<Io, "url" | "onClose"> {
  const { host = "127.0.0.1" } = request.headers;
  return {
    url: `http://${host}${request.url}`,
    onClose: (listener) => void (request.socket.destroyed ? listener() : request.socket.once("close", listener)),
  };
}
