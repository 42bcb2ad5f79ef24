/** Bytes of an error that are read until it is decided upon. No envelope is larger: its detail is capped well below. */
export const MAX_BYTES = 65_536;

/** Bytes that a piece counts for beside its own. */
export const PIECE_COST = 16;

/** What is known of a body: its bytes so far, and whether these are all. */
export interface Beginning {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly isWhole: boolean;
}

type Reader = ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>;

/** Reads a body to its end, or to a limit of bytes or of milliseconds. What breaks off ends there. Never rejects. */
export async function readBeginning(reader: Reader, milliseconds: number): Promise<Beginning> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  let left = MAX_BYTES;
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
  } catch {
    // A body that breaks off says no more.
  } finally {
    clearTimeout(timer);
  }
  return { bytes: joined(pieces, length), isWhole: false };
}

/** Pieces as one. */
export function joined(pieces: readonly Uint8Array<ArrayBuffer>[], length: number): Uint8Array<ArrayBuffer> {
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

/** Who hears of what passes of a body: each piece, and its end. */
export interface Follower {
  onPiece(piece: Uint8Array<ArrayBuffer>): void;
  onEnd(): void;
}

/**
 * A body whose first pieces were read: these, what was asked for next, and then the rest as it comes, when it is asked for.
 *
 * @param follower Who hears of what passes behind the first pieces, if anyone does.
 */
export function rest(
  reader: Reader,
  first: readonly Uint8Array<ArrayBuffer>[],
  next: ReturnType<Reader["read"]>,
  follower?: Follower,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let pending: typeof next | undefined = next;
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      start(controller) {
        for (const piece of first) controller.enqueue(piece);
      },
      async pull(controller) {
        const read = await (pending ?? reader.read());
        pending = undefined;
        if (read.done) {
          follower?.onEnd();
          controller.close();
        } else {
          follower?.onPiece(read.value);
          controller.enqueue(read.value);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/** Resolves with what a promise resolves with, if it is settled by now or as good as; with `undefined` otherwise. Never rejects. */
export async function soon<Value>(promise: Promise<Value>): Promise<Value | undefined> {
  let turns = Promise.resolve<undefined>(undefined);
  for (let turn = 0; turn < SOON; turn += 1) turns = turns.then(() => undefined);
  try {
    return await Promise.race([promise, turns]);
  } catch {
    return undefined;
  }
}

/** Turns of the queue of promises in which a body that is already there tells of its end. */
const SOON = 16;
