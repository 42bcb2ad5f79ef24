import { connect, type Socket } from "node:net";
import { expectEnvelope } from "../support/envelope.ts";
import { parseMessage, type Sent } from "../support/http.ts";

/** The outcome of a request. */
export interface Seen {
  /** The status and the code of an envelope, or `broken`, or `hangs`. */
  readonly sees: string;
  readonly bytes: string;
}

/** Milliseconds without a byte after which a server counts as hanging. No machine is that slow. */
const PATIENCE = 20_000;

/** Sends one request on a new connection, and resolves with what came back before the connection closed. Never rejects. */
export async function exchange(url: string, sent: Sent | string): Promise<Seen> {
  const { bytes, how } = await sendAndRead(url, typeof sent === "string" ? sent : bytesOf(sent));
  return { sees: how ?? seenIn(bytes), bytes };
}

/** A request as bytes. */
export function bytesOf({ method = "GET", path = "/", headers = {}, body = "" }: Sent, connection = "close"): string {
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}\r\n`);
  const length = body.length > 0 ? `Content-Length: ${body.length}\r\n` : "";
  return `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: ${connection}\r\n${fields.join("")}${length}\r\n${String(body)}`;
}

/** Longer responses are not checked while they come. */
const LONG = 50_000;

/** A connection that is kept for several requests. */
export class KeptConnection {
  readonly #socket: Socket;
  #bytes = "";
  #changed: () => void = () => {};
  #isClosed = false;

  private constructor(socket: Socket) {
    this.#socket = socket;
    const changed = () => this.#changed();
    socket.on("data", (chunk) => {
      this.#bytes += chunk.toString("utf8");
      changed();
    });
    socket.on("error", () => {});
    socket.on("end", () => socket.end());
    socket.on("close", () => {
      this.#isClosed = true;
      changed();
    });
  }

  static open(url: string): Promise<KeptConnection> {
    const { hostname, port } = new URL(url);
    return new Promise((resolve, reject) => {
      const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
      socket.once("error", reject).once("connect", () => resolve(new KeptConnection(socket.off("error", reject))));
    });
  }

  /** Writes bytes unchanged. */
  write(bytes: string): void {
    this.#socket.write(bytes);
  }

  /** Ends the sending side, and still reads. */
  halfClose(): void {
    this.#socket.end();
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  close(): void {
    this.#socket.destroy();
  }

  /** Waits until a response is complete or the connection is closed, and describes what came. */
  async response(): Promise<string> {
    // A long response is checked only once the connection has closed.
    while (!this.#isClosed && (this.#bytes.length > LONG || seenIn(this.#bytes) === "broken")) {
      await new Promise<void>((resolve) => {
        this.#changed = resolve;
      });
    }
    const seen = seenIn(this.#bytes);
    this.#bytes = "";
    return seen;
  }
}

function sendAndRead(url: string, bytes: string): Promise<{ readonly bytes: string; readonly how?: "hangs" }> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const all = () => Buffer.concat(chunks).toString("utf8");
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.setTimeout(PATIENCE, () => {
      resolve({ bytes: all(), how: "hangs" });
      socket.destroy();
    });
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("error", () => {});
    socket.on("close", () => resolve({ bytes: all() }));
  });
}

/** Describes what came back on a connection. */
export function seenIn(bytes: string): string {
  if (!/^HTTP\/1\.1 \d{3} /.test(bytes) || !bytes.includes("\r\n\r\n") || !isWhole(bytes)) return "broken";
  const message = parseMessage(bytes);
  if (message.status < 400) return String(message.status);
  try {
    return `${message.status} ${expectEnvelope(message).code}`;
  } catch {
    return `${message.status} without an envelope`;
  }
}

/** Whether a response is as long as it states. */
function isWhole(bytes: string): boolean {
  const { headers } = parseMessage(bytes);
  const body = bytes.slice(bytes.indexOf("\r\n\r\n") + 4);
  if (headers["transfer-encoding"] === "chunked") return body.endsWith("0\r\n\r\n");
  return Buffer.byteLength(body) === Number(headers["content-length"] ?? 0);
}
