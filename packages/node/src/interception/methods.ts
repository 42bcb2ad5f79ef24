import type { ServerResponse } from "node:http";
import { BufferedBody, isChunk } from "./buffered-body.ts";
import { addToError, beginError, finishError, turnIntoError } from "./buffering.ts";
import { callLater } from "./call-later.ts";
import { fieldsIn, headArgs, restoreField, stampedHead } from "./head.ts";
import {
  INTERCEPTION,
  type InterceptedServerResponse,
  type Interception,
  isReachable,
  nothingLeft,
} from "./interception.ts";
import { answerDestruction, replace } from "./replace.ts";
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
    if (interception.phase === "open") interception.phase = "passing";
    return result;
  } catch (thrown) {
    if (thrown !== TURNED) throw thrown;
    interception.writing = false;
    return turnIntoError(interception, response, method, args);
  } finally {
    interception.writing = false;
    if (interception.phase === "open" && !nothingLeft(response)) interception.phase = "passing";
  }
}

/** Writes the head of a success with the contract's fields. Where Node refuses it, it does so without them. */
function writeStamped(interception: Interception, response: ServerResponse, args: unknown[]): unknown {
  const { standingHeaders } = interception;
  const version = response.getHeader(standingHeaders[0] as string);
  const id = standingHeaders.length > 2 ? response.getHeader(standingHeaders[2] as string) : undefined;
  try {
    return Reflect.apply(
      interception.writeHead,
      response,
      stampedHead(response, args, standingHeaders, fieldsIn(interception.noted ?? args)),
    );
  } catch (refused) {
    if (response.headersSent) throw refused;
    restoreField(response, standingHeaders[0], version);
    restoreField(response, standingHeaders[2], id);
    return Reflect.apply(interception.writeHead, response, args);
  }
}

function onWriteHead(this: InterceptedServerResponse, status: unknown, reason?: unknown, headers?: unknown): unknown {
  const interception = this[INTERCEPTION];
  if (interception.phase === "settling") return this;
  const args = headArgs(status, reason, headers);
  if (interception.phase === "buffering" && interception.isHttp2) throw headersSent();
  if (interception.phase !== "open" || this.headersSent) return Reflect.apply(interception.writeHead, this, args);
  const code = toStatus(status);
  if (isErrorStatus(code) && interception.writing) {
    interception.turned = args;
    throw TURNED;
  }
  if (isErrorStatus(code)) {
    beginError(interception, this, args);
    return this;
  }
  const given = fieldsIn(interception.noted ?? args);
  const over = given === undefined ? undefined : (interception.notedOver ?? this.getHeaders());
  const result = writeStamped(interception, this, args);
  interception.settled = true;
  interception.storedStatus = code;
  interception.storedFields = given;
  interception.storedOver = over;
  if (interception.isHttp2) interception.phase = "passing";
  return result;
}

function onWrite(this: InterceptedServerResponse, chunk: unknown, encoding?: unknown, callback?: unknown): unknown {
  const interception = this[INTERCEPTION];
  // Of what is no piece of a body, Node says what is wrong, and sends nothing.
  if (interception.phase === "passing" || !isChunk(chunk) || (this.destroyed && interception.phase !== "replaced")) {
    if (interception.suspect !== undefined) follow(interception, this, chunk, encoding, false);
    return Reflect.apply(interception.write, this, [chunk, encoding, callback]);
  }
  if (interception.phase === "open") return beginWith(interception, this, chunk, encoding, callback);
  if (interception.phase === "buffering") addToError(interception, this, chunk, encoding);
  callLater(encoding, callback);
  return true;
}

/** The first piece of an answer. */
function beginWith(
  interception: Interception,
  response: InterceptedServerResponse,
  chunk: unknown,
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
  callLater(encoding, callback);
  return true;
}

function onEnd(this: InterceptedServerResponse, chunk?: unknown, encoding?: unknown, callback?: unknown): unknown {
  const interception = this[INTERCEPTION];
  const piece = typeof chunk === "function" ? undefined : chunk;
  const args = [chunk, encoding, callback];
  if (interception.phase === "passing" || (this.destroyed && interception.phase !== "replaced")) {
    const ended: unknown = Reflect.apply(interception.end, this, args);
    if (interception.suspect !== undefined) follow(interception, this, piece, encoding, true);
    return ended;
  }
  // Node says what is wrong with it, and sends nothing.
  if (piece && !isChunk(piece))
    return Reflect.apply(interception.phase === "replaced" ? interception.write : interception.end, this, args);
  if (interception.phase === "replaced") {
    interception.phase = "passing";
    callLater(functionIn(args), undefined);
    return this;
  }
  if (interception.phase === "open" && isErrorStatus(currentStatus(interception, this))) writeImplicitHead(this);
  if (interception.phase === "open") return endSuccess(interception, this, piece, args);
  return finishError(interception, this, piece, encoding, functionIn(args), args);
}

/** The last piece of a success, which may be its first. */
function endSuccess(
  interception: Interception,
  response: InterceptedServerResponse,
  piece: unknown,
  args: unknown[],
): unknown {
  const wire = isSuspect(interception, response, piece, args[1]) ? misplacedError(interception, response) : undefined;
  interception.suspect = undefined;
  if (wire === undefined) return passThrough(interception, response, "end", args);
  replace(interception, response, wire, functionIn(args));
  interception.phase = "passing";
  return response;
}

function functionIn(args: readonly unknown[]): (() => void) | undefined {
  return args.find((argument) => typeof argument === "function") as (() => void) | undefined;
}

function onFlushHeaders(this: InterceptedServerResponse): void {
  const interception = this[INTERCEPTION];
  if (interception.phase === "open" && !isErrorStatus(currentStatus(interception, this))) {
    passThrough(interception, this, "flushHeaders", []);
    // Its body is still to come.
    interception.suspect = new BufferedBody();
    return;
  }
  if (interception.phase === "open") writeImplicitHead(this);
  if (interception.phase === "buffering") addToError(interception, this, undefined, undefined);
  else if (interception.phase !== "replaced") Reflect.apply(interception.flushHeaders, this, []);
}

function onDestroy(this: InterceptedServerResponse, error?: unknown): unknown {
  const interception = this[INTERCEPTION];
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
