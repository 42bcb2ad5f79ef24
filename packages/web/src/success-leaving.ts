import type { Contract, ErrorResponse } from "@uhp-errors/core";
import { answerTo, responseOf } from "./answers.ts";
import { ask, type Bytes, type Follower, passing, soon, within } from "./body.ts";
import { keptHeaders } from "./error-leaving.ts";
import type { Exchange } from "./request-context.ts";
import { isSuccessful } from "./status.ts";
import { Suspect } from "./suspect.ts";
import { isFetched, stamped, written } from "./written.ts";

/** Types of body that may be an envelope: JSON, and text. Of events, the head must not wait for the first. */
const MAYBE_ENVELOPE = /^(?:application\/(?:[\w.-]+\+)?json\b|text\/(?!event-stream))/i;

/** A success with the contract's headers. One that may be an envelope is looked at; nothing of another one is held back. */
export async function successLeaving(contract: Contract, response: Response, context: Exchange): Promise<Response> {
  const { body, status } = response;
  if (body === null) return stamped(contract, response, null, context);
  if (isSuccessful(status) && mayBeEnvelope(response)) return lookedAt(contract, response, body, context);
  // What fails in a body that `fetch` has made is the network, which says nothing of this service.
  if (isFetched(response)) return stamped(contract, response, body, context);
  return passedOn(contract, response, body, context);
}

/** Whether a body may be an envelope, by what its headers say of it. */
export function mayBeEnvelope({ headers }: Response): boolean {
  return MAYBE_ENVELOPE.test(headers.get("content-type") ?? "") && !headers.has("content-encoding");
}

/** A success that is no envelope. Nothing is waited for; what is there as a whole leaves as a whole, of which a server knows the length. */
async function passedOn(
  contract: Contract,
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

/** A success whose first bytes show whether it is an envelope. */
async function lookedAt(
  contract: Contract,
  response: Response,
  body: ReadableStream<Bytes>,
  context: Exchange,
): Promise<Response> {
  const reader = body.getReader();
  let next = ask(reader);
  let read: Awaited<typeof next> | undefined;
  try {
    // A client may be waiting for the head before it does what the body waits for.
    read = await within(next, contract.bufferTimeoutMs);
  } catch (thrown) {
    return answerTo(contract, thrown, context);
  }
  if (read?.done) return stamped(contract, response, "", context);
  const suspect = new Suspect();
  const pieces: Bytes[] = [];
  // What is there already is taken along, so that an envelope in pieces is seen as a whole.
  while (suspect.mayBeEnvelope && read?.done === false) {
    pieces.push(read.value);
    suspect.add(read.value);
    next = ask(reader);
    read = await soon(next, suspect.mayBeEnvelope);
  }
  const isWhole = read?.done === true;
  const error = envelopeIn(contract, response, suspect, isWhole, context);
  if (error !== undefined) {
    void reader.cancel().catch(() => {});
    const kept = keptHeaders(contract, response, error.status);
    return responseOf(contract, error, context, kept);
  }
  const [first] = pieces;
  if (isWhole && first !== undefined && pieces.length === 1) return stamped(contract, response, first, context);
  const follower = followerOf(contract, response, context, isWhole ? undefined : suspect);
  return stamped(contract, response, passing(reader, pieces, next, follower), context);
}

/** The answer to an envelope that a success was found to be. */
function envelopeIn(
  contract: Contract,
  response: Response,
  { bytes }: Suspect,
  isWhole: boolean,
  context: Exchange,
): ErrorResponse | undefined {
  if (bytes === undefined) return undefined;
  const isDeclared = response.headers.get("content-length") === String(bytes.byteLength);
  return isWhole || isDeclared ? contract.replace(written(response, bytes), context) : undefined;
}

/**
 * Follows a body that leaves as it comes.
 *
 * @param suspect What came so far, where it may be an envelope.
 */
export function followerOf(contract: Contract, response: Response, context: Exchange, suspect?: Suspect): Follower {
  const onFailure = (thrown: unknown) => reportCut(contract, thrown, context);
  if (suspect?.mayBeEnvelope !== true || context.method === "HEAD") return { onFailure };
  return {
    onPiece: (piece) => suspect.add(piece),
    onEnd() {
      // Too late to be put right, an envelope is at least reported.
      const { bytes } = suspect;
      if (bytes !== undefined) contract.reportWrongStatus(written(response, bytes), context);
    },
    onFailure,
  };
}

/** Reports a body that broke off once its head had left. */
function reportCut(contract: Contract, thrown: unknown, context: Exchange): void {
  context.hasLeft = true;
  contract.respond(thrown, context);
}
