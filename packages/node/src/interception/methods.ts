import type { ServerResponse } from "node:http";
import { EXCHANGE, type Interception, type PatchedResponse } from "../request/exchange.ts";
import { isReachable, nothingLeft } from "../request/progress.ts";
import { BufferedBody, isChunk } from "./buffered-body.ts";
import { addToError, beginError, finishError, finishWhole, tellUnread, turnIntoError } from "./buffering.ts";
import { callLater } from "./call-later.ts";
import { headArgs } from "./head.ts";
import { answerDestruction, replace } from "./replace.ts";
import { writeStamped } from "./stamp.ts";
import { isErrorStatus, toStatus } from "./status.ts";
import { headersSent } from "./store.ts";
import { currentStatus, follow, isSuspect, isWhole, misplacedError } from "./suspect.ts";

/** Writes the head that Node writes by itself before the first bytes, through whatever other middleware has put there. */
function writeImplicitHead(response: ServerResponse): void {
  response.writeHead(response.statusCode);
}

/** Unwinds Node's method when a listener for heads makes an error of the success that it writes. Nothing has left then. */
const TURNED: unique symbol = Symbol("uhp-errors/turned");

/** Calls one of Node's methods for a success. Where it throws, nothing has changed. */
function passThrough(
  interception: Interception,
  response: ServerResponse,
  method: "write" | "end" | "flushHeaders",
  args: unknown[],
) {
  interception.writing = true;
  try {
    const result: unknown = Reflect.apply(interception[method], response, args);
    if (interception.stage === "open") interception.stage = "passing";
    return result;
  } catch (thrown) {
    if (thrown !== TURNED) throw thrown;
    interception.writing = false;
    return turnIntoError(interception, response, method, args);
  } finally {
    interception.writing = false;
    if (interception.stage === "open" && !nothingLeft(response)) interception.stage = "passing";
  }
}

function onWriteHead(this: PatchedResponse, status: unknown, reason?: unknown, headers?: unknown): unknown {
  const interception = this[EXCHANGE];
  if (interception.stage === "settling" || interception.isAsking) return this;
  const args = headArgs(status, reason, headers);
  if (interception.stage === "buffering" && interception.isHttp2) throw headersSent();
  if (interception.stage !== "open" || this.headersSent) return Reflect.apply(interception.writeHead, this, args);
  const code = toStatus(status);
  if (isErrorStatus(code) && interception.writing) {
    interception.turned = args;
    throw TURNED;
  }
  if (isErrorStatus(code)) {
    beginError(interception, this, args);
    // Node would send it now, and the client waits for it.
    if (interception.isHttp2) addToError(interception, this, undefined, undefined);
    return this;
  }
  const result = writeStamped(interception, this, args);
  interception.settled = true;
  interception.storedStatus = code;
  if (interception.isHttp2) interception.stage = "passing";
  return result;
}

function onWrite(this: PatchedResponse, chunk: unknown, encoding?: unknown, callback?: unknown): unknown {
  const interception = this[EXCHANGE];
  if (interception.isAsking && isChunk(chunk)) return take(interception, chunk, encoding, callback);
  // Of what is no piece of a body, Node says what is wrong, and sends nothing.
  if (interception.stage === "passing" || !isChunk(chunk) || (this.destroyed && interception.stage !== "replaced")) {
    if (interception.suspect !== undefined) follow(interception, this, chunk, encoding, false);
    return Reflect.apply(interception.write, this, [chunk, encoding, callback]);
  }
  if (interception.stage === "open") return beginWith(interception, this, chunk, encoding, callback);
  if (interception.stage === "buffering") addToError(interception, this, chunk, encoding);
  return take(interception, chunk, encoding, callback);
}

/** UTF-16 code units or bytes of an error that are taken at once: far more than any error has, so that only a source without an end meets it. */
const MOST_TAKEN = 1_048_576;

/** What each piece counts beside its length: to take an empty one is work too. */
const PER_PIECE = 64;

/**
 * Takes a piece that Node does not get. A source without an end is held off as by a client that has ceased to read: it would
 * otherwise keep the process busy for ever.
 *
 * @returns What `write` returns.
 */
function take(interception: Interception, chunk: string | Uint8Array, encoding: unknown, callback: unknown): boolean {
  interception.taken += chunk.length + PER_PIECE;
  if (interception.taken > MOST_TAKEN) return false;
  callLater(encoding, callback);
  return true;
}

/** The first piece of an answer. */
function beginWith(
  interception: Interception,
  response: PatchedResponse,
  chunk: string | Uint8Array,
  encoding: unknown,
  callback: unknown,
): unknown {
  if (isErrorStatus(currentStatus(interception, response))) {
    writeImplicitHead(response);
    return Reflect.apply(onWrite, response, [chunk, encoding, callback]);
  }
  const isEnvelope = isSuspect(interception, response, chunk, encoding) && isWhole(interception, response);
  const wire = isEnvelope ? misplacedError(interception, response) : undefined;
  if (wire === undefined) return passThrough(interception, response, "write", [chunk, encoding, callback]);
  replace(interception, response, wire);
  return take(interception, chunk, encoding, callback);
}

function onEnd(this: PatchedResponse, chunk?: unknown, encoding?: unknown, callback?: unknown): unknown {
  const interception = this[EXCHANGE];
  const piece = typeof chunk === "function" ? undefined : chunk;
  const args = [chunk, encoding, callback];
  if (interception.isAsking) {
    callLater(functionIn(args), undefined);
    return this;
  }
  if (interception.stage === "passing" || (this.destroyed && interception.stage !== "replaced")) {
    tellUnread(interception, this);
    const ended: unknown = Reflect.apply(interception.end, this, args);
    if (interception.suspect !== undefined) follow(interception, this, piece, encoding, true);
    return ended;
  }
  // Node says what is wrong with it, and sends nothing.
  if (piece && !isChunk(piece))
    return Reflect.apply(interception.stage === "replaced" ? interception.write : interception.end, this, args);
  if (interception.stage === "replaced") {
    interception.stage = "passing";
    callLater(functionIn(args), undefined);
    return this;
  }
  if (isFinishedWhole(interception, this, piece, args)) return this;
  if (interception.stage === "open") return endSuccess(interception, this, piece, args);
  return finishError(interception, this, piece, encoding, functionIn(args), args);
}

/** Answers an error that comes whole. Of another one, the head is written: listeners may wait for it, and make a success of it. */
function isFinishedWhole(
  interception: Interception,
  response: PatchedResponse,
  piece: unknown,
  args: readonly unknown[],
): boolean {
  if (interception.stage !== "open" || !isErrorStatus(currentStatus(interception, response))) return false;
  if (finishWhole(interception, response, piece, args[1], functionIn(args))) return true;
  writeImplicitHead(response);
  return false;
}

/** The last piece of a success, which may be its first. */
function endSuccess(interception: Interception, response: PatchedResponse, piece: unknown, args: unknown[]): unknown {
  const wire = isSuspect(interception, response, piece, args[1]) ? misplacedError(interception, response) : undefined;
  interception.suspect = undefined;
  if (wire === undefined) return passThrough(interception, response, "end", args);
  replace(interception, response, wire, functionIn(args));
  interception.stage = "passing";
  return response;
}

function functionIn(args: readonly unknown[]): (() => void) | undefined {
  return args.find((argument) => typeof argument === "function") as (() => void) | undefined;
}

function onFlushHeaders(this: PatchedResponse): void {
  const interception = this[EXCHANGE];
  if (interception.isAsking) return;
  if (interception.stage === "open" && !isErrorStatus(currentStatus(interception, this))) {
    passThrough(interception, this, "flushHeaders", []);
    // Its body is still to come.
    interception.suspect = new BufferedBody();
    return;
  }
  if (interception.stage === "open") writeImplicitHead(this);
  if (interception.stage === "buffering") addToError(interception, this, undefined, undefined);
  else if (interception.stage !== "replaced") Reflect.apply(interception.flushHeaders, this, []);
}

function onDestroy(this: PatchedResponse, error?: unknown): unknown {
  const interception = this[EXCHANGE];
  const stays = answerDestruction(interception, this, error, isReachable(this));
  if (stays) return this;
  // Node would keep the connection of a response open that waits for its turn, and its client would wait for ever.
  if (this.socket === null) this.once("socket", (socket) => socket.destroy());
  return Reflect.apply(interception.destroy, this, [error]);
}

/** The shared functions that stand in place of a response's own. */
export const PATCHED_METHODS = {
  writeHead: onWriteHead,
  write: onWrite,
  end: onEnd,
  flushHeaders: onFlushHeaders,
  destroy: onDestroy,
} as const;
