import type { AdapterContract, InterceptedResponse } from "@uhp-errors/core/adapter";
import { answerTo, isOwn, makeResponse } from "./answers.ts";
import { type Bytes, readBeginning, soon } from "./body.ts";
import type { Answer, Exchange } from "./request-context.ts";
import { isFetched, readWritten, stamp } from "./written.ts";

/** The compressions that every runtime can undo. */
const FORMATS: ReadonlyMap<string, ConstructorParameters<typeof DecompressionStream>[0]> = new Map([
  ["gzip", "gzip"],
  ["deflate", "deflate"],
]);

/** How JSON begins. No compressed body begins so. */
const OPENED = /[{\s]/;

const { navigator, process } = globalThis as {
  readonly navigator?: { readonly userAgent?: unknown };
  readonly process?: { readonly versions?: { readonly node?: unknown } };
};

/**
 * Whether a body from the network ends in a later turn of the event loop, even if all of it has arrived. That is so on
 * Deno and on Node. (Node 20 has no `navigator`.) On Bun it ends at once, as a string does. About other runtimes
 * nothing is known.
 */
const ENDS_LATER =
  typeof navigator?.userAgent === "string"
    ? /^(?:Node\.js|Deno)\b/.test(navigator.userAgent)
    : process?.versions?.node !== undefined;

/**
 * Returns what leaves in place of an error that something else wrote. It reads the body, because an envelope may stay.
 */
export async function finalizeError(
  contract: AdapterContract,
  response: Response,
  context: Exchange,
): Promise<Response> {
  // A hostile response may fail here. That is one failure, so it must come before the contract is asked.
  const encoding = response.headers.get("content-encoding");
  const reader = response.body?.getReader();
  const reading = reader && readBeginning(reader, contract.bufferTimeoutMs);
  const isAtOnce = ENDS_LATER && reading !== undefined && (await soon(reading, false))?.isWhole === true;
  const beginning = await reading;
  const isWhole = beginning?.isWhole ?? true;
  if (!isWhole) void reader?.cancel().catch(() => {});
  if (beginning?.failure !== undefined) {
    context.status = response.status;
    return answerTo(contract, beginning.failure.thrown, context);
  }
  const bytes = beginning?.bytes ?? null;
  const plain = isWhole && bytes !== null ? await decompress(encoding, bytes, contract.bufferTimeoutMs) : null;
  const replacement = replaceForeign(contract, response, readWritten(response, plain, isAtOnce), context);
  return replacement ?? stamp(contract, response, bytes, context);
}

/** Returns the contract's response in place of another one; `undefined` if that may leave. */
export function replaceForeign(
  contract: AdapterContract,
  response: Response,
  intercepted: InterceptedResponse,
  context: Exchange,
): Response | undefined {
  const error = contract.replace(intercepted, context);
  if (error === undefined) return undefined;
  return makeResponse(contract, error, context, keptHeaders(contract, response, error.status, intercepted.isFetched));
}

/**
 * Returns what leaves in place of a response that a contract made, which middleware may have copied. A header that
 * middleware has set stays if an error may have it. A body that differs stays only if it is the contract's body,
 * compressed.
 */
export async function finalizeAnswer(answer: Answer, response: Response, context: Exchange): Promise<Response> {
  const { contract, error } = answer;
  const { status } = error;
  // Middleware may have read the body, for example to log it.
  const isRead = response.bodyUsed || response.body?.locked === true;
  if (isOwn(response) && !isRead) return tidy(answer, response);
  const made = makeResponse(contract, error, context, keptHeaders(contract, response, status));
  const encoding = response.headers.get("content-encoding");
  if (isRead || response.body === null || encoding === null) return made;
  const { bytes, isWhole } = await readBeginning(response.body.getReader(), contract.bufferTimeoutMs);
  const plain = isWhole ? await decompress(encoding, bytes, contract.bufferTimeoutMs) : null;
  if (plain === null || new TextDecoder().decode(plain) !== error.body) return made;
  const { headers } = made;
  headers.set("content-encoding", encoding);
  headers.set("content-length", String(bytes.byteLength));
  return new Response(bytes, { status, headers });
}

/** Removes the headers from a contract's response that middleware may not add to it. */
export function tidy({ contract, error }: Answer, response: Response): Response {
  const { status, headers: own } = error;
  const { headers } = response;
  for (const [name, value] of [...headers]) {
    if (!contract.keepsHeader({ name, value, isOfReplaced: false, status })) headers.delete(name);
  }
  for (const [name, value] of Object.entries(own)) headers.set(name, value);
  return response;
}

/**
 * Returns the body of an error without its compression; null if the runtime cannot undo that. `fetch` has already
 * undone it for its own responses.
 */
export async function decompress(
  encoding: string | null | undefined,
  bytes: Bytes,
  milliseconds: number,
): Promise<Bytes | null> {
  const format = FORMATS.get(encoding ?? "");
  if (format === undefined || OPENED.test(new TextDecoder().decode(bytes.subarray(0, 1)))) return bytes;
  try {
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(format)).getReader();
    const plain = await readBeginning(reader, milliseconds);
    if (plain.isWhole) return plain.bytes;
    void reader.cancel().catch(() => {});
  } catch {
    // Not every runtime has `DecompressionStream`.
  }
  return null;
}

/** Returns the headers of a replaced response that its replacement keeps. */
export function keptHeaders(
  contract: AdapterContract,
  response: Response,
  status: number,
  isOfReplaced = isFetched(response),
): Headers {
  const kept = new Headers();
  for (const [name, value] of response.headers) {
    if (contract.keepsHeader({ name, value, isOfReplaced, status })) kept.append(name, value);
  }
  return kept;
}
