import type { Contract } from "@uhp-errors/core";
import { answerTo, responseOf } from "./answers.ts";
import { type Bytes, passing, soon } from "./body.ts";
import { keptHeaders, sourceOf } from "./error-leaving.ts";
import type { Exchange } from "./request-context.ts";
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
  if (isFetched(response)) return stamped(contract, response, body, context);
  const follower = { onFailure: (thrown: unknown) => reportCut(contract, thrown, context) };
  return stamped(contract, response, passing(body.getReader(), [], undefined, follower), context);
}

/** A success whose first bytes show whether it is an envelope. */
async function lookedAt(
  contract: Contract,
  response: Response,
  body: ReadableStream<Bytes>,
  context: Exchange,
): Promise<Response> {
  const reader = body.getReader();
  let first: Awaited<ReturnType<typeof reader.read>>;
  try {
    first = await reader.read();
  } catch (thrown) {
    return answerTo(contract, thrown, context);
  }
  if (first.done) return stamped(contract, response, "", context);
  const pieces = [first.value];
  const suspect = new Suspect();
  suspect.add(first.value);
  let next = ask(reader);
  let read = await soon(next);
  // What is there already is taken along, so that an envelope in pieces is seen as a whole.
  while (suspect.mayBeEnvelope && read?.done === false) {
    pieces.push(read.value);
    suspect.add(read.value);
    next = ask(reader);
    read = await soon(next);
  }
  const { bytes } = suspect;
  const isWhole = read?.done === true;
  const isDeclared = bytes !== undefined && response.headers.get("content-length") === String(bytes.byteLength);
  const error =
    bytes !== undefined && (isWhole || isDeclared) ? contract.replace(written(response, bytes), context) : undefined;
  if (error !== undefined) {
    void reader.cancel().catch(() => {});
    return responseOf(
      contract,
      error,
      context,
      keptHeaders(contract, response.headers, sourceOf(response), error.status),
    );
  }
  if (isWhole && pieces.length === 1) return stamped(contract, response, first.value, context);
  const isFollowed = !isWhole && suspect.mayBeEnvelope && context.method !== "HEAD";
  const follower = {
    onPiece: isFollowed ? (piece: Bytes) => suspect.add(piece) : undefined,
    onEnd() {
      // Too late to be put right, an envelope is at least reported.
      const all = isFollowed ? suspect.bytes : undefined;
      if (all !== undefined) contract.reportWrongStatus(written(response, all), context);
    },
    onFailure: (thrown: unknown) => reportCut(contract, thrown, context),
  };
  return stamped(contract, response, passing(reader, pieces, next, follower), context);
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
