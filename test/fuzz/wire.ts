import { connect, type Socket } from "node:net";
import { type Answer, answerIn } from "../ecosystem/generated/answer.ts";

/** Turns of the event loop without a byte after which a server, which is in the same process, has no more to say for now. */
const TURNS = 40;

/** When the client ends its side of a connection. */
export type Leaves =
  /** Once nothing more comes. */
  | "last"
  /** Right after its last byte, and still listens. */
  | "half"
  /** Without a word, right after its last byte. */
  | "at once"
  /** Without a word, once the first bytes have come. */
  | "at the first byte";

export interface Sending {
  /** Whether the client takes what comes at once, a little in each turn, or only the first of it. */
  readonly reads?: "at once" | "slowly" | "the first";
  readonly bytes: Uint8Array;
  /** Lengths of the pieces in which the bytes are sent, each after what the one before has caused. One piece if empty. */
  readonly pieces: readonly number[];
  readonly leaves: Leaves;
}

/** Bytes after which a client has had enough. */
const ENOUGH = 4_000_000;

/** Sends bytes over a connection of its own. Resolves with all that came, a character for each byte, once both sides are done. */
export async function exchanged(port: number, sending: Sending, patienceMs: number): Promise<string> {
  const chunks: Buffer[] = [];
  let closed = false;
  let length = 0;
  // A server may close its side first; the client then sends on, as a client may.
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

/** Lets the event loop turn once. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** All responses in what a client got, informational ones left out, and what is none. */
export function answersIn(bytes: string, methods: readonly string[]): { answers: readonly Answer[]; rest: string } {
  const answers: Answer[] = [];
  // Node writes an informational response to a pipelined request at once, even into the response before it.
  let rest = bytes.replaceAll("HTTP/1.1 100 Continue\r\n\r\n", "");
  while (/^HTTP\/1\.1 \d{3} /.test(rest)) {
    const answer = answerIn(rest, methods[answers.length] ?? "GET");
    if (answer === undefined) break;
    answers.push(answer);
    rest = answer.rest;
  }
  return { answers, rest };
}
