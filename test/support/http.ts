import { request } from "node:http";
import { connect } from "node:net";

/** A response as it arrived. */
export interface Received {
  readonly status: number;
  readonly reason: string;
  /** Names in lower case; repeated fields joined as Node does. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Names and values alternating, as sent. */
  readonly rawHeaders: readonly string[];
  readonly body: string;
}

/** A request to send. */
export interface Sent {
  readonly method?: string;
  readonly path?: string;
  /** A list sends one line for each value. */
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string | Uint8Array;
}

/** Sends one request on a new connection. Rejects when the response breaks off. */
export function send(url: string, { method = "GET", path = "/", headers = {}, body }: Sent): Promise<Received> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      new URL(url).origin,
      { method, path, headers, agent: false, timeout: 30_000 },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
        incoming.on("error", reject);
        incoming.on("end", () => {
          resolve({
            status: incoming.statusCode ?? 0,
            reason: incoming.statusMessage ?? "",
            headers: Object.fromEntries(
              Object.entries(incoming.headers).map(([name, value]) => [
                name,
                Array.isArray(value) ? value.join(", ") : value,
              ]),
            ),
            rawHeaders: incoming.rawHeaders,
            body: Buffer.concat(chunks).toString("utf8"),
          });
        });
      },
    );
    // Among a thousand requests, the message has to say which one failed.
    outgoing.on("error", (error) => reject(new Error(`${method} ${path}: ${error.message}`, { cause: error })));
    outgoing.on("timeout", () => outgoing.destroy(new Error("no answer")));
    outgoing.end(body);
  });
}

/**
 * Writes bytes to a socket unchanged, and resolves with all that came back before the server closed it.
 *
 * @param later Bytes to write once the first bytes of the response have come.
 */
export function sendBytes(url: string, bytes: string, later?: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.setTimeout(30_000, () => socket.destroy(new Error("the server kept the connection open")));
    socket.on("data", (chunk) => {
      if (chunks.push(chunk) === 1 && later !== undefined) socket.write(later);
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(Buffer.concat(chunks).toString("utf8")));
  });
}

/** Parses a response that came as bytes. */
export function parseMessage(message: string): Pick<Received, "status" | "headers" | "body"> {
  const [head = "", body = ""] = message.split("\r\n\r\n", 2);
  const [statusLine = "", ...fields] = head.split("\r\n");
  const headers = fields.map((field): [string, string] => {
    const colon = field.indexOf(":");
    return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
  });
  return { status: Number(statusLine.split(" ")[1]), headers: Object.fromEntries(headers), body };
}
