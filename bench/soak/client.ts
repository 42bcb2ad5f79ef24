import { Agent, type ClientRequest, type IncomingMessage, request } from "node:http";
import type { Socket } from "node:net";
import { parseMessage, sendBytes } from "../../test/support/http.ts";
import type { Outgoing } from "./kinds.ts";

/** Connections at a time. */
export const CONNECTIONS = 50;

/** Milliseconds until a client that does not wait for its response gives up. */
const PATIENCE = 5;

/** Milliseconds that a slow client waits before it reads on. */
const HESITATION = 100;

/** Sends requests over kept connections, and reports the outcome of each. */
export class Client {
  readonly #url: string;
  readonly #timeout: number;
  /** The last request on each kept connection. */
  readonly #before = new WeakMap<Socket, string>();
  #agent = newAgent();

  /** @param timeout Milliseconds without activity that end a request. */
  constructor(url: string, timeout: number) {
    this.#url = url;
    this.#timeout = timeout;
  }

  /**
   * The outcome of one request:
   *
   * - the status of its response, and from 400 on the code of its envelope
   * - `broken` if the answer did not arrive whole; with the request before it if a kept connection broke without an answer
   * - `left` if the client gave up, as planned
   * - `no answer` if the client gave up after the timeout
   */
  async outcome(outgoing: Outgoing): Promise<string> {
    if (outgoing.bytes === undefined) return this.#send(outgoing);
    try {
      const { status, headers, body } = parseMessage(await sendBytes(this.#url, outgoing.bytes));
      return outcomeOf(status, headers["uhp-version"], body);
    } catch {
      return "broken";
    }
  }

  /** Closes the kept connections. Later requests open new ones. */
  rest(): void {
    this.#agent.destroy();
    this.#agent = newAgent();
  }

  #send({ method = "GET", path = "/", headers = {}, body, leaves, hesitates }: Outgoing): Promise<string> {
    return new Promise((resolve) => {
      const length = body === undefined ? {} : { "Content-Length": Buffer.byteLength(body) };
      const sent = request(new URL(path, this.#url), {
        method,
        headers: { ...length, ...headers },
        agent: this.#agent,
        timeout: this.#timeout,
      });
      const leave = () => {
        sent.destroy();
        resolve("left");
      };
      sent.on("timeout", () => {
        sent.destroy();
        resolve("no answer");
      });
      let before: string | undefined;
      sent.on("socket", (socket) => {
        before = this.#before.get(socket);
        this.#before.set(socket, `${method} ${path}`);
      });
      sent.on("error", () => resolve(before === undefined ? "broken" : `broken after ${before}`));
      sent.on("response", (incoming) => {
        before = undefined;
        if (leaves === "in-answer") incoming.once("data", leave);
        else if (hesitates) setTimeout(read, HESITATION, incoming, resolve);
        else read(incoming, resolve);
      });
      if (leaves === "in-request") leaveWithin(sent, body, leave);
      else sent.end(body);
      if (leaves === "before-answer") sent.once("finish", () => setTimeout(leave, PATIENCE));
    });
  }
}

function newAgent(): Agent {
  return new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
}

/** Writes the first part of a body, but never the second. */
function leaveWithin(sent: ClientRequest, body: string | undefined, leave: () => void): void {
  sent.write(body ?? "", () => setTimeout(leave, PATIENCE));
}

function read(incoming: IncomingMessage, resolve: (outcome: string) => void): void {
  const chunks: Buffer[] = [];
  incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
  incoming.on("error", () => resolve("broken"));
  incoming.on("end", () => {
    const version = incoming.headers["uhp-version"]?.toString();
    resolve(outcomeOf(incoming.statusCode ?? 0, version, Buffer.concat(chunks).toString()));
  });
}

function outcomeOf(status: number, version: string | undefined, body: string): string {
  const parts = [String(status)];
  if (status >= 400 && body !== "") parts.push(codeOf(body));
  if (version === undefined) parts.push("without a version");
  return parts.join(" ");
}

function codeOf(body: string): string {
  try {
    return String((JSON.parse(body) as { error: { code: unknown } }).error.code);
  } catch {
    return "without an envelope";
  }
}
