import { connect, type Socket } from "node:net";
import { type Answer, answerIn } from "../ecosystem/generated/answer.ts";

/** Turns of the event loop without a byte after which the server, which runs in the same process, has nothing more to send for now. */
const TURNS = 40;

/** When, and how, the client ends its side of a connection. */
export type Leaves =
  /** Once nothing more comes. */
  | "last"
  /** Right after its last byte, but it still reads. */
  | "half"
  /** Destroys the connection right after its last byte. */
  | "at once"
  /** Destroys the connection once the first bytes have come. */
  | "at the first byte";

export interface Sending {
  /** Whether the client reads everything at once, a little in each turn, or only the first part. */
  readonly reads?: "at once" | "slowly" | "the first";
  readonly bytes: Uint8Array;
  /** Lengths of the pieces in which the bytes are sent. Each piece waits for the effects of the one before. Empty for a single piece. */
  readonly pieces: readonly number[];
  readonly leaves: Leaves;
}

/** Bytes after which a client gives up. */
const ENOUGH = 4_000_000;

/** Sends bytes over a new connection. Resolves with all that came, one character for each byte, once both sides are done. */
export async function exchanged(port: number, sending: Sending, patienceMs: number): Promise<string> {
  const chunks: Buffer[] = [];
  let closed = false;
  let length = 0;
  // A server may close its side first. The client is allowed to send on, and does.
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  socket.on("data", (chunk) => {
    chunks.push(chunk);
    length += chunk.length;
    if (sending.leaves === "at the first byte" || length > ENOUGH) socket.destroy();
    if (sending.reads === "slowly" || sending.reads === "the first") socket.pause();
    if (sending.reads === "slowly") setImmediate(() => socket.resume());
  });
  socket.on("error", () => {});
  socket.on("end", () => {
    closed = true;
  });
  socket.on("close", () => {
    closed = true;
  });
  await new Promise<void>((resolve) => socket.once("connect", resolve).once("close", resolve));
  const idle = async (ms: number) => {
    let seen = -1;
    let since = performance.now();
    for (let still = 0; !closed && (still < TURNS || performance.now() - since < ms); still += 1) {
      if (chunks.length > seen) {
        seen = chunks.length;
        since = performance.now();
        still = 0;
      }
      await turn();
    }
  };
  for (const piece of cut(sending)) {
    if (socket.destroyed) break;
    socket.write(piece);
    await idle(0);
  }
  if (sending.leaves === "half") socket.end();
  if (sending.leaves !== "at once") await idle(patienceMs);
  if (sending.leaves !== "at once" && !closed) {
    socket.end();
    await idle(patienceMs);
  }
  await gone(socket);
  return Buffer.concat(chunks).toString("latin1");
}

async function gone(socket: Socket): Promise<void> {
  const closed = socket.closed ? undefined : new Promise((resolve) => socket.once("close", resolve));
  socket.destroy();
  await closed;
}

function* cut({ bytes, pieces }: Sending): Generator<Uint8Array> {
  let at = 0;
  for (const length of pieces) {
    if (at + length >= bytes.length) break;
    yield bytes.subarray(at, at + length);
    at += length;
  }
  if (at < bytes.length) yield bytes.subarray(at);
}

/** Waits for one turn of the event loop. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** All responses in what a client got, without informational ones, and the bytes that are no response. */
export function answersIn(bytes: string, methods: readonly string[]): { answers: readonly Answer[]; rest: string } {
  const answers: Answer[] = [];
  // Node writes an informational response to a pipelined request at once, even in the middle of the response before it.
  let rest = bytes.replaceAll("HTTP/1.1 100 Continue\r\n\r\n", "");
  while (/^HTTP\/1\.1 \d{3} /.test(rest)) {
    const answer = answerIn(rest, methods[answers.length] ?? "GET");
    if (answer === undefined) break;
    answers.push(answer);
    rest = answer.rest;
  }
  return { answers, rest };
}
