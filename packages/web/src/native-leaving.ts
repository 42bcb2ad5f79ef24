import type { Contract } from "@uhp-errors/core";
import { answerTo, responseOf } from "./answers.ts";
import { ask, type Bytes, passing, soon, within } from "./body.ts";
import { keptHeaders } from "./error-leaving.ts";
import type { Exchange } from "./request-context.ts";
import { knowsMore } from "./runtime.ts";
import { isSuccessful } from "./status.ts";
import { followerOf, mayBeEnvelope, successLeaving } from "./success-leaving.ts";
import { Suspect } from "./suspect.ts";
import { isFetched, stamped, withHeaders, written } from "./written.ts";

/** Bytes that are asked for at once. */
const PIECE = 4_096;

/** Pieces of a body that are looked at, when they are there already. */
const MAX_PIECES = 64;

/**
 * A success with the contract's headers where the runtime serves it by itself. A copy of its body is looked at. When the body is there
 * already, and no stream of the service's, the response stays the same object. Throws when its body was read before.
 */
export async function nativeLeaving(contract: Contract, response: Response, context: Exchange): Promise<Response> {
  // A copy would cancel the service's stream with an array of two reasons, in place of the one that its reader gives.
  if (knowsMore(response) && !response.bodyUsed && isStreamed(response.body))
    return successLeaving(contract, response, context);
  const { body } = response.clone();
  if (body === null) return stamped(contract, response, null, context);
  // A text whose type only the runtime knows may be an envelope too. The copy of a response does not have all headers on Deno.
  const isLookedAt =
    isSuccessful(response.status) && (!response.headers.has("content-type") || mayBeEnvelope(response));
  const suspect = isLookedAt ? new Suspect() : undefined;
  // On Node every copy is a stream of bytes.
  const reader = knowsMore(response) ? undefined : byteReader(body);
  const streamed =
    reader === undefined
      ? await streamRead(body, suspect, contract, response, context)
      : await wholeRead(reader, suspect);
  if (streamed !== undefined) return streamed;
  const bytes = suspect?.bytes;
  const error = bytes === undefined ? undefined : contract.replace(written(response, bytes), context);
  if (error !== undefined) {
    return responseOf(contract, error, context, keptHeaders(contract, response, error.status));
  }
  try {
    return withHeaders(response, contract.headers(context), isFetched(response));
  } catch {
    // Headers that cannot be changed.
    return stamped(contract, response, response.body, context);
  }
}

/** Whether a body is a stream of the service's. Node has all others as streams of bytes. */
function isStreamed(body: ReadableStream<Bytes> | null): boolean {
  if (body === null || body.locked) return false;
  const reader = byteReader(body);
  reader?.releaseLock();
  return reader === undefined;
}

/** A reader of a body that the runtime has as bytes; `undefined` where it has none, and of a stream that the service made. */
function byteReader(body: ReadableStream<Bytes>): ReadableStreamBYOBReader | undefined {
  try {
    return body.getReader({ mode: "byob" });
  } catch {
    return undefined;
  }
}

/** Reads bytes of the runtime's for as long as they may be an envelope. */
async function wholeRead(reader: ReadableStreamBYOBReader, suspect: Suspect | undefined): Promise<undefined> {
  while (suspect?.mayBeEnvelope) {
    const { done, value } = await reader.read(new Uint8Array(PIECE));
    if (done) return undefined;
    suspect.add(value as Bytes);
  }
  void reader.cancel().catch(() => {});
  return undefined;
}

/** Reads what is there of a body. What leaves when that is not the whole of it; `undefined` when it is. */
async function streamRead(
  body: ReadableStream<Bytes>,
  suspect: Suspect | undefined,
  contract: Contract,
  response: Response,
  context: Exchange,
): Promise<Response | undefined> {
  const reader = body.getReader();
  const pieces: Bytes[] = [];
  let next = ask(reader);
  let read: Awaited<typeof next> | undefined;
  try {
    // A client may be waiting for the head before it does what the body waits for.
    read = await (suspect === undefined ? soon(next, false) : within(next, contract.bufferTimeoutMs));
  } catch (thrown) {
    return answerTo(contract, thrown, context);
  }
  while (read?.done === false && pieces.length < MAX_PIECES) {
    pieces.push(read.value);
    suspect?.add(read.value);
    next = ask(reader);
    read = await soon(next, suspect?.mayBeEnvelope === true);
  }
  if (read?.done === true) return undefined;
  // Of two copies of a stream, one is enough.
  void response.body?.cancel().catch(() => {});
  const left = passing(reader, pieces, next, followerOf(contract, response, context, suspect));
  return stamped(contract, response, left, context);
}
