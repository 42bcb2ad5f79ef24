import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Step } from "./steps.ts";

/** A request as it arrived. */
export interface Seen {
  readonly method: string;
  readonly key: string | undefined;
  readonly authorization: string | undefined;
  readonly version: string | undefined;
}

/** A server that answers the n-th request of a run with the n-th step of its script. */
export interface FaultServer {
  readonly url: string;
  /** Adds a script; `run=<id>` in the query of a request names it. */
  script(steps: readonly Step[]): string;
  /** What has arrived for a run, in order. */
  seen(run: string): readonly Seen[];
  /** Open connections. */
  connections(): number;
  close(): Promise<void>;
}

export async function startFaultServer(): Promise<FaultServer> {
  const scripts = new Map<string, readonly Step[]>();
  const logs = new Map<string, Seen[]>();
  const server = createServer((request, response) => {
    const run = new URL(request.url ?? "", "http://localhost").searchParams.get("run") ?? "";
    const log = logs.get(run) ?? [];
    const step = scripts.get(run)?.[log.length];
    log.push(seenOf(request));
    response.on("error", () => {});
    request.on("error", () => {});
    request.resume().on("end", () => void play(step, request, response));
  });
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    script(steps) {
      const run = String(scripts.size);
      scripts.set(run, steps);
      logs.set(run, []);
      return run;
    },
    seen: (run) => logs.get(run) ?? [],
    connections: () => sockets.size,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function seenOf({ method = "", headers }: IncomingMessage): Seen {
  const one = (name: string) => headers[name]?.toString();
  return { method, key: one("idempotency-key"), authorization: one("authorization"), version: one("uhp-version") };
}

async function play(step: Step | undefined, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const socket = request.socket as Socket;
  if (step === undefined) return void response.writeHead(418).end("the script is over");
  if (step.fault === "drop") return void socket.destroy();
  if (step.fault === "reset") return void socket.resetAndDestroy();
  if (step.fault === "garbage") return void socket.end("HTTP/9.9 what\r\n\r\n");
  const token = request.headers.authorization?.slice("Bearer ".length) ?? "";
  const body = Buffer.from(step.body.replaceAll("$TOKEN", token));
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(step.headers(Date.now())))
    headers[name] = value.replaceAll("$TOKEN", token);
  // A response to HEAD has no body that could break off.
  if (step.fault === "half" && request.method !== "HEAD") {
    response.writeHead(step.status, { ...headers, "content-length": String(body.length) });
    response.write(body.subarray(0, Math.floor(body.length / 2)), () => setImmediate(() => socket.destroy()));
    return;
  }
  // The script sets the date if it tests wrong clocks.
  if ("date" in headers) response.sendDate = false;
  response.writeHead(step.status, headers);
  for (const chunk of step.chunks ?? []) {
    response.write(chunk.text);
    await new Promise((resolve) => setTimeout(resolve, chunk.pauseMs));
    if (response.destroyed) return;
  }
  response.end(body);
}
