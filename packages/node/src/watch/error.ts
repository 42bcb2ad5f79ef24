import type { ServerResponse } from "node:http";
import { BufferedBody } from "./buffered-body.ts";
import { fieldNamed, fieldsIn } from "./head.ts";
import { decide, replace } from "./replace.ts";
import { statusOf } from "./status.ts";
import { storeHead, takeHeadBack } from "./store.ts";
import { type Watch, watchOf } from "./watch.ts";

/** Begins to buffer an error. Node checks its head and stores it; throws what Node throws. */
export function beginError(watch: Watch, response: ServerResponse, args: readonly unknown[]): void {
  const before = watch.notedOver ?? response.getHeaders();
  const noted = watch.noted ?? args;
  storeHead(watch, response, args);
  const encoding = fieldNamed(fieldsIn(noted), "content-encoding") ?? response.getHeader("content-encoding");
  watch.head = { args: noted, before, isCompressed: encoding !== undefined };
  watch.storedStatus = statusOf(args[0]);
  watch.settled = true;
  watch.body = new BufferedBody();
  watch.phase = "buffering";
}

/** Takes a piece of an error's body, and sees to it that the answer does not wait for ever for the rest. */
export function addToError(watch: Watch, response: ServerResponse, chunk: unknown, encoding: unknown): void {
  const body = watch.body ?? new BufferedBody();
  watch.body = body;
  body.add(chunk, encoding);
  if (watch.timer === undefined) {
    watch.timer = setTimeout(decideNow, watch.contract.bufferTimeoutMs, response);
    watch.timer.unref();
    response.once("close", forget);
  }
  if (watch.scheduled || body.length === 0) return;
  if (body.isTooLarge || (watch.head?.isCompressed === false && !body.mayBeEnvelope)) {
    // Whoever writes it may still throw before the turn is over, and that says more.
    watch.scheduled = true;
    setImmediate(decideNow, response);
  }
}

/** Keeps nothing of an error whose client has left. */
function forget(this: ServerResponse): void {
  const watch = watchOf(this);
  clearTimeout(watch?.timer);
  if (watch?.phase === "buffering") watch.body = undefined;
}

function decideNow(response: ServerResponse): void {
  const watch = watchOf(response);
  if (watch?.phase !== "buffering") return;
  const wire = decide(watch, response, watch.storedStatus);
  if (wire !== undefined) replace(watch, response, wire);
  else release(watch, response);
}

/** Ends an error and decides what leaves. */
export function finishError(
  watch: Watch,
  response: ServerResponse,
  chunk: unknown,
  encoding: unknown,
  done: (() => void) | undefined,
  args: readonly unknown[],
): unknown {
  const isStored = watch.phase === "buffering";
  const body = watch.body ?? new BufferedBody();
  const earlier = body.chunks.length;
  body.add(chunk, encoding);
  watch.body = body;
  const wire = decide(watch, response, isStored ? watch.storedStatus : statusOf(response.statusCode));
  if (wire !== undefined) {
    replace(watch, response, wire, done);
    watch.phase = "passing";
    return response;
  }
  release(watch, response, earlier);
  return Reflect.apply(watch.end, response, args);
}

/**
 * Buffers a success that a listener for heads has turned into an error while Node was writing it.
 *
 * @returns What the method returns that was called.
 */
export function turnIntoError(
  watch: Watch,
  response: ServerResponse,
  method: "write" | "end" | "flushHeaders",
  args: readonly unknown[],
): unknown {
  beginError(watch, response, watch.turned ?? []);
  const [chunk, encoding] = args;
  if (method === "end")
    return finishError(watch, response, typeof chunk === "function" ? undefined : chunk, encoding, undefined, args);
  addToError(watch, response, chunk, encoding);
  return method === "write" ? true : undefined;
}

/** Lets what was buffered leave as it is. */
function release(watch: Watch, response: ServerResponse, chunks?: number): void {
  const { head, body } = watch;
  clearTimeout(watch.timer);
  watch.phase = "passing";
  watch.head = undefined;
  watch.body = undefined;
  if (head === undefined) return;
  if (watch.isHttp2 || watch.isWrapped) {
    takeHeadBack(watch, response);
    Reflect.apply(watch.writeHead, response, head.args);
  }
  for (const chunk of body?.chunks.slice(0, chunks) ?? []) Reflect.apply(watch.write, response, [chunk]);
}
