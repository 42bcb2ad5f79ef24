import { connect } from "node:net";
import type { Sent } from "./http.ts";

/** What came back on a connection. */
export interface RawAnswer {
  /** Every byte that came, one character each, without values that follow the clock. */
  readonly bytes: string;
  /** Whether the client gave up because the server left the connection open. */
  readonly isOpen: boolean;
}

/** Milliseconds without a byte after which the client gives up, unless the caller waits longer. */
const PATIENCE_MS = 400;

/**
 * How long a test may wait for a byte. Some servers never close a connection, so each such wait takes its whole length. A test that is
 * retried waits ten times as long, in case the machine was only slow.
 */
export function patienceOf({ result }: { readonly result?: { readonly retryCount?: number } }): number {
  return PATIENCE_MS * 10 ** (result?.retryCount ?? 0);
}

/** Sends one request as bytes and resolves with all that came back. Never rejects. */
export function exchangeBytes(
  url: string,
  { method = "GET", path = "/", headers = {}, body = "" }: Sent,
  patienceMs = PATIENCE_MS,
): Promise<RawAnswer> {
  const fields = Object.entries(headers).flatMap(([name, value]) => [value].flat().map((line) => `${name}: ${line}`));
  const bytes = Buffer.from(body as string);
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  if (bytes.length > 0 && !names.includes("content-length") && !names.includes("transfer-encoding")) {
    fields.push(`Content-Length: ${bytes.length}`);
  }
  const head = [`${method} ${path} HTTP/1.1`, "Host: acme.example", "Connection: close", ...fields];
  return exchangeRaw(url, Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`, "latin1"), bytes]), patienceMs);
}

/** Like {@link exchangeBytes}, for bytes that need not be a valid request. */
export function exchangeRaw(url: string, bytes: string | Uint8Array, patienceMs = PATIENCE_MS): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let isOpen = false;
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.setTimeout(patienceMs, () => {
      isOpen = true;
      socket.destroy();
    });
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("error", () => {});
    socket.on("close", () => resolve({ bytes: comparable(Buffer.concat(chunks).toString("latin1")), isOpen }));
  });
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
