import type { AdapterContract } from "@uhp-errors/core/adapter";
import { EnvelopeDetector, startsAsError } from "@uhp-errors/core/internal";
import { answerTo } from "./answers.ts";
import { type Bytes, concatenate, passOn } from "./body.ts";
import { makeFollower, mayBeEnvelope, readStart } from "./envelope-in-success.ts";
import { replaceForeign } from "./foreign-error.ts";
import type { Exchange } from "./request-context.ts";
import { isSuccessful } from "./status.ts";
import { isFetched, readWritten, stamp, withHeaders } from "./written.ts";

/** How many bytes to ask for at once. */
const PIECE = 4_096;

/** How many pieces of a body to look at, if they are there already. */
const MAX_PIECES = 64;

/**
 * Returns a success with the contract's headers, on a runtime that serves responses by itself. It looks at a copy of
 * the body. If the whole body is there already, it returns the same object.
 *
 * @throws TypeError if the body was read before.
 */
export async function finalizeNative(
  contract: AdapterContract,
  response: Response,
  context: Exchange,
): Promise<Response> {
  const { body } = response.clone();
  if (body === null) return stamp(contract, response, null, context);
  // A string whose type only the runtime knows may be an envelope too. The headers are those of the original: on Deno,
  // a copy lacks some.
  const isLookedAt =
    isSuccessful(response.status) && (!response.headers.has("content-type") || mayBeEnvelope(response));
  const suspect = isLookedAt ? new EnvelopeDetector(startsAsError) : undefined;
  const bytes = byteReader(body);
  if (bytes !== undefined) await readWhole(bytes, suspect);
  else {
    const reader = body.getReader();
    let start: Awaited<ReturnType<typeof readStart>>;
    try {
      start = await readStart(reader, suspect, MAX_PIECES, contract.bufferTimeoutMs);
    } catch (thrown) {
      return answerTo(contract, thrown, context);
    }
    if (!start.isWhole) {
      // The copy leaves, so the original is not needed.
      void response.body?.cancel().catch(() => {});
      const left = passOn(reader, start.pieces, start.next, makeFollower(contract, response, context, suspect));
      return stamp(contract, response, left, context);
    }
  }
  const replacement = suspect?.isEnvelope
    ? replaceForeign(contract, response, readWritten(response, concatenate(suspect.pieces, suspect.length)), context)
    : undefined;
  if (replacement !== undefined) return replacement;
  try {
    return withHeaders(response, contract.headers(context), isFetched(response));
  } catch {
    // These headers are immutable.
    return stamp(contract, response, response.body, context);
  }
}

/**
 * Returns a reader for a body that the runtime has as bytes; `undefined` for a stream that the service made, and on
 * runtimes without such readers.
 */
function byteReader(body: ReadableStream<Bytes>): ReadableStreamBYOBReader | undefined {
  try {
    return body.getReader({ mode: "byob" });
  } catch {
    return undefined;
  }
}

/** Reads bytes that the runtime has, as long as they may be an envelope. */
async function readWhole(reader: ReadableStreamBYOBReader, suspect: EnvelopeDetector | undefined): Promise<void> {
  while (suspect?.mayBeEnvelope) {
    const { done, value } = await reader.read(new Uint8Array(PIECE));
    if (done) return;
    suspect.add(value as Bytes);
  }
  void reader.cancel().catch(() => {});
}
