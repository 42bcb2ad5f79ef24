import { connect, type Socket } from "node:net";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Sent } from "./http.ts";

/** What came back on a connection. */
export interface RawAnswer {
  /** Every byte that came, one character each, without values that follow the clock, and without the address of the server. */
  readonly bytes: string;
  /** Whether the client gave up because the server left the connection open. */
  readonly isOpen: boolean;
}

/** Milliseconds after which the client gives up. Only a defect takes that long. */
const PATIENCE_MS = 20_000;

/** How often a probe must have been answered, and for how many milliseconds, before a client that waits counts as forgotten. */
const PROBES = 60;
const PROBED_MS = 100;

/** Another whole exchange with the same server. */
export type Probe = () => Promise<unknown>;

/**
 * Sends one request as bytes and resolves with all that came back. Never rejects.
 *
 * @param probe For a server that may never answer: the client gives up once many probes have been answered meanwhile.
 */
export function exchangeBytes(
  url: string,
  { method = "GET", path = "/", headers = {}, body = "" }: Sent,
  probe?: Probe,
): Promise<RawAnswer> {
  const fields = Object.entries(headers).flatMap(([name, value]) => [value].flat().map((line) => `${name}: ${line}`));
  const bytes = Buffer.from(body as string);
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  if (bytes.length > 0 && !names.includes("content-length") && !names.includes("transfer-encoding")) {
    fields.push(`Content-Length: ${bytes.length}`);
  }
  // A handler may send requests to its own address.
  const head = [`${method} ${path} HTTP/1.1`, `Host: ${new URL(url).host}`, "Connection: close", ...fields];
  return exchangeRaw(url, Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`, "latin1"), bytes]), probe);
}

/** Like {@link exchangeBytes}, for bytes that need not be a valid request. */
export function exchangeRaw(url: string, bytes: string | Uint8Array, probe?: Probe): Promise<RawAnswer> {
  const { host, hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let isOpen = false;
    const giveUp = () => {
      isOpen = !socket.destroyed;
      socket.destroy();
    };
    const socket = connect(Number(port), hostname, () => {
      socket.write(bytes);
      if (probe !== undefined) void forgotten(socket, probe).then(giveUp, giveUp);
    });
    socket.setTimeout(PATIENCE_MS, giveUp);
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("error", () => {});
    socket.on("close", () => {
      const text = Buffer.concat(chunks).toString("latin1");
      resolve({ bytes: comparable(text.replaceAll(host, "acme.example")), isOpen });
    });
  });
}

const queued = promisify(gzip);

/** Whether this process, and so the server in it, waits for a file. */
const readsFile = () => process.getActiveResourcesInfo().some((name) => name.startsWith("FSReq"));

/** Resolves once nothing has gone over a connection while the probe was answered many times, or once it is closed. */
async function forgotten(socket: Socket, probe: Probe): Promise<void> {
  let [seen, since] = ["", 0];
  for (let count = 0; !socket.destroyed && (count < PROBES || performance.now() < since + PROBED_MS); count += 1) {
    const now = `${socket.bytesRead} ${socket.writableLength}`;
    if (now !== seen || readsFile()) [seen, since, count] = [now, performance.now(), 0];
    // The server's own work in the thread pool, such as a compressed body, was queued before this.
    await Promise.all([probe(), queued("")]);
  }
}

/** The stack frames on Express's error page for developers. Frames of the contract are among them. */
const FRAMES = /<br> &nbsp; &nbsp;at [^<]*(?=<)/g;

/** Headers whose values follow the clock. `Retry-After` follows it only when a limiter sets it; any other is compared. */
const CLOCK = /^(date|x-ratelimit-reset|ratelimit-reset): .*\r$/gim;
const LIMITER_CLOCK = /^(retry-after|content-length): .*\r$/gim;

function comparable(bytes: string): string {
  const undated = bytes.replaceAll(CLOCK, "$1: …\r");
  if (/^(x-)?ratelimit-reset: /im.test(undated)) {
    return undated.replaceAll(LIMITER_CLOCK, "$1: …\r").replace(/(?<=retry in )\d+ \w+/, "…");
  }
  return FRAMES.test(undated) ? undated.replaceAll(FRAMES, "").replace(/^content-length: .*\r$/im, "") : undated;
}
