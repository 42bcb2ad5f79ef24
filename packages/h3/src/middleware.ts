import type { Contract } from "@uhp-errors/core";
import { type AdapterContract, expectContract } from "@uhp-errors/core/adapter";
import { peek, privateStore } from "@uhp-errors/core/internal";
import { type Responder, watchBody } from "@uhp-errors/web";
import { type Observation, observationOf, observe } from "@uhp-errors/web/internal";
import { toResponse } from "h3";
import { answer, answerBelow, FIRST_ERROR, hookOf, withEarlierHeaders } from "./answer.ts";
import { type H3Event, requestContext, requestOf, responderFor } from "./event.ts";
import { begun, isNodeStream } from "./node-stream.ts";
import { HANDLED, noteError, noteReturned } from "./observe.ts";
import { contentOf, isPlain, mayBeEnvelope, mayBeJsonRpc } from "./plain.ts";

/** Middleware of h3 2. */
export type H3Middleware = (event: H3Event, next: () => unknown) => Promise<unknown>;

/** The contract whose middleware came first for an event. */
const COVERED = privateStore<H3Event, AdapterContract>();

/**
 * Middleware that applies a contract. Mount it first. It covers what later middleware and handlers throw, error
 * responses that are not thrown, and addresses without a route.
 *
 * Where the same contract covers the app already, it takes the place of an error handler: it responds to what is thrown
 * below it, so that the middleware above it gets that response.
 *
 * @throws TypeError when it gets anything but a contract.
 * @example
 * const app = new H3({ onError: uhpErrorHandler(contract) });
 * app.use("/v1/**", uhp(contract));
 */
export function uhp(contract: Contract): H3Middleware {
  expectContract(contract, "uhp");
  if (contract.reportOnly) return observing(contract);
  return async function uhpContract(event, next) {
    const responder = responderFor(contract, event);
    if (responder === undefined) return next();
    if (COVERED.get(event) === contract) return covered(responder, event, next);
    COVERED.setOnce(event, contract);
    const refusal = responder.checkVersion();
    if (refusal !== undefined) return withEarlierHeaders(refusal, contract, event);
    watchBody(responder.context.native);
    let value: unknown;
    try {
      value = await contract.handle(responder.context, next);
      const content = contentOf(value);
      if (isNodeStream(content) && responder.context.method !== "HEAD") await begun(content);
    } catch (thrown) {
      return failed(thrown, responder, event);
    }
    return finalizeValue(responder, event, value);
  };
}

/** Responds to what is thrown below. All else is left to the outer middleware, which sees what has become of it. */
async function covered(responder: Responder, event: H3Event, next: () => unknown): Promise<unknown> {
  try {
    const value: unknown = await responder.contract.handle(responder.context, next);
    return value instanceof Error ? await answerBelow(responder, event, value) : value;
  } catch (thrown) {
    if (thrown === HANDLED) throw thrown;
    return answerBelow(responder, event, thrown);
  }
}

/** Returns the response to what a handler threw. */
function failed(thrown: unknown, responder: Responder, event: H3Event): Response | Promise<Response> {
  if (thrown !== HANDLED) return answer(responder, event, thrown);
  // A stream has failed that a handler of Node's kind had piped into Node's response. h3 has told its hook, and sends
  // nothing more than a head.
  const unsent = responder.unsent();
  if (unsent === undefined) throw thrown;
  return withEarlierHeaders(unsent, responder.contract, event);
}

/**
 * Makes the middleware for a contract that only reports. It sees what handlers throw and return, but not the response
 * that h3 makes of it.
 */
function observing(contract: AdapterContract): H3Middleware {
  return async function uhpContract(event, next) {
    requestContext(event);
    const outer = observationOf(contract, requestOf(event));
    if (outer !== undefined) return noting(outer, contract, event, next);
    const observation = observe(contract, requestOf(event));
    if (observation === undefined) return next();
    watchBody(observation.context.native);
    let value: unknown;
    try {
      value = await contract.handle(observation.context, next);
    } catch (thrown) {
      noteError(observation, thrown, event);
      observation.unseen();
      throw thrown;
    }
    if (value instanceof Response) observation.sent(value);
    else {
      noteReturned(observation, value, event);
      observation.unseen();
    }
    return value;
  };
}

/**
 * Notes what is thrown below, for an outer observer that sees the response. A hook of the service may decide on it
 * first.
 */
async function noting(
  observation: Observation,
  contract: AdapterContract,
  event: H3Event,
  next: () => unknown,
): Promise<unknown> {
  try {
    return await contract.handle(observation.context, next);
  } catch (thrown) {
    if (thrown !== HANDLED && hookOf(event) === undefined) noteError(observation, thrown, event);
    throw thrown;
  }
}

/** The symbol under which h3 keeps the status and headers that were set on an event. */
const RES = Symbol.for("h3.internal.event.res");

/** The `Upgrade` header of a client that opens a WebSocket. */
const WEB_SOCKET = /^\s*websocket\b/i;

/**
 * Returns what is sent in place of a handler's return value. An error keeps the headers that were set on the event, no
 * matter who made its response.
 */
async function finalizeValue(responder: Responder, event: H3Event, value: unknown): Promise<unknown> {
  if (value === HANDLED) {
    responder.sentByHand();
    return value;
  }
  // h3 removes it from the event.
  const res = peek(event, RES) as H3Event["res"] | undefined;
  const left = await finished(responder, event, value);
  return res === undefined || left.status < FIRST_ERROR ? left : withEarlierHeaders(left, responder.contract, { res });
}

async function finished(responder: Responder, event: H3Event, value: unknown): Promise<Response> {
  const content = contentOf(value);
  const response = await toResponse(value, event as never, {
    debug: Object(event.app).config?.debug === true,
    silent: true,
    onError: (error) => answer(responder, event, error),
  });
  // The server completes the handshake of this WebSocket.
  if ("crossws" in response && WEB_SOCKET.test(responder.context.header("upgrade") ?? "")) return response;
  const { status, headers } = response;
  const isError = status >= FIRST_ERROR;
  if (!isPlain(content) || (isError && !mayBeJsonRpc(content))) return responder.outgoing(response);
  if (!isError && (!response.ok || !mayBeEnvelope(content))) return responder.withContractHeaders(response);
  // Looks at a copy and returns the response itself, because the server knows its length. The contract's own responses
  // state theirs.
  const text = typeof content === "string" ? content : JSON.stringify(content);
  const left = await responder.outgoing(new Response(text, isError ? { status, headers } : { headers }));
  return left.headers.has("content-length") ? left : responder.withContractHeaders(response);
}
