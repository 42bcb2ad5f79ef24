import type { ServerResponse } from "node:http";
import { beginsAsError } from "@uhp-errors/core/internal";
import {
  EXCHANGE,
  headersSent,
  type Interception,
  interceptionOf,
  type Methods,
  type PatchedResponse,
  type ResponseDryRun,
  type Stage,
} from "../request/exchange.ts";
import { BufferedBody, isChunk } from "../written/body.ts";
import { WrittenHead } from "../written/head.ts";
import { hasHead, hasHeadLeft, sentStatus } from "../written/sent-field.ts";
import { isErrorStatus, isSuccess, isTaken, toStatus } from "../written/status.ts";
import { answerFailure, decide, ownBody, ownResponse, replacementOf, send, writeOwnHead, writtenOf } from "./answer.ts";
import { dropTrailers, fieldOf, isUnobserved, storeHead, takeHeadBack } from "./head.ts";
import { setStamp, writeStamped } from "./stamp.ts";

/**
 * What a method of a response does in one stage. It gets the method's arguments, and returns what the method returns.
 */
type Action = (exchange: Interception, response: ServerResponse, args: Args) => unknown;

type Args = readonly unknown[];

/**
 * What each method of an intercepted response does in each stage. `asking` is not a stage: while the contract is asked
 * for a response, the service's hook runs, and this column applies in every stage. A test compares the table in
 * docs/contributors/architecture.md with this one.
 */
export const ACTIONS = {
  writeHead: {
    open: beginHead,
    sending: beginHead,
    settling: ignoreHead,
    buffering: refuseHead,
    passing: passHead,
    replaced: passHead,
    noting: passHead,
    asking: ignoreHead,
  },
  write: {
    open: beginBody,
    sending: beginBody,
    settling: dropChunk,
    buffering: keepChunk,
    passing: passChunk,
    replaced: dropChunk,
    noting: noteChunk,
    asking: dropChunk,
  },
  end: {
    open: endAtOnce,
    sending: endAtOnce,
    settling: dropEnd,
    buffering: endError,
    passing: passEnd,
    replaced: endReplaced,
    noting: noteEnd,
    asking: dropEnd,
  },
  flushHeaders: {
    open: flushHead,
    sending: flushHead,
    settling: ignoreFlush,
    buffering: holdHead,
    passing: passFlush,
    replaced: ignoreFlush,
    noting: passFlush,
    asking: ignoreFlush,
  },
  destroy: {
    open: answerOrDestroy,
    sending: answerOrDestroy,
    settling: answerOrDestroy,
    buffering: answerOrDestroy,
    passing: answerOrDestroy,
    replaced: keepOrDestroy,
    noting: noteFailure,
    asking: destroyByStage,
  },
} as const satisfies Record<keyof Methods, Record<Stage | "asking", Action>>;

/** The shared functions that replace a response's methods. They find their state on the response. */
export const METHODS: Methods = {
  writeHead(this: PatchedResponse, ...given: Args): unknown {
    const exchange = this[EXCHANGE];
    return ACTIONS.writeHead[exchange.isAsking ? stageAsking(exchange) : exchange.stage](exchange, this, given);
  },
  write(this: PatchedResponse, ...given: Args): unknown {
    const exchange = this[EXCHANGE];
    const args = exchange.isHttp2 ? withBytes(given) : given;
    if (!isChunk(args[0])) return refuseChunk(exchange, this, args);
    const act = ACTIONS.write[exchange.isAsking ? stageAsking(exchange) : exchange.stage];
    // Node refuses chunks for a destroyed response by itself.
    const isNodes = act !== dropChunk && this.destroyed;
    return (isNodes ? passChunk : act)(exchange, this, args);
  },
  end(this: PatchedResponse, ...given: Args): unknown {
    const exchange = this[EXCHANGE];
    const act = ACTIONS.end[exchange.isAsking ? stageAsking(exchange) : exchange.stage];
    const isNodes = act !== dropEnd && act !== endReplaced && act !== noteEnd && this.destroyed;
    return (isNodes ? passEnd : act)(exchange, this, exchange.isHttp2 ? withBytes(given) : given);
  },
  flushHeaders(this: PatchedResponse): unknown {
    const exchange = this[EXCHANGE];
    return ACTIONS.flushHeaders[exchange.isAsking ? stageAsking(exchange) : exchange.stage](exchange, this);
  },
  destroy(this: PatchedResponse, ...given: Args): unknown {
    const exchange = this[EXCHANGE];
    return ACTIONS.destroy[exchange.isAsking ? stageAsking(exchange) : exchange.stage](exchange, this, given);
  },
};

/** Over HTTP/2, Node takes any view of a buffer as a chunk. Returns the arguments with its bytes. */
function withBytes(args: Args): Args {
  const [chunk] = args;
  if (!ArrayBuffer.isView(chunk) || isChunk(chunk)) return args;
  return [new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength), ...args.slice(1)];
}

/** Returns the column for the time in which the service's hook runs. A contract that only reports drops nothing. */
function stageAsking({ stage }: Interception): "noting" | "asking" {
  return stage === "noting" ? "noting" : "asking";
}

/**
 * Returns the status of the response. Once a head is written, its status counts, because a later change of `statusCode`
 * has no effect.
 */
function statusOf(exchange: Interception, response: ServerResponse): number {
  return hasHead(response) ? exchange.status : toStatus(response.statusCode);
}

/**
 * Writes the head that Node writes by itself before the first bytes. It calls the response's own `writeHead`, which
 * middleware may have replaced.
 */
function writeImplicitHead(response: ServerResponse): void {
  response.writeHead(response.statusCode);
}

/**
 * Unwinds Node's method if a listener for the head turns the success that is being written into an error. No byte has
 * been sent then.
 */
class HeadBecameError {
  readonly args: Args;

  constructor(args: Args) {
    this.args = args;
  }
}

/**
 * Writes the head of a success, with the contract's headers: still `open`, over HTTP/2 `passing`. Keeps the head of an
 * error: `buffering`.
 */
function beginHead(exchange: Interception, response: ServerResponse, args: Args): unknown {
  if (hasHead(response)) return passHead(exchange, response, args);
  const status = toStatus(args[0]);
  const given = trimmed(args);
  if (!isErrorStatus(status)) {
    const result = writeStamped(exchange, response, given, status);
    if (!exchange.isHttp2) return result;
    // The body, which may be an envelope, is still to come.
    if (exchange.stage === "open" && isSuccess(status)) exchange.body = new BufferedBody();
    exchange.stage = "passing";
    return result;
  }
  if (exchange.stage === "sending") throw new HeadBecameError(given);
  beginError(exchange, response, given, status);
  // Over HTTP/2 the time limit starts here, because the client expects the head now.
  if (exchange.isHttp2 && exchange.stage === "buffering") holdHead(exchange, response);
  return response;
}

/** Does nothing. */
function ignoreHead(_exchange: Interception, response: ServerResponse): unknown {
  return response;
}

/** Throws what Node throws for a second head. */
function refuseHead(exchange: Interception, response: ServerResponse, args: Args): unknown {
  if (exchange.isHttp2) throw headersSent();
  return passHead(exchange, response, args);
}

/** Sends the body of the contract's response. What middleware still writes is dropped. */
function endOwn(exchange: Interception, response: ServerResponse, done?: () => void): unknown {
  const own = exchange.answering?.body;
  if (own === undefined) return response;
  clearTimeout(exchange.body?.timer);
  exchange.body = undefined;
  exchange.answering = undefined;
  const ended: unknown = Reflect.apply(exchange.originalMethods.end, response, [
    exchange.hasBody ? own : undefined,
    done,
  ]);
  exchange.stage = "replaced";
  return ended;
}

/** Calls Node's method. The head of the contract's response is its own, whatever middleware passes. */
function passHead(exchange: Interception, response: ServerResponse, args: Args): unknown {
  const own = exchange.answering;
  if (own !== undefined && !response.headersSent) return writeOwnHead(exchange, own, args);
  return Reflect.apply(exchange.originalMethods.writeHead, response, args);
}

/**
 * Handles the first chunk: sends that of a success (`passing`), keeps that of an error (`buffering`), and replaces a
 * success that is a whole envelope (`replaced`).
 */
function beginBody(exchange: Interception, response: ServerResponse, args: Args): unknown {
  const status = statusOf(exchange, response);
  if (isErrorStatus(status)) {
    writeImplicitHead(response);
    return Reflect.apply(METHODS.write, response, args);
  }
  const [chunk, encoding] = args as readonly [string | Uint8Array, unknown];
  // An empty chunk says nothing about the rest of the body.
  const isSuspect = exchange.stage === "open" && isSuccess(status) && (chunk.length === 0 || beginsAsError(chunk));
  exchange.body = isSuspect ? new BufferedBody(chunk, encoding) : undefined;
  if (exchange.body !== undefined && Number(fieldOf(exchange, "content-length")) === exchange.body.length) {
    const error = replacementOf(exchange, status);
    if (error !== undefined) {
      send(exchange, error);
      return acceptChunk(exchange, args);
    }
  }
  return passFirst(exchange, response, "write", args);
}

/**
 * How much is accepted from a writer and dropped, in bytes or code units. Only a source without an end reaches it,
 * because no error is that large.
 */
const MOST_ACCEPTED = 1_048_576;

/** What each chunk counts in addition to its length, because even an empty one costs time. */
const PER_CHUNK = 64;

/**
 * Drops the chunk and calls back, as Node does for a chunk that it has sent. After 1 MiB, returns `false` and does not
 * call back: that stops a source without an end.
 */
function dropChunk(exchange: Interception, _response: ServerResponse, args: Args): boolean {
  return acceptChunk(exchange, args);
}

/**
 * Keeps the chunk. Decides what to send after 64 KiB, after the time limit, or at the end of a turn if the body does
 * not begin as an envelope and has no declared length: `replaced` or `passing`.
 */
function keepChunk(exchange: Interception, response: ServerResponse, args: Args): boolean {
  keep(exchange, response, args);
  return acceptChunk(exchange, args);
}

/** Takes a chunk from its writer without passing it to Node. Returns whether the writer may go on. */
function acceptChunk(exchange: Interception, args: Args): boolean {
  exchange.acceptedBytes += (args[0] as string | Uint8Array).length + PER_CHUNK;
  if (exchange.acceptedBytes > MOST_ACCEPTED) return false;
  callBack(args);
  return true;
}

/**
 * Throws what Node throws for an invalid chunk. Over HTTP/2, Node writes the head first. That of a kept error must not
 * leave.
 */
function refuseChunk(exchange: Interception, response: ServerResponse, args: Args): unknown {
  const { isAsking } = exchange;
  exchange.isAsking ||= exchange.stage === "buffering";
  try {
    return Reflect.apply(exchange.originalMethods.write, response, args);
  } finally {
    exchange.isAsking = isAsking;
  }
}

/**
 * Calls Node's method. Watches a success that began as an envelope, and reports it if it is one. Drops a chunk of the
 * contract's response, which is sent whole at the end, or after the time limit.
 */
function passChunk(exchange: Interception, response: ServerResponse, args: Args): unknown {
  if (exchange.answering !== undefined && ownBody(exchange) !== undefined) {
    exchange.body ??= new BufferedBody();
    exchange.body.schedule(
      () => {
        if (!response.destroyed) endOwn(exchange, response);
      },
      exchange.contract.bufferTimeoutMs,
      () => true,
    );
    return acceptChunk(exchange, args);
  }
  if (exchange.stage === "passing" && exchange.body !== undefined) follow(exchange, args, false);
  return Reflect.apply(exchange.originalMethods.write, response, args);
}

/**
 * Sends a whole success, with the contract's headers. Sends the contract's response in place of an error, or of a
 * success that is an envelope. Then `passing`.
 */
function endAtOnce(exchange: Interception, response: ServerResponse, args: Args): unknown {
  const piece = pieceIn(args);
  if (piece === NOT_A_PIECE) return Reflect.apply(exchange.originalMethods.end, response, args);
  const status = statusOf(exchange, response);
  if (isErrorStatus(status)) {
    if (!hasHead(response) && endErrorAtOnce(exchange, response, status, piece, args)) return response;
    // For any other error the head is written first, because listeners wait for it and may turn it into a success.
    writeImplicitHead(response);
    if (exchange.stage !== "open" && exchange.stage !== "sending") return Reflect.apply(METHODS.end, response, args);
  } else if (exchange.stage === "open" && isSuccess(status) && piece !== undefined && beginsAsError(piece)) {
    exchange.body = new BufferedBody(piece, args[1]);
    const error = replacementOf(exchange, status);
    exchange.body = undefined;
    if (error !== undefined) return sendLast(exchange, response, error, args);
  }
  return passFirst(exchange, response, "end", args);
}

/**
 * Decides on an error that comes whole, before any of it was written.
 *
 * @returns Whether a response has been sent.
 */
function endErrorAtOnce(
  exchange: Interception,
  response: ServerResponse,
  status: number,
  piece: string | Uint8Array | undefined,
  args: Args,
): boolean {
  if (!isUnobserved(exchange, response, status)) return false;
  let error = ownResponse(exchange);
  if (error === undefined) {
    exchange.body = new BufferedBody(piece, args[1]);
    error = decide(exchange, status, true);
    exchange.body = undefined;
  }
  if (error === undefined && response.destroyed) return false;
  // With a status, `send` does not call `settle`: no listener waits for this head.
  exchange.status = status;
  if (error !== undefined) sendLast(exchange, response, error, args);
  else {
    exchange.stage = "passing";
    setStamp(exchange, response);
    Reflect.apply(exchange.originalMethods.end, response, args);
  }
  return true;
}

/** Only calls back. */
function dropEnd(_exchange: Interception, response: ServerResponse, args: Args): unknown {
  callBack(args);
  return response;
}

/** Decides what to send: the contract's response, or the error as it is. Then `passing`. */
function endError(exchange: Interception, response: ServerResponse, args: Args): unknown {
  const piece = pieceIn(args);
  if (piece === NOT_A_PIECE) return Reflect.apply(exchange.originalMethods.end, response, args);
  exchange.body ??= new BufferedBody();
  const earlier = exchange.body.pieces.length;
  exchange.body.take(piece, args[1]);
  const error = decide(exchange, exchange.status, earlier === 0 || exchange.isHandedOver);
  if (error !== undefined) return sendLast(exchange, response, error, args);
  release(exchange, response, earlier);
  return Reflect.apply(exchange.originalMethods.end, response, args);
}

/**
 * Calls Node's method. Reports a success that turned out to be an envelope, and an error whose client has left. The
 * body of the contract's response is its own, whatever middleware passes.
 */
function passEnd(exchange: Interception, response: ServerResponse, args: Args): unknown {
  if (exchange.answering !== undefined && ownBody(exchange) !== undefined) {
    return endOwn(exchange, response, functionIn(args));
  }
  if (exchange.stage !== "passing") reportUnread(exchange, response);
  if (exchange.stage !== "passing" || exchange.body === undefined) {
    return Reflect.apply(exchange.originalMethods.end, response, args);
  }
  const { body } = exchange;
  // Over HTTP/2, Node's `end` passes its chunk to `write`, which must not follow it a second time.
  exchange.body = undefined;
  let ended: unknown;
  try {
    ended = Reflect.apply(exchange.originalMethods.end, response, args);
  } finally {
    exchange.body = body;
  }
  follow(exchange, args, true);
  return ended;
}

/** Only calls back. Then `passing`. */
function endReplaced(exchange: Interception, response: ServerResponse, args: Args): unknown {
  if (pieceIn(args) === NOT_A_PIECE) return Reflect.apply(exchange.originalMethods.write, response, args);
  exchange.stage = "passing";
  return dropEnd(exchange, response, args);
}

/** Sends the head of a success: `passing`. Keeps the head of an error: `buffering`. */
function flushHead(exchange: Interception, response: ServerResponse): void {
  if (!isErrorStatus(statusOf(exchange, response))) {
    passFirst(exchange, response, "flushHeaders", []);
    // The body, which may be an envelope, is still to come.
    if (exchange.stage === "passing") exchange.body = new BufferedBody();
    return;
  }
  writeImplicitHead(response);
  if (exchange.stage === "buffering") holdHead(exchange, response);
  else if (exchange.stage !== "replaced") passFlush(exchange, response);
}

/** Does nothing. */
function ignoreFlush(): void {}

/** Sends nothing. After the time limit, decides what to send. */
function holdHead(exchange: Interception, response: ServerResponse): void {
  keep(exchange, response, []);
}

/** Calls Node's method. */
function passFlush(exchange: Interception, response: ServerResponse): void {
  Reflect.apply(exchange.originalMethods.flushHeaders, response, []);
}

/**
 * While no byte has been sent, sends the contract's response to the failure: `replaced`. Keeps the connection of the
 * contract's own response. Otherwise calls Node's method, and reports the failure that cuts the response off.
 */
function answerOrDestroy(exchange: Interception, response: ServerResponse, args: Args): unknown {
  // Not `args[0]`: a list without a first value may inherit one.
  const [failure] = args;
  if (exchange.isReachable && answerFailure(exchange, failure)) return response;
  return destroy(exchange, response, args);
}

/** Keeps the connection, on which the contract's response is sent. If it is closed already, calls Node's method. */
function keepOrDestroy(exchange: Interception, response: ServerResponse, args: Args): unknown {
  return exchange.isReachable ? response : destroy(exchange, response, args);
}

/** Calls Node's method. Notes the chunk, and what the contract would have sent by now. */
function noteChunk(exchange: Interception, response: ServerResponse, args: Args): unknown {
  const isFlushed = hasHeadLeft(response);
  const result: unknown = Reflect.apply(exchange.originalMethods.write, response, args);
  exchange.dryRun?.take(args, false, isFlushed);
  return result;
}

/** Calls Node's method. Notes the end, and what the contract would have sent instead. */
function noteEnd(exchange: Interception, response: ServerResponse, args: Args): unknown {
  const { originalMethods } = exchange;
  const dryRun = exchange.dryRun as ResponseDryRun;
  if (dryRun.isDone || response.writableEnded) return Reflect.apply(originalMethods.end, response, args);
  if (isErrorStatus(sentStatus(response))) dryRun.noteWhetherGone();
  const isFlushed = hasHeadLeft(response);
  // Over HTTP/2, `end` passes its chunk to `write`, which must not note it a second time.
  dryRun.isDone = true;
  let ended: unknown;
  try {
    ended = Reflect.apply(originalMethods.end, response, args);
  } finally {
    dryRun.isDone = false;
  }
  if (response.writableEnded) dryRun.take(args, true, isFlushed);
  return ended;
}

/** Notes the failure that the contract would have answered. Calls Node's method. */
function noteFailure(exchange: Interception, response: ServerResponse, args: Args): unknown {
  // Not `args[0]`: a list without a first value may inherit one.
  const [failure] = args;
  const isFailure = failure !== undefined && failure !== null;
  if (isFailure && !response.writableEnded && exchange.isReachable) exchange.dryRun?.respond(failure);
  return Reflect.apply(exchange.originalMethods.destroy, response, args);
}

/** Does what the column of the stage says. */
function destroyByStage(exchange: Interception, response: ServerResponse, args: Args): unknown {
  return ACTIONS.destroy[exchange.stage](exchange, response, args);
}

function destroy(exchange: Interception, response: ServerResponse, args: Args): unknown {
  // A pipelined response has no connection until its turn comes. Node would keep that connection open, and the client
  // would wait forever.
  if (response.socket === null) response.once("socket", (socket) => socket.destroy());
  return Reflect.apply(exchange.originalMethods.destroy, response, args);
}

/**
 * Calls Node's method for the first bytes of a success. If it throws before a byte has been sent, the stage is `open`
 * again.
 */
function passFirst(
  exchange: Interception,
  response: ServerResponse,
  method: "write" | "end" | "flushHeaders",
  args: Args,
): unknown {
  exchange.stage = "sending";
  try {
    const result: unknown = Reflect.apply(exchange.originalMethods[method], response, args);
    if (exchange.stage === "sending") exchange.stage = "passing";
    return result;
  } catch (thrown) {
    if (exchange.stage === "sending") exchange.stage = exchange.nothingLeft ? "open" : "passing";
    if (!(thrown instanceof HeadBecameError)) throw thrown;
    beginError(exchange, response, thrown.args, toStatus(thrown.args[0]));
    return Reflect.apply(METHODS[method], response, args);
  }
}

/**
 * Begins to buffer an error. Whatever body comes, the contract's own response is sent at once: a framework's hooks may
 * only compress it. Throws what Node throws for the head.
 */
function beginError(exchange: Interception, response: ServerResponse, args: Args, status: number): void {
  const { expected, isHttp2 } = exchange;
  // HTTP/2 has no reason phrase. Reading it makes Node warn.
  const reason = typeof args[1] === "string" ? args[1] : isHttp2 ? "" : response.statusMessage;
  if (expected !== undefined && isTaken(status, reason) && sendOwn(exchange, args, status)) return;
  storeHead(exchange, response, args, status);
  exchange.stage = "buffering";
  exchange.body = new BufferedBody();
}

/**
 * Sends the contract's response, whose head the framework writes.
 *
 * @returns Whether it was sent. If it is compressed, its body must come first.
 */
function sendOwn(exchange: Interception, args: Args, status: number): boolean {
  exchange.head = exchange.outerHead ?? new WrittenHead(args, undefined);
  const own = ownResponse(exchange);
  if (own === undefined) {
    exchange.head = undefined;
    return false;
  }
  exchange.status = status;
  exchange.stage = "buffering";
  send(exchange, own);
  return true;
}

/** Keeps a chunk of an error's body, and schedules the decision on what to send. */
function keep(exchange: Interception, response: ServerResponse, [chunk, encoding]: Args): void {
  exchange.body ??= new BufferedBody();
  const { body } = exchange;
  body.take(chunk, encoding);
  if (body.timer === undefined) response.once("close", forget);
  const { bufferTimeoutMs } = exchange.contract;
  body.schedule(
    () => decideNow(exchange, response),
    bufferTimeoutMs,
    () => isCompressed(exchange) || isUnfinished(exchange, body),
  );
}

/**
 * Whether the writer has declared more than it has written. It may have a reason to send the end later: a session is
 * saved before it.
 */
function isUnfinished(exchange: Interception, { length }: BufferedBody): boolean {
  return Number(fieldOf(exchange, "content-length")) > length;
}

function isCompressed(exchange: Interception): boolean {
  return fieldOf(exchange, "content-encoding") !== undefined;
}

function decideNow(exchange: Interception, response: ServerResponse): void {
  if (exchange.stage !== "buffering") return;
  const error = decide(exchange, exchange.status);
  if (error !== undefined) send(exchange, error);
  else release(exchange, response);
}

/** Sends the buffered response as it is. */
function release(exchange: Interception, response: ServerResponse, count?: number): void {
  const { head, body } = exchange;
  clearTimeout(body?.timer);
  exchange.body = undefined;
  // This may be a compressed copy of the contract's own response, which has no trailers.
  dropTrailers(exchange);
  if (head !== undefined) takeHeadBack(exchange);
  exchange.stage = "passing";
  if (head === undefined) return;
  setMissingFields(exchange, response);
  writeStamped(exchange, response, head.args, toStatus(head.args[0]));
  for (const piece of body?.pieces.slice(0, count) ?? [])
    Reflect.apply(exchange.originalMethods.write, response, [piece]);
}

/** Sets what a compressed copy of the contract's own response lacks of its header fields, except the length. */
function setMissingFields(exchange: Interception, response: ServerResponse): void {
  for (const [name, value] of Object.entries(exchange.expected?.headers ?? {})) {
    const isSet = name === "Content-Length" || fieldOf(exchange, name.toLowerCase()) !== undefined;
    if (!isSet) response.setHeader(name, value);
  }
}

/** Reports a buffered error whose client has left, and drops its body. */
function forget(this: ServerResponse): void {
  const exchange = interceptionOf(this);
  clearTimeout(exchange?.body?.timer);
  if (exchange?.stage !== "buffering") return;
  reportUnread(exchange, this);
  exchange.body = undefined;
}

/** Reports an error that no client reads, because the client has left. */
function reportUnread(exchange: Interception, response: ServerResponse): void {
  const status = statusOf(exchange, response);
  if (isErrorStatus(status) && exchange.phase() === "gone") decide(exchange, status);
}

/**
 * Notes a chunk of a success that may be an envelope. Once the body ends, or does not look like an envelope any more,
 * reports it if it was one.
 */
function follow(exchange: Interception, [chunk, encoding]: Args, isLast: boolean): void {
  const { body, response } = exchange;
  body?.take(chunk, encoding);
  if (!isLast && body?.mayBeEnvelope) return;
  // In response to HEAD, no body has been sent.
  if (body?.mayBeEnvelope && exchange.hasBody && !response.destroyed) {
    exchange.contract.reportTooLate(writtenOf(exchange, exchange.status), exchange);
  }
  exchange.body = undefined;
}

/** Replaces a response that its writer has ended. */
function sendLast(
  exchange: Interception,
  response: ServerResponse,
  error: Parameters<typeof send>[1],
  args: Args,
): ServerResponse {
  send(exchange, error, functionIn(args));
  exchange.stage = "passing";
  return response;
}

/** Undoes a head that was written but has not been sent, so that another one can be written. */
export function reopen(exchange: Interception): void {
  if (!exchange.hasBegun) return;
  clearTimeout(exchange.body?.timer);
  takeHeadBack(exchange);
  exchange.stage = "open";
  exchange.status = 0;
  exchange.head = undefined;
  exchange.body = undefined;
}

const NOT_A_PIECE = Symbol("no piece of a body");

/**
 * Returns the chunk among the arguments of `end`; `NOT_A_PIECE` for an invalid one, which is left to Node to refuse.
 */
function pieceIn([chunk]: Args): string | Uint8Array | typeof NOT_A_PIECE | undefined {
  if (!chunk || typeof chunk === "function") return undefined;
  return isChunk(chunk) ? chunk : NOT_A_PIECE;
}

function functionIn(args: Args): (() => void) | undefined {
  for (const arg of args) if (typeof arg === "function") return arg as () => void;
  return undefined;
}

/** Calls the callback among the arguments, as Node does once it has sent what was written. */
function callBack(args: Args): void {
  const done = functionIn(args);
  if (done !== undefined) process.nextTick(done);
}

/** Drops `undefined` arguments from the end of those of a `writeHead`. */
function trimmed(args: Args): Args {
  return args.length > 1 && args.at(-1) === undefined ? trimmed(args.slice(0, -1)) : args;
}
