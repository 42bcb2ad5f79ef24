import type { Contract } from "@uhp-errors/core";
import { expectContract } from "@uhp-errors/core/adapter";
import { peek } from "@uhp-errors/core/untrusted";
import { type Responder, watchBody } from "@uhp-errors/web";
import { toResponse } from "h3";
import { answer, FIRST_ERROR, withEarlierHeaders } from "./answer.ts";
import { type H3Event, responderFor } from "./event.ts";
import { begun, isNodeStream } from "./node-stream.ts";
import { contentOf, isPlain, mayBeEnvelope, mayBeJsonRpc } from "./plain.ts";

/** A middleware, as h3 2 takes it. */
export type H3Middleware = (event: H3Event, next: () => unknown) => Promise<unknown>;

/** Under this name h3 notes that Node's own response was written. */
const HANDLED = Symbol.for("h3.handled");

/**
 * Middleware that puts a contract in force. Mount it first. It covers what later middleware and handlers throw, errors that leave
 * without a throw, and addresses without a route.
 *
 * @throws TypeError when it gets anything but a contract.
 * @example
 * const app = new H3({ onError: uhpErrorHandler(contract) });
 * app.use("/v1/**", uhp(contract));
 */
export function uhp(contract: Contract): H3Middleware {
  expectContract(contract, "uhp");
  return async function uhpContract(event, next) {
    const responder = responderFor(contract, event);
    if (responder === undefined) return next();
    const refusal = responder.checkVersion();
    if (refusal !== undefined) return withEarlierHeaders(refusal, contract, event);
    watchBody(responder.context.native);
    let value: unknown;
    try {
      value = await contract.handle(responder.context, next);
      const content = contentOf(value);
      if (isNodeStream(content) && responder.context.method !== "HEAD") await begun(content);
    } catch (thrown) {
      if (thrown === HANDLED) throw thrown;
      return answer(responder, event, thrown);
    }
    return value === HANDLED ? value : leaving(responder, event, value);
  };
}

/** Under this name h3 keeps what an event says of its response to come. */
const RES = Symbol.for("h3.internal.event.res");

/** What a client says that opens a WebSocket. */
const WEB_SOCKET = /^\s*websocket\b/i;

/** What leaves in place of what a handler returned. An error keeps what was set on the event, whoever made its response. */
async function leaving(responder: Responder, event: H3Event, value: unknown): Promise<Response> {
  // h3 takes it off the event.
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
  // The head of a WebSocket, for the server to take over.
  if ("crossws" in response && WEB_SOCKET.test(responder.context.header("upgrade") ?? "")) return response;
  const { status, headers } = response;
  const isError = status >= FIRST_ERROR;
  if (!isPlain(content) || (isError && !mayBeJsonRpc(content))) return responder.finish(response);
  if (!isError && (!response.ok || !mayBeEnvelope(content))) return responder.stamp(response);
  // A copy is looked at, and the response itself leaves, of which the server knows the length. An answer of the contract's states its own.
  const text = typeof content === "string" ? content : JSON.stringify(content);
  const left = await responder.finish(new Response(text, isError ? { status, headers } : { headers }));
  return left.headers.has("content-length") ? left : responder.stamp(response);
}
