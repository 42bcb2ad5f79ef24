import { MAX_ENVELOPE_BYTES } from "@uhp-errors/core/internal";

/** What each piece counts in addition to its length, in bytes. */
const PIECE_COST = 16;

export type Bytes = Uint8Array<ArrayBuffer>;

/**
 * What was read of a body: its bytes so far, whether these are all, and the error that broke it off, if there was one.
 */
export interface Beginning {
  readonly bytes: Bytes;
  readonly isWhole: boolean;
  readonly failure: { readonly thrown: unknown } | undefined;
}

type Reader = ReadableStreamDefaultReader<Bytes>;

/** Reads a body to its end, to the limit of bytes, or until the time is over. Never rejects. */
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
      if (read.done) return { bytes: concatenate(pieces, length), isWhole: true, failure: undefined };
      pieces.push(read.value);
      length += read.value.byteLength;
      // Each piece counts, even an empty one. Otherwise empty pieces could come without end, and no timer would ever
      // run.
      left -= read.value.byteLength + PIECE_COST;
    }
  } catch (thrown) {
    return { bytes: concatenate(pieces, length), isWhole: false, failure: { thrown } };
  } finally {
    clearTimeout(timer);
  }
  return { bytes: concatenate(pieces, length), isWhole: false, failure: undefined };
}

export function concatenate(pieces: readonly Bytes[], length: number): Bytes {
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

/** What to call for each piece of a body that passes, for its end, and for a failure. */
export interface Follower {
  readonly onPiece: ((piece: Bytes) => void) | undefined;
  readonly onEnd: (() => void) | undefined;
  readonly onFailure: (thrown: unknown) => void;
}

/**
 * Makes a body that continues one whose first pieces were already read. It consists of these pieces, then the one that
 * was asked for, then the rest, each when the consumer asks for it. Only the follower gets an error that breaks the
 * body off, because some servers show its message to the client.
 *
 * @param next The piece that was asked for, if one was.
 */
export function passOn(
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
          // Before the body breaks off, the server sends the head and the earlier pieces. A server that has sent
          // nothing yet might answer by itself. It needs turns of the event loop for that, not only time.
          for (let turn = 0; turn < CUT_TURNS; turn += 1) await new Promise((next) => setTimeout(next, CUT_TURN_MS));
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

/** How many turns of the event loop are between a failure and the end of the body. */
const CUT_TURNS = 10;

/** The shortest time that each of these turns takes, in milliseconds. */
const CUT_TURN_MS = 5;

/**
 * Asks for the next piece. If it fails while no code waits for it, the runtime does not report an unhandled rejection.
 */
export function readNext(reader: Reader): ReturnType<Reader["read"]> {
  const next = reader.read();
  next.catch(() => {});
  return next;
}

/**
 * Resolves with the value of a promise that is settled, or will be within a few microtasks; otherwise with `undefined`.
 * Never rejects.
 *
 * @param isPatient Whether to wait for one more turn of the event loop. On Workers, a piece that has already arrived
 * takes that long.
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

/** Settles as a promise does, or resolves with `undefined` if that takes too long. */
export async function waitAtMost<Value>(promise: Promise<Value>, milliseconds: number): Promise<Value | undefined> {
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

/** How many microtasks a complete body takes to end, at most. */
const SOON = 16;
