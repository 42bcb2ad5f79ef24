import type { AdapterContract } from "@uhp-errors/core/adapter";
import { EnvelopeDetector, startsAsError } from "@uhp-errors/core/internal";
import { answerTo } from "./answers.ts";
import { ask, type Bytes, type Follower, joined, passing, soon, within } from "./body.ts";
import { replacementOf } from "./foreign-error.ts";
import { fieldsOf } from "./held.ts";
import type { Exchange } from "./request-context.ts";
import { statusOf } from "./runtime.ts";
import { isSuccessful } from "./status.ts";
import { isFetched, stamped, written } from "./written.ts";

/**
 * The types of bodies that may be an envelope: JSON and text. A stream of events is not among them, because its head
 * must not wait for the first event.
 */
const MAYBE_ENVELOPE = /^(?:application\/(?:[\w.-]+\+)?json\b|text\/(?!event-stream))/i;

/**
 * Returns a success with the contract's headers. It checks a body that may be an envelope. Any other body is not held
 * back.
 */
export async function finalizeSuccess(
  contract: AdapterContract,
  response: Response,
  context: Exchange,
): Promise<Response> {
  const { body } = response;
  if (body === null) return stamped(contract, response, null, context);
  if (mayBeEnvelope(response)) return lookedAt(contract, response, body, context);
  // If a body of `fetch` breaks off, the network has failed. That says nothing about this service.
  if (isFetched(response)) return stamped(contract, response, body, context);
  return passedOn(contract, response, body, context);
}

/** Whether a response may be an envelope, according to its head. */
export function mayBeEnvelope(response: Response): boolean {
  const headers = fieldsOf(response);
  const type = headers.get("content-type") ?? "";
  return isSuccessful(statusOf(response)) && MAYBE_ENVELOPE.test(type) && !headers.has("content-encoding");
}

/**
 * Returns a success that is not an envelope. Waits for nothing. If the whole body is there, it leaves as a whole, so
 * that the server knows its length.
 */
async function passedOn(
  contract: AdapterContract,
  response: Response,
  body: ReadableStream<Bytes>,
  context: Exchange,
): Promise<Response> {
  const reader = body.getReader();
  let next = ask(reader);
  const first = await soon(next, false);
  const pieces: Bytes[] = [];
  if (first?.done === false) {
    pieces.push(first.value);
    next = ask(reader);
    const rest = await soon(next, false);
    if (rest?.done === true) return stamped(contract, response, first.value, context);
  }
  return stamped(contract, response, passing(reader, pieces, next, followerOf(contract, response, context)), context);
}

/** Returns a success, or the response that replaces it, once the first bytes show whether it is an envelope. */
async function lookedAt(
  contract: AdapterContract,
  response: Response,
  body: ReadableStream<Bytes>,
  context: Exchange,
): Promise<Response> {
  const reader = body.getReader();
  let next = ask(reader);
  let read: Awaited<typeof next> | undefined;
  try {
    // The wait has a limit, because the client may need the head before it does what the body waits for.
    read = await within(next, contract.bufferTimeoutMs);
  } catch (thrown) {
    return answerTo(contract, thrown, context);
  }
  if (read?.done) return stamped(contract, response, "", context);
  const suspect = new EnvelopeDetector(startsAsError);
  const pieces: Bytes[] = [];
  // Takes the pieces that are there already, so that an envelope in several pieces is recognized.
  while (suspect.mayBeEnvelope && read?.done === false) {
    pieces.push(read.value);
    suspect.add(read.value);
    next = ask(reader);
    read = await soon(next, suspect.mayBeEnvelope);
  }
  const isWhole = read?.done === true;
  const replacement = envelopeIn(contract, response, suspect, isWhole, context);
  if (replacement !== undefined) {
    void reader.cancel().catch(() => {});
    return replacement;
  }
  const [first] = pieces;
  if (isWhole && first !== undefined && pieces.length === 1) return stamped(contract, response, first, context);
  const follower = followerOf(contract, response, context, isWhole ? undefined : suspect);
  return stamped(contract, response, passing(reader, pieces, next, follower), context);
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
  const bytes = joined(suspect.pieces, suspect.length);
  const isDeclared = response.headers.get("content-length") === String(bytes.byteLength);
  return isWhole || isDeclared ? replacementOf(contract, response, written(response, bytes), context) : undefined;
}

/**
 * Makes a follower for a body that leaves piece by piece.
 *
 * @param suspect What was read so far, if that may be an envelope.
 */
export function followerOf(
  contract: AdapterContract,
  response: Response,
  context: Exchange,
  suspect?: EnvelopeDetector,
): Follower {
  const onFailure = (thrown: unknown) => reportCut(contract, thrown, context);
  if (suspect?.mayBeEnvelope !== true || context.method === "HEAD") return { onFailure };
  return {
    onPiece: (piece) => suspect.add(piece),
    onEnd() {
      // It is too late to replace the envelope. So it is only reported.
      if (suspect.isEnvelope) {
        contract.reportTooLate(written(response, joined(suspect.pieces, suspect.length)), context);
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
