import type { AdapterContract } from "@uhp-errors/core/adapter";
import { EnvelopeDetector, startsAsError } from "@uhp-errors/core/internal";
import { answerTo } from "./answers.ts";
import { type Bytes, concatenate, type Follower, passOn, readNext, soon, waitAtMost } from "./body.ts";
import { replaceForeign } from "./foreign-error.ts";
import { readFields } from "./held.ts";
import type { Exchange } from "./request-context.ts";
import { statusOf } from "./runtime.ts";
import { isSuccessful } from "./status.ts";
import { isFetched, readWritten, stamp } from "./written.ts";

/**
 * The types of bodies that may be an envelope: JSON and text. A stream of events is not among them, because its head
 * must not wait for the first event.
 */
const MAYBE_ENVELOPE = /^(?:application\/(?:[\w.-]+\+)?json\b|text\/(?!event-stream))/i;

/**
 * Returns a success with the contract's headers, or the response that replaces it, once the first bytes show whether it
 * is an envelope. A body that cannot be one is not held back.
 */
export async function finalizeSuccess(
  contract: AdapterContract,
  response: Response,
  context: Exchange,
): Promise<Response> {
  const { body } = response;
  if (body === null) return stamp(contract, response, null, context);
  const suspect = mayBeEnvelope(response) ? new EnvelopeDetector(startsAsError) : undefined;
  // If a body of `fetch` breaks off, the network has failed. That says nothing about this service.
  if (suspect === undefined && isFetched(response)) return stamp(contract, response, body, context);
  const reader = body.getReader();
  let start: Start;
  try {
    start = await readStart(reader, suspect, suspect === undefined ? 1 : undefined, contract.bufferTimeoutMs);
  } catch (thrown) {
    return answerTo(contract, thrown, context);
  }
  const { pieces, next, isWhole } = start;
  const replacement = suspect && envelopeIn(contract, response, suspect, isWhole, context);
  if (replacement !== undefined) {
    void reader.cancel().catch(() => {});
    return replacement;
  }
  // If the whole body is there, it leaves as a whole, so that the server knows its length.
  const [whole = suspect && ""] = pieces;
  if (isWhole && pieces.length < 2 && whole !== undefined) return stamp(contract, response, whole, context);
  const follower = makeFollower(contract, response, context, isWhole ? undefined : suspect);
  return stamp(contract, response, passOn(reader, pieces, next, follower), context);
}

/** What was read of a body that is passed on. */
interface Start {
  readonly pieces: readonly Bytes[];
  /** The piece that was asked for after these. */
  readonly next: ReturnType<typeof readNext>;
  /** Whether these are all pieces. */
  readonly isWhole: boolean;
}

/**
 * Reads the part of a body that has already arrived. Waits only for the first piece, and only if the body may be an
 * envelope. Rejects if that one fails.
 *
 * @param most How many pieces to read; `undefined` for as long as they may be an envelope.
 * @param milliseconds The longest wait: the client may need the head before it does what the body waits for.
 */
export async function readStart(
  reader: ReadableStreamDefaultReader<Bytes>,
  suspect: EnvelopeDetector | undefined,
  most: number | undefined,
  milliseconds: number,
): Promise<Start> {
  const pieces: Bytes[] = [];
  let next = readNext(reader);
  let read = await (suspect === undefined ? soon(next, false) : waitAtMost(next, milliseconds));
  while (read?.done === false && (most === undefined ? suspect?.mayBeEnvelope : pieces.length < most)) {
    pieces.push(read.value);
    suspect?.add(read.value);
    next = readNext(reader);
    read = await soon(next, suspect?.mayBeEnvelope === true);
  }
  return { pieces, next, isWhole: read?.done === true };
}

/** Whether a response may be an envelope, according to its head. */
export function mayBeEnvelope(response: Response): boolean {
  const headers = readFields(response);
  const type = headers.get("content-type") ?? "";
  return isSuccessful(statusOf(response)) && MAYBE_ENVELOPE.test(type) && !headers.has("content-encoding");
}

/** Returns the response that replaces a success; `undefined` if the success is not a complete envelope. */
export function envelopeIn(
  contract: AdapterContract,
  response: Response,
  suspect: EnvelopeDetector,
  isWhole: boolean,
  context: Exchange,
): Response | undefined {
  if (!suspect.isEnvelope) return undefined;
  const bytes = concatenate(suspect.pieces, suspect.length);
  const isDeclared = response.headers.get("content-length") === String(bytes.byteLength);
  return isWhole || isDeclared ? replaceForeign(contract, response, readWritten(response, bytes), context) : undefined;
}

/**
 * Makes a follower for a body that leaves piece by piece.
 *
 * @param suspect What was read so far, if that may be an envelope.
 */
export function makeFollower(
  contract: AdapterContract,
  response: Response,
  context: Exchange,
  suspect?: EnvelopeDetector,
): Follower {
  const onFailure = (thrown: unknown) => reportCut(contract, thrown, context);
  if (suspect?.mayBeEnvelope !== true || context.method === "HEAD") {
    return { onPiece: undefined, onEnd: undefined, onFailure };
  }
  return {
    onPiece: (piece) => suspect.add(piece),
    onEnd() {
      // It is too late to replace the envelope. So it is only reported.
      if (suspect.isEnvelope) {
        contract.reportTooLate(readWritten(response, concatenate(suspect.pieces, suspect.length)), context);
      }
    },
    onFailure,
  };
}

/** Reports a body that broke off after the head had left. */
function reportCut(contract: AdapterContract, thrown: unknown, context: Exchange): void {
  context.progress = "started";
  contract.respond(thrown, context);
}
