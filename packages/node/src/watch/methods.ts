import type { ServerResponse } from "node:http";
import { BufferedBody, isChunk } from "./buffered-body.ts";
import { addToError, beginError, finishError, turnIntoError } from "./error.ts";
import { fieldsIn, headArgs, restoreField, stampedHead } from "./head.ts";
import { answerDestruction, replace } from "./replace.ts";
import { isError, statusOf } from "./status.ts";
import { headersSent } from "./store.ts";
import { currentStatus, follow, isSuspect, isWhole, misplacedError } from "./suspect.ts";
import { isReachable, nothingLeft, WATCH, type Watch, type WatchedResponse } from "./watch.ts";

/** Calls the function among the last arguments, as Node does once it has taken what was written. */
export function callLater(encoding: unknown, callback: unknown): void {
  const done = typeof encoding === "function" ? encoding : callback;
  if (typeof done === "function") process.nextTick(done as () => void);
}

/** Writes the head that Node writes by itself before the first bytes, through whatever other middleware has put there. */
function writeImplicitHead(response: ServerResponse): void {
  response.writeHead(response.statusCode);
}

/** Unwinds Node's method when a listener for heads makes an error of the success that it writes. Nothing has left then. */
const TURNED: unique symbol = Symbol("uhp-errors/turned");

/** Calls one of Node's methods for a success. Where it throws, nothing has changed. */
function passThrough(
  watch: Watch,
  response: ServerResponse,
  method: "write" | "end" | "flushHeaders",
  args: unknown[],
) {
  watch.writing = true;
  try {
    const result: unknown = Reflect.apply(watch[method], response, args);
    if (watch.phase === "open") watch.phase = "passing";
    return result;
  } catch (thrown) {
    if (thrown !== TURNED) throw thrown;
    watch.writing = false;
    return turnIntoError(watch, response, method, args);
  } finally {
    watch.writing = false;
    if (watch.phase === "open" && !nothingLeft(response)) watch.phase = "passing";
  }
}

/** Writes the head of a success with the contract's fields. Where Node refuses it, it does so without them. */
function writeStamped(watch: Watch, response: ServerResponse, args: unknown[]): unknown {
  const { stamp } = watch;
  const version = response.getHeader(stamp[0] as string);
  const id = stamp.length > 2 ? response.getHeader(stamp[2] as string) : undefined;
  try {
    return Reflect.apply(watch.writeHead, response, stampedHead(response, args, stamp, fieldsIn(watch.noted ?? args)));
  } catch (refused) {
    if (response.headersSent) throw refused;
    restoreField(response, stamp[0], version);
    restoreField(response, stamp[2], id);
    return Reflect.apply(watch.writeHead, response, args);
  }
}

function onWriteHead(this: WatchedResponse, status: unknown, reason?: unknown, headers?: unknown): unknown {
  const watch = this[WATCH];
  if (watch.phase === "settling") return this;
  const args = headArgs(status, reason, headers);
  if (watch.phase === "buffering" && watch.isHttp2) throw headersSent();
  if (watch.phase !== "open" || this.headersSent) return Reflect.apply(watch.writeHead, this, args);
  const code = statusOf(status);
  if (isError(code) && watch.writing) {
    watch.turned = args;
    throw TURNED;
  }
  if (isError(code)) {
    beginError(watch, this, args);
    return this;
  }
  const given = fieldsIn(watch.noted ?? args);
  const over = given === undefined ? undefined : (watch.notedOver ?? this.getHeaders());
  const result = writeStamped(watch, this, args);
  watch.settled = true;
  watch.storedStatus = code;
  watch.storedFields = given;
  watch.storedOver = over;
  if (watch.isHttp2) watch.phase = "passing";
  return result;
}

function onWrite(this: WatchedResponse, chunk: unknown, encoding?: unknown, callback?: unknown): unknown {
  const watch = this[WATCH];
  // Of what is no piece of a body, Node says what is wrong, and sends nothing.
  if (watch.phase === "passing" || !isChunk(chunk) || (this.destroyed && watch.phase !== "replaced")) {
    if (watch.suspect !== undefined) follow(watch, this, chunk, encoding, false);
    return Reflect.apply(watch.write, this, [chunk, encoding, callback]);
  }
  if (watch.phase === "open") return beginWith(watch, this, chunk, encoding, callback);
  if (watch.phase === "buffering") addToError(watch, this, chunk, encoding);
  callLater(encoding, callback);
  return true;
}

/** The first piece of an answer. */
function beginWith(
  watch: Watch,
  response: WatchedResponse,
  chunk: unknown,
  encoding: unknown,
  callback: unknown,
): unknown {
  if (isError(currentStatus(watch, response))) {
    writeImplicitHead(response);
    return Reflect.apply(onWrite, response, [chunk, encoding, callback]);
  }
  const isEnvelope = isSuspect(watch, response, chunk, encoding) && isWhole(watch, response);
  const wire = isEnvelope ? misplacedError(watch, response) : undefined;
  if (wire === undefined) return passThrough(watch, response, "write", [chunk, encoding, callback]);
  replace(watch, response, wire);
  callLater(encoding, callback);
  return true;
}

function onEnd(this: WatchedResponse, chunk?: unknown, encoding?: unknown, callback?: unknown): unknown {
  const watch = this[WATCH];
  const piece = typeof chunk === "function" ? undefined : chunk;
  const args = [chunk, encoding, callback];
  if (watch.phase === "passing" || (this.destroyed && watch.phase !== "replaced")) {
    const ended: unknown = Reflect.apply(watch.end, this, args);
    if (watch.suspect !== undefined) follow(watch, this, piece, encoding, true);
    return ended;
  }
  // Node says what is wrong with it, and sends nothing.
  if (piece && !isChunk(piece)) return Reflect.apply(watch.phase === "replaced" ? watch.write : watch.end, this, args);
  if (watch.phase === "replaced") {
    watch.phase = "passing";
    callLater(functionIn(args), undefined);
    return this;
  }
  if (watch.phase === "open" && isError(currentStatus(watch, this))) writeImplicitHead(this);
  if (watch.phase === "open") return endSuccess(watch, this, piece, args);
  return finishError(watch, this, piece, encoding, functionIn(args), args);
}

/** The last piece of a success, which may be its first. */
function endSuccess(watch: Watch, response: WatchedResponse, piece: unknown, args: unknown[]): unknown {
  const wire = isSuspect(watch, response, piece, args[1]) ? misplacedError(watch, response) : undefined;
  watch.suspect = undefined;
  if (wire === undefined) return passThrough(watch, response, "end", args);
  replace(watch, response, wire, functionIn(args));
  watch.phase = "passing";
  return response;
}

function functionIn(args: readonly unknown[]): (() => void) | undefined {
  return args.find((argument) => typeof argument === "function") as (() => void) | undefined;
}

function onFlushHeaders(this: WatchedResponse): void {
  const watch = this[WATCH];
  if (watch.phase === "open" && !isError(currentStatus(watch, this))) {
    passThrough(watch, this, "flushHeaders", []);
    // Its body is still to come.
    watch.suspect = new BufferedBody();
    return;
  }
  if (watch.phase === "open") writeImplicitHead(this);
  if (watch.phase === "buffering") addToError(watch, this, undefined, undefined);
  else if (watch.phase !== "replaced") Reflect.apply(watch.flushHeaders, this, []);
}

function onDestroy(this: WatchedResponse, error?: unknown): unknown {
  const watch = this[WATCH];
  const stays = answerDestruction(watch, this, error, isReachable(this));
  if (stays) return this;
  // Node would keep the connection of a response open that waits for its turn, and its client would wait for ever.
  if (this.socket === null) this.once("socket", (socket) => socket.destroy());
  return Reflect.apply(watch.destroy, this, [error]);
}

/** The shared functions that stand in place of a response's own. */
export const WATCHED_METHODS = {
  writeHead: onWriteHead,
  write: onWrite,
  end: onEnd,
  flushHeaders: onFlushHeaders,
  destroy: onDestroy,
} as const;
