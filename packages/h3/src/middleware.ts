import type { Contract } from "@uhp-errors/core";
import { expectContract } from "@uhp-errors/core/adapter";
import { peek } from "@uhp-errors/core/internal";
import { type Responder, watchBody } from "@uhp-errors/web";
import { type DryRunResponder, intercept } from "@uhp-errors/web/internal";
import { toResponse } from "h3";
import { answer, answerWithoutHeaders, FIRST_ERROR, serviceHook, withEarlierHeaders } from "./answer.ts";
import { type H3Event, originalRequest, requestContext } from "./event.ts";
import { begun, bodyContent, isNodeStream } from "./node-stream.ts";
import { HANDLED, noteError, noteReturned } from "./observe.ts";

/** Middleware of h3 2. */
export type H3Middleware = (event: H3Event, next: () => unknown) => Promise<unknown>;

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
  return async function uhpContract(event, next) {
    requestContext(event);
    const responder = intercept(contract, originalRequest(event));
    if (responder === undefined) return next();
    if (responder.isCovered) return covered(responder, event, next);
    const refusal = responder.checkVersion();
    if (refusal !== undefined) return withEarlierHeaders(refusal, contract, event);
    watchBody(responder.context.native);
    if (responder.isDryRun) return noteBelow(responder as DryRunResponder, event, next);
    let value: unknown;
    try {
      value = await responder.handle(next);
      const content = bodyContent(value);
      if (isNodeStream(content) && responder.context.method !== "HEAD") await begun(content);
    } catch (thrown) {
      return answerFailure(thrown, responder, event);
    }
    return finalizeValue(responder, event, value);
  };
}

/** Responds to what is thrown below. All else is left to the outer middleware, which sees what has become of it. */
async function covered(responder: Responder, event: H3Event, next: () => unknown): Promise<unknown> {
  try {
    const value: unknown = await responder.handle(next);
    return value instanceof Error && !responder.isDryRun ? await answerWithoutHeaders(responder, event, value) : value;
  } catch (thrown) {
    if (thrown !== HANDLED && !responder.isDryRun) return answerWithoutHeaders(responder, event, thrown);
    // A hook of the service decides first what is sent.
    if (thrown !== HANDLED && serviceHook(event) === undefined) noteError(responder as DryRunResponder, thrown, event);
    throw thrown;
  }
}

/** Returns the response to what a handler threw. */
function answerFailure(thrown: unknown, responder: Responder, event: H3Event): Response | Promise<Response> {
  if (thrown !== HANDLED) return answer(responder, event, thrown);
  // A stream has failed that a handler of Node's kind had piped into Node's response. h3 has told its hook, and sends
  // nothing more than a head.
  const unsent = responder.unsent();
  if (unsent === undefined) throw thrown;
  return withEarlierHeaders(unsent, responder.contract, event);
}

/** Notes what the handlers below throw and return. The response that h3 makes of it cannot be seen. */
async function noteBelow(responder: DryRunResponder, event: H3Event, next: () => unknown): Promise<unknown> {
  let value: unknown;
  try {
    value = await responder.handle(next);
  } catch (thrown) {
    noteError(responder, thrown, event);
    responder.unseen();
    throw thrown;
  }
  if (value instanceof Response) responder.sent(value);
  else {
    noteReturned(responder, value, event);
    responder.unseen();
  }
  return value;
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
  const left = await finalizeResponse(responder, event, value);
  if (res !== undefined && left.status >= FIRST_ERROR) return withEarlierHeaders(left, responder.contract, { res });
  // h3 takes its own response for any object where something has replaced the global class, as @hono/node-server does.
  return left instanceof Response ? left : new Response((left as Response).body, left);
}

async function finalizeResponse(responder: Responder, event: H3Event, value: unknown): Promise<Response> {
  const response = await toResponse(value, event as never, {
    debug: Object(event.app).config?.debug === true,
    silent: true,
    onError: (error) => answer(responder, event, error),
  });
  // The server completes the handshake of this WebSocket.
  if ("crossws" in response && WEB_SOCKET.test(String(responder.context.header("upgrade")))) return response;
  return responder.outgoing(response);
}
