import { MAX_ENVELOPE_BYTES } from "@uhp-errors/core/adapter";

/** Bytes that a piece counts for beside its own. */
export const PIECE_COST = 16;

/** A piece of a body. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** What is known of a body: its bytes so far, whether these are all, and what it broke off with, if it did. */
export interface Beginning {
  readonly bytes: Bytes;
  readonly isWhole: boolean;
  readonly failure?: { readonly thrown: unknown };
}

type Reader = ReadableStreamDefaultReader<Bytes>;

/** Reads a body to its end, or to a limit of bytes or of milliseconds. Never rejects. */
export async function readBeginning(reader: Reader, milliseconds: number): Promise<Beginning> {
  const pieces: Bytes[] = [];
  let length = 0;
  let left = MAX_ENVELOPE_BYTES;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, milliseconds, undefined);
  });
  try {
    while (left >= 0) {
      const read = await Promise.race([reader.read(), late]);
      if (read === undefined) break;
      if (read.done) return { bytes: joined(pieces, length), isWhole: true };
      pieces.push(read.value);
      length += read.value.byteLength;
      // Each piece costs something, or pieces of no length would never end, nor let a timer run.
      left -= read.value.byteLength + PIECE_COST;
    }
  } catch (thrown) {
    return { bytes: joined(pieces, length), isWhole: false, failure: { thrown } };
  } finally {
    clearTimeout(timer);
  }
  return { bytes: joined(pieces, length), isWhole: false };
}

/** Pieces as one. */
export function joined(pieces: readonly Bytes[], length: number): Bytes {
  const [first] = pieces;
  if (pieces.length === 1 && first !== undefined) return first;
  const all = new Uint8Array(length);
  let offset = 0;
  for (const piece of pieces) {
    all.set(piece, offset);
    offset += piece.byteLength;
  }
  return all;
}

/** Who hears of what passes of a body: each piece, its end, and what it broke off with. */
export interface Follower {
  readonly onPiece?: ((piece: Bytes) => void) | undefined;
  readonly onEnd?: () => void;
  readonly onFailure: (thrown: unknown) => void;
}

/**
 * A body whose first pieces were read: these, what was asked for next, and then the rest as it comes, when it is asked for. What it
 * breaks off with goes to the follower alone, since some servers show a failure's text to the client.
 *
 * @param next What was asked for already, if anything was.
 */
export function passing(
  reader: Reader,
  first: readonly Bytes[],
  next: ReturnType<Reader["read"]> | undefined,
  { onPiece, onEnd, onFailure }: Follower,
): ReadableStream<Bytes> {
  let pending = next;
  return new ReadableStream<Bytes>(
    {
      start(controller) {
        for (const piece of first) controller.enqueue(piece);
      },
      async pull(controller) {
        let read: Awaited<ReturnType<Reader["read"]>>;
        try {
          read = await (pending ?? reader.read());
        } catch (thrown) {
          onFailure(thrown);
          // Until then the head leaves, and what came before. A server that has sent nothing yet might answer in its own way.
          await new Promise((resolve) => setTimeout(resolve, CUT_DELAY_MS));
          throw new Error("the body of the response broke off");
        }
        pending = undefined;
        if (read.done) {
          onEnd?.();
          controller.close();
        } else {
          onPiece?.(read.value);
          controller.enqueue(read.value);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/** Milliseconds between a failure and the end of the body. */
const CUT_DELAY_MS = 20;

/** Asks for the next piece. Its reader sees a failure. */
export function ask(reader: Reader): ReturnType<Reader["read"]> {
  const next = reader.read();
  next.catch(() => {});
  return next;
}

/**
 * Resolves with what a promise resolves with, if it is settled by now or as good as; with `undefined` otherwise. Never rejects.
 *
 * @param isPatient Whether to wait for one more round of the runtime's own work, which brings what is there already on Workers.
 */
export async function soon<Value>(promise: Promise<Value>, isPatient: boolean): Promise<Value | undefined> {
  let turns = Promise.resolve<undefined>(undefined);
  for (let turn = 0; turn < SOON; turn += 1) turns = turns.then(() => undefined);
  try {
    const value = await Promise.race([promise, turns]);
    if (value !== undefined || !isPatient) return value;
    return await Promise.race([promise, new Promise<undefined>((resolve) => setTimeout(resolve, 0, undefined))]);
  } catch {
    return undefined;
  }
}

/** Resolves or rejects as a promise does, or resolves with `undefined` when that takes longer than some milliseconds. */
export async function within<Value>(promise: Promise<Value>, milliseconds: number): Promise<Value | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, milliseconds, undefined);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Microtasks within which a body that is already complete ends. */
const SOON = 16;
