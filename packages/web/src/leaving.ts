import type { Contract, InterceptedResponse } from "@uhp-errors/core";
import { answerTo, isOwn, responseOf } from "./answers.ts";
import { readBeginning, rest, soon } from "./body.ts";
import type { WebRequestContext } from "./request-context.ts";
import { Suspect } from "./suspect.ts";

/** What a response can be made of. */
type Body = ConstructorParameters<typeof Response>[0];

/** The statuses of responses that have no body (Fetch standard, null body status), and which no `Response` with one can have. */
const NO_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/** Types of body that may be an envelope: JSON, and what a `Response` calls a text that was given no type. */
const MAYBE_ENVELOPE = /^(?:(?:application|text)\/(?:[\w.-]+\+)?json\b|text\/plain;charset=UTF-8$)/i;

type Bytes = Uint8Array<ArrayBuffer>;

/** Compressions that every runtime can undo. */
const FORMATS: ReadonlyMap<string, ConstructorParameters<typeof DecompressionStream>[0]> = new Map([
  ["gzip", "gzip"],
  ["deflate", "deflate"],
]);

/** How JSON begins, and nothing that is compressed. */
const OPENED = /[{\s]/;

/** What leaves in place of a handler's response: the same with the contract's headers, or the contract's own. */
export async function leaving(contract: Contract, response: Response, context: WebRequestContext): Promise<Response> {
  const { status } = response;
  if (response.type === "error") {
    return answerTo(contract, new TypeError("the handler returned Response.error()"), context);
  }
  if (!Number.isInteger(status) || status < 100) {
    return answerTo(contract, new TypeError(`the handler returned a response with status ${status}`), context);
  }
  // The runtime takes the connection over, and knows its own object for that.
  if (status < 200) return response;
  if (response.bodyUsed || response.body?.locked) {
    return answerTo(contract, new TypeError("the handler returned a response whose body was read"), context);
  }
  if (isOwn(contract, response)) return response;
  if (status >= 400) return errorLeaving(contract, response, context);
  const { body } = response;
  const type = response.headers.get("content-type") ?? "";
  const isLookedAt =
    status < 300 && body !== null && MAYBE_ENVELOPE.test(type) && !response.headers.has("content-encoding");
  return isLookedAt
    ? successLeaving(contract, response, body, context)
    : stamped(contract, response, response.body, context);
}

/** An error that something else wrote. Its body is read, because an envelope may stay. */
async function errorLeaving(contract: Contract, response: Response, context: WebRequestContext): Promise<Response> {
  const reader = response.body?.getReader();
  const beginning = await (reader && readBeginning(reader, contract.bufferTimeoutMs));
  const isWhole = beginning?.isWhole ?? true;
  if (!isWhole) void reader?.cancel().catch(() => {});
  const { bytes = null } = beginning ?? {};
  const plain = isWhole && bytes !== null ? await inflated(response, bytes, contract.bufferTimeoutMs) : null;
  const error = contract.replace(written(response, plain), context);
  if (error === undefined) return stamped(contract, response, bytes, context);
  return responseOf(contract, error, context, kept(contract, response, error.status));
}

/** The bytes of an error, their compression undone where the runtime can. Of a response of `fetch` it is undone already. */
async function inflated(response: Response, bytes: Bytes, milliseconds: number): Promise<Bytes | null> {
  const format = FORMATS.get(response.headers.get("content-encoding") ?? "");
  if (format === undefined || OPENED.test(new TextDecoder().decode(bytes.subarray(0, 1)))) return bytes;
  try {
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(format)).getReader();
    const plain = await readBeginning(reader, milliseconds);
    if (plain.isWhole) return plain.bytes;
    void reader.cancel().catch(() => {});
  } catch {
    // Not every runtime has it.
  }
  return null;
}

/** A success. Its first bytes show whether it is an envelope; nothing of another one is held back. */
async function successLeaving(
  contract: Contract,
  response: Response,
  body: ReadableStream<Bytes>,
  context: WebRequestContext,
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
    return responseOf(contract, error, context, kept(contract, response, error.status));
  }
  if (isWhole && pieces.length === 1) return stamped(contract, response, first.value, context);
  // Too late to be put right, an envelope is at least reported.
  const follower = {
    onPiece: (piece: Bytes) => suspect.add(piece),
    onEnd() {
      const all = suspect.bytes;
      if (all !== undefined) contract.reportWrongStatus(written(response, all), context);
    },
  };
  const isFollowed = !isWhole && suspect.mayBeEnvelope && context.method !== "HEAD";
  return stamped(contract, response, rest(reader, pieces, next, isFollowed ? follower : undefined), context);
}

/** Asks for the next piece. Whoever reads it hears of it when there is none. */
function ask(reader: ReadableStreamDefaultReader<Bytes>): ReturnType<typeof reader.read> {
  const next = reader.read();
  next.catch(() => {});
  return next;
}

function written(response: Response, bytes: Uint8Array | null): InterceptedResponse {
  return {
    status: response.status,
    header: (name) => response.headers.get(name) ?? undefined,
    body: bytes === null ? "" : new TextDecoder().decode(bytes),
  };
}

/** The headers of a replaced response that its replacement keeps. */
function kept(contract: Contract, response: Response, status: number): Headers {
  const headers = new Headers();
  const source = isFetched(response) ? "head" : "set";
  for (const [name, value] of response.headers) {
    if (contract.keepsHeader({ name, value, source, status })) headers.append(name, value);
  }
  return headers;
}

/** A response with the contract's headers. A request id that the service has set itself stays the service's. */
function stamped(contract: Contract, response: Response, body: Body, context: WebRequestContext): Response {
  const { status, statusText } = response;
  // A response without a body can be returned again, so its own headers stay as they are.
  const isSame = body !== null && body === response.body;
  const target = isSame
    ? response
    : new Response(NO_BODY.has(status) ? null : body, { status, statusText, headers: response.headers });
  try {
    return withHeaders(target, contract.headers(context), isFetched(response));
  } catch {
    // The headers of what `fetch` returned cannot be changed.
    const copy = new Response(body, { status, statusText, headers: response.headers });
    return withHeaders(copy, contract.headers(context), isFetched(response));
  }
}

function withHeaders(response: Response, headers: Readonly<Record<string, string>>, isForeign: boolean): Response {
  for (const [name, value] of Object.entries(headers)) {
    if (name === "x-request-id" && !isForeign && response.headers.has(name)) continue;
    response.headers.set(name, value);
  }
  return response;
}

/** Whether a response is another service's. */
function isFetched({ url }: Response): boolean {
  return url !== "";
}
