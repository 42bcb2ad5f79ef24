import type { ServerResponse } from "node:http";
import type { Interception } from "../request/exchange.ts";
import { interceptionOf } from "../request/progress.ts";
import { BufferedBody } from "./buffered-body.ts";
import { type ErrorHead, fieldNamed, fieldsIn } from "./head.ts";
import { decide, replace } from "./replace.ts";
import { setStamp, writeStamped } from "./stamp.ts";
import { isErrorStatus, toStatus } from "./status.ts";
import { isUnobserved, showHead, storeHead, takeHeadBack } from "./store.ts";
import { dropTrailers } from "./trailers.ts";

/** Begins to buffer an error. Node checks its head and stores it; throws what Node throws. */
export function beginError(interception: Interception, response: ServerResponse, args: readonly unknown[]): void {
  const noted = interception.noted ?? args;
  const before = interception.notedOver;
  const isShown = showHead(interception, response, args);
  const set = isShown ? NOTHING_SET : (before ?? response.getHeaders());
  if (!isShown) storeHead(interception, response, args);
  const encoding = fieldNamed(fieldsIn(noted), "content-encoding") ?? response.getHeader("content-encoding");
  interception.head = { args: noted, before: set, isCompressed: encoding !== undefined, isShown };
  interception.storedStatus = toStatus(args[0]);
  interception.settled = true;
  interception.body = new BufferedBody();
  interception.stage = "buffering";
}

const NOTHING_SET: ErrorHead["before"] = Object.freeze({});

/**
 * Ends an error that comes as a whole, before anything of it was written: then there is nothing to buffer.
 *
 * @returns Whether an answer has left: the contract's, or the error as it is.
 */
export function finishWhole(
  interception: Interception,
  response: ServerResponse,
  chunk: unknown,
  encoding: unknown,
  done: (() => void) | undefined,
): boolean {
  if (response.headersSent || !isUnobserved(interception, response, response.statusCode)) return false;
  interception.body = new BufferedBody();
  interception.body.add(chunk, encoding);
  const wire = decide(interception, response, toStatus(response.statusCode), true);
  interception.body = undefined;
  if (wire === undefined && response.destroyed) return false;
  interception.settled = true;
  if (wire !== undefined) replace(interception, response, wire, done);
  interception.stage = "passing";
  if (wire !== undefined) return true;
  setStamp(interception, response);
  Reflect.apply(interception.end, response, [chunk, encoding, done]);
  return true;
}

/** Takes a piece of an error's body, and sees to it that the answer does not wait for ever for the rest. */
export function addToError(
  interception: Interception,
  response: ServerResponse,
  chunk: unknown,
  encoding: unknown,
): void {
  const body = interception.body ?? new BufferedBody();
  interception.body = body;
  body.add(chunk, encoding);
  if (interception.timer === undefined) {
    interception.timer = setTimeout(decideNow, interception.contract.bufferTimeoutMs, response);
    interception.timer.unref();
    response.once("close", forget);
  }
  if (interception.scheduled || body.length === 0) return;
  const mayStay = body.mayBeEnvelope || body.mayBeJsonRpc;
  if (body.isTooLarge || (interception.head?.isCompressed === false && !mayStay)) {
    // Whoever writes it may still throw before the turn is over, and that says more.
    interception.scheduled = true;
    setImmediate(decideNow, response);
  }
}

/** Tells of an error whose client has left, and keeps nothing of it. */
function forget(this: ServerResponse): void {
  const interception = interceptionOf(this);
  clearTimeout(interception?.timer);
  if (interception?.stage !== "buffering") return;
  tellUnread(interception, this);
  interception.body = undefined;
}

/** Tells of an error that nobody reads, since the client has left. */
export function tellUnread(interception: Interception, response: ServerResponse): void {
  if (interception.stage === "passing") return;
  const status = response.headersSent ? interception.storedStatus : toStatus(response.statusCode);
  if (isErrorStatus(status) && interception.phase() === "gone") decide(interception, response, status);
}

function decideNow(response: ServerResponse): void {
  const interception = interceptionOf(response);
  if (interception?.stage !== "buffering") return;
  const wire = decide(interception, response, interception.storedStatus);
  if (wire !== undefined) replace(interception, response, wire);
  else release(interception, response);
}

/** Ends an error and decides what leaves. */
export function finishError(
  interception: Interception,
  response: ServerResponse,
  chunk: unknown,
  encoding: unknown,
  done: (() => void) | undefined,
  args: readonly unknown[],
): unknown {
  const isStored = interception.stage === "buffering";
  const body = interception.body ?? new BufferedBody();
  const earlier = body.chunks.length;
  // Of the contract's own answer, only a compressed copy is looked at.
  if (interception.expected === undefined || interception.head?.isCompressed !== false) body.add(chunk, encoding);
  interception.body = body;
  const status = isStored ? interception.storedStatus : toStatus(response.statusCode);
  const wire = decide(interception, response, status, earlier === 0 || interception.isHandedOver);
  if (wire !== undefined) {
    replace(interception, response, wire, done);
    interception.stage = "passing";
    return response;
  }
  release(interception, response, earlier);
  return Reflect.apply(interception.end, response, args);
}

/**
 * Buffers a success that a listener for heads has turned into an error while Node was writing it.
 *
 * @returns What the method returns that was called.
 */
export function turnIntoError(
  interception: Interception,
  response: ServerResponse,
  method: "write" | "end" | "flushHeaders",
  args: readonly unknown[],
): unknown {
  beginError(interception, response, interception.turned ?? []);
  const [chunk, encoding] = args;
  if (method === "end")
    return finishError(
      interception,
      response,
      typeof chunk === "function" ? undefined : chunk,
      encoding,
      undefined,
      args,
    );
  addToError(interception, response, chunk, encoding);
  return method === "write" ? true : undefined;
}

/** Lets what was buffered leave as it is. */
function release(interception: Interception, response: ServerResponse, chunks?: number): void {
  const { head, body } = interception;
  clearTimeout(interception.timer);
  interception.stage = "passing";
  interception.head = undefined;
  interception.body = undefined;
  // A compressed copy of the contract's own answer.
  dropTrailers(response);
  if (head === undefined) return;
  takeHeadBack(interception, response);
  writeStamped(interception, response, [...head.args]);
  for (const chunk of body?.chunks.slice(0, chunks) ?? []) Reflect.apply(interception.write, response, [chunk]);
}
