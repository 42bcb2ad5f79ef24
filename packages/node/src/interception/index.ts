import type { ServerResponse } from "node:http";
import { type Contract, type ErrorResponse, REPRESENTATION_HEADERS } from "@uhp-errors/core";
import type { Exchange, Method, PatchedResponse } from "../request/exchange.ts";
import { hasBegun, interceptionOf } from "../request/progress.ts";
import { fieldNamed } from "./head.ts";
import { patchStream } from "./http2-stream.ts";
import { PATCHED_METHODS } from "./methods.ts";
import { WRITE_HEAD } from "./outermost.ts";
import { dropFields, replace, setHead } from "./replace.ts";
import { takeHeadBack } from "./store.ts";
import { dropTrailers } from "./trailers.ts";

/**
 * Intercepts what leaves through a response: every head gets the contract's headers, and an error that something else
 * wrote is replaced. A contract mounted further in takes over for the requests that reach it; a success keeps the headers of the
 * outermost one.
 */
export function interceptResponse(exchange: Exchange, contract: Contract): void {
  if (exchange.contract !== undefined) {
    exchange.contract = contract;
    return;
  }
  exchange.contract = contract;
  exchange.outermost = contract;
  const { response } = exchange;
  const methods = response as unknown as Record<keyof typeof PATCHED_METHODS, Method>;
  exchange.writeHead = methods.writeHead;
  exchange.write = methods.write;
  exchange.end = methods.end;
  exchange.flushHeaders = methods.flushHeaders;
  exchange.destroy = methods.destroy;
  // Assigned one by one: that is the fastest way, and every response which succeeds takes it.
  methods.write = PATCHED_METHODS.write;
  methods.end = PATCHED_METHODS.end;
  methods.flushHeaders = PATCHED_METHODS.flushHeaders;
  methods.destroy = PATCHED_METHODS.destroy;
  Object.defineProperty(response, "writeHead", WRITE_HEAD);
  if (exchange.isHttp2) patchStream(response as PatchedResponse);
}

/** A field of the answer as it stands, given to `writeHead` or set before, by its lower-case name. */
export function headerOf(response: ServerResponse, name: string): string | undefined {
  const stored = interceptionOf(response)?.storedFields;
  return fieldNamed(stored, name) ?? response.getHeader(name)?.toString();
}

/** Takes back a head that was written and has not left, so that another can be written. */
export function reopen(response: ServerResponse): void {
  const interception = interceptionOf(response);
  if (interception === undefined || !hasBegun(response)) return;
  clearTimeout(interception.timer);
  takeHeadBack(interception, response);
  interception.stage = "open";
  interception.head = undefined;
  interception.body = undefined;
  interception.storedFields = undefined;
}

/** Writes the contract's answer: in place of what has begun, if something has. */
export function writeAnswer(response: ServerResponse, wire: ErrorResponse): void {
  const interception = interceptionOf(response);
  // The service's hook, which was asked before, may have answered by a way that nobody intercepts.
  if (response.writableEnded) return;
  if (interception !== undefined && hasBegun(response)) {
    replace(interception, response, wire);
    return;
  }
  if (interception !== undefined) {
    interception.answered = true;
    interception.stage = "passing";
    // A head that Node refused half-way, one of a 204 for example, has left its traces.
    if (!response.headersSent) takeHeadBack(interception, response);
    dropFields(interception, response, wire.status);
    dropTrailers(response);
  } else {
    for (const name of REPRESENTATION_HEADERS) response.removeHeader(name);
  }
  setHead(response, wire);
  // A body handed over for HEAD is an error where the server was told to be strict about it.
  const hasBody = interception?.hasBody ?? response.req.method !== "HEAD";
  response.end(hasBody ? wire.body : undefined);
}

/** Whether a contract intercepts a response. */
export function isIntercepted(response: ServerResponse): boolean {
  return interceptionOf(response) !== undefined;
}

/** Whether the contract's own answer was written. */
export function isAnswered(response: ServerResponse): boolean {
  return interceptionOf(response)?.answered === true;
}
