import type { Contract, ErrorResponse } from "@uhp-errors/core";
import { answerTo, responseOf } from "./answers.ts";
import { type Bytes, type Follower, passing, soon, within } from "./body.ts";
import { keptHeaders, sourceOf } from "./error-leaving.ts";
import type { Exchange } from "./request-context.ts";
import { isRuntimesOwn } from "./runtime.ts";
import { Suspect } from "./suspect.ts";
import { isFetched, stamped, written } from "./written.ts";

/** Types of body that may be an envelope: JSON, and text. Of events, the head must not wait for the first. */
const MAYBE_ENVELOPE = /^(?:application\/(?:[\w.-]+\+)?json\b|text\/(?!event-stream))/i;

/** A success with the contract's headers. One that may be an envelope is looked at; nothing of another one is held back. */
export async function successLeaving(contract: Contract, response: Response, context: Exchange): Promise<Response> {
  const { body, status, headers } = response;
  if (body === null) return stamped(contract, response, null, context);
  const mayBeEnvelope = status < 300 && MAYBE_ENVELOPE.test(headers.get("content-type") ?? "");
  if (mayBeEnvelope && !headers.has("content-encoding")) return lookedAt(contract, response, body, context);
  // What fails in a body that `fetch` has made is the network, which says nothing of this service.
  if (isFetched(response) || isRuntimesOwn(body)) return stamped(contract, response, body, context);
  return passedOn(contract, response, body, context);
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
  const first = await soon(next);
  const pieces: Bytes[] = [];
  if (first?.done === false) {
    pieces.push(first.value);
    next = ask(reader);
    const rest = await soon(next);
    if (rest?.done === true) return stamped(contract, response, first.value, context);
  }
  const follower = { onFailure: (thrown: unknown) => reportCut(contract, thrown, context) };
  return stamped(contract, response, passing(reader, pieces, next, follower), context);
}

/** A success whose first bytes show whether it is an envelope. */
async function lookedAt(
  contract: Contract,
  response: Response,
  body: ReadableStream<Bytes>,
  context: Exchange,
): Promise<Response> {
  const isOwn = isRuntimesOwn(body);
  // The other half of such a body keeps what the runtime knows of it.
  const [looked, rest] = isOwn ? body.tee() : [body, undefined];
  const reader = looked.getReader();
  const asked = ask(reader);
  let read: Awaited<typeof asked> | undefined;
  try {
    // A client may be waiting for the head before it does what the body waits for.
    read = await within(asked, contract.bufferTimeoutMs);
  } catch (thrown) {
    return answerTo(contract, thrown, context);
  }
  if (read?.done) return stamped(contract, response, "", context);
  const { suspect, pieces, next, isWhole } = await taken(reader, asked, read, isOwn);
  const error = envelopeIn(contract, response, suspect, isWhole, context);
  if (error !== undefined) {
    for (const half of [reader, rest]) void half?.cancel().catch(() => {});
    return responseOf(
      contract,
      error,
      context,
      keptHeaders(contract, response.headers, sourceOf(response), error.status),
    );
  }
  if (rest !== undefined) {
    const isDecided = isWhole || !suspect.mayBeEnvelope;
    void (isDecided ? reader : rest).cancel().catch(() => {});
    if (isDecided) return stamped(contract, response, rest, context);
  }
  const [first] = pieces;
  if (isWhole && first !== undefined && pieces.length === 1) return stamped(contract, response, first, context);
  const follower = followerOf(contract, response, isWhole ? undefined : suspect, context);
  return stamped(contract, response, passing(reader, pieces, next, follower), context);
}

/** What is there already of a body, taken along so that an envelope in pieces is seen as a whole. */
async function taken(
  reader: ReadableStreamDefaultReader<Bytes>,
  asked: ReturnType<typeof reader.read>,
  first: Awaited<typeof asked> | undefined,
  isOwn: boolean,
) {
  const suspect = new Suspect();
  const pieces: Bytes[] = [];
  let next = asked;
  let read = first;
  while (suspect.mayBeEnvelope && read?.done === false) {
    pieces.push(read.value);
    suspect.add(read.value);
    next = ask(reader);
    read = await soon(next, isOwn);
  }
  return { suspect, pieces, next, isWhole: read?.done === true };
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

/** Who hears of the rest of a success, which may turn out to be an envelope as long as there is a suspect. */
function followerOf(contract: Contract, response: Response, suspect: Suspect | undefined, context: Exchange): Follower {
  const followed = suspect?.mayBeEnvelope && context.method !== "HEAD" ? suspect : undefined;
  return {
    onPiece: followed && ((piece) => followed.add(piece)),
    onEnd() {
      // Too late to be put right, an envelope is at least reported.
      const all = followed?.bytes;
      if (all !== undefined) contract.reportWrongStatus(written(response, all), context);
    },
    onFailure: (thrown) => reportCut(contract, thrown, context),
  };
}

/** Asks for the next piece. Whoever reads it hears of it when there is none. */
function ask(reader: ReadableStreamDefaultReader<Bytes>): ReturnType<typeof reader.read> {
  const next = reader.read();
  next.catch(() => {});
  return next;
}

/** Reports a body that broke off once its head had left. */
function reportCut(contract: Contract, thrown: unknown, context: Exchange): void {
  context.hasLeft = true;
  contract.respond(thrown, context);
}
