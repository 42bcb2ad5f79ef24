import type { ServerResponse } from "node:http";
import { type Contract, REPRESENTATION_HEADERS, type WireResponse } from "@uhp-errors/core";
import type { NodeContext } from "../facts.ts";
import { fieldNamed } from "./head.ts";
import { WATCHED_METHODS } from "./methods.ts";
import { WRITE_HEAD } from "./outermost.ts";
import { dropFields, replace, setHead } from "./replace.ts";
import { takeHeadBack } from "./store.ts";
import { watchStream } from "./stream.ts";
import { hasBegun, METHODS, WATCH, Watch, type WatchedResponse, watchOf } from "./watch.ts";

export { hasBegun, nothingLeft, watchOf } from "./watch.ts";

/**
 * Watches over what leaves through a response: every head gets the contract's fields, and an error that something else
 * wrote is replaced. A contract mounted further in takes over for the requests that reach it.
 */
export function watchResponse(response: ServerResponse, contract: Contract, context: NodeContext): void {
  const known = watchOf(response);
  if (known !== undefined) {
    known.contract = contract;
    known.context = context;
    return;
  }
  const watched = response as WatchedResponse;
  watched[WATCH] = new Watch(response, contract, context);
  for (const name of METHODS) if (name !== "writeHead") Object.assign(watched, { [name]: WATCHED_METHODS[name] });
  Object.defineProperty(watched, "writeHead", WRITE_HEAD);
  watchStream(watched);
}

/** A field of the answer as it stands, given to `writeHead` or set before, by its lower-case name. */
export function headerOf(response: ServerResponse, name: string): string | undefined {
  const stored = watchOf(response)?.storedFields;
  return fieldNamed(stored, name) ?? response.getHeader(name)?.toString();
}

/** Takes back a head that was written and has not left, so that another can be written. */
export function reopen(response: ServerResponse): void {
  const watch = watchOf(response);
  if (watch === undefined || !hasBegun(response)) return;
  clearTimeout(watch.timer);
  takeHeadBack(watch, response);
  watch.phase = "open";
  watch.head = undefined;
  watch.body = undefined;
  watch.storedFields = undefined;
}

/** Writes the contract's answer: in place of what has begun, if something has. */
export function writeAnswer(response: ServerResponse, wire: WireResponse): void {
  const watch = watchOf(response);
  if (watch !== undefined && hasBegun(response)) {
    replace(watch, response, wire);
    return;
  }
  if (watch !== undefined) {
    watch.answered = true;
    watch.phase = "passing";
    // A head that Node refused half-way, one of a 204 for example, has left its traces.
    if (!response.headersSent) takeHeadBack(watch, response);
    dropFields(watch, response, wire.status);
  } else {
    for (const name of REPRESENTATION_HEADERS) response.removeHeader(name);
  }
  setHead(response, wire);
  // A body handed over for HEAD is an error where the server was told to be strict about it.
  const hasBody = watch?.hasBody ?? response.req.method !== "HEAD";
  response.end(hasBody ? wire.body : undefined);
}

/** Whether a contract watches over a response. */
export function isWatched(response: ServerResponse): boolean {
  return watchOf(response) !== undefined;
}

/** Whether the contract's own answer was written. */
export function isAnswered(response: ServerResponse): boolean {
  return watchOf(response)?.answered === true;
}
