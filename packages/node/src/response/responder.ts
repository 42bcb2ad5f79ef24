import type { ServerResponse } from "node:http";
import type { ServerHttp2Stream } from "node:http2";
import type { Contract, ErrorResponse } from "@uhp-errors/core";
import { type AdapterContract, expectContract } from "@uhp-errors/core/adapter";
import { answer, clearReason, respondTo, runServiceHook } from "../interception/answer.ts";
import { onceBodyLeft } from "../interception/head.ts";
import {
  type Exchange,
  exchangeOf,
  interceptionOf,
  type NodeRequest,
  type NodeRequestContext,
  noteResponded,
} from "../request/exchange.ts";

/**
 * Answers one request that a contract applies to. `intercept` and `responderOf` make one only for such a request, so an
 * adapter cannot answer any other. No method throws.
 *
 * @experimental
 */
export class Responder {
  readonly contract: AdapterContract;
  readonly context: NodeRequestContext;

  constructor(contract: AdapterContract, context: NodeRequestContext) {
    this.contract = contract;
    this.context = context;
  }

  /**
   * Whether the contract only reports. Then nothing is sent, and what an adapter hands over is noted. The framework must
   * go on as without the contract.
   */
  get isDryRun(): boolean {
    return false;
  }

  /** Whether the response is intercepted, so that the contract sees everything that is written to it. */
  get isIntercepted(): boolean {
    return interceptionOf(this.context.response) !== undefined;
  }

  /** Whether no response has begun. */
  get isUnanswered(): boolean {
    return this.context.phase() === "open" && !isBuffering(this.context.response);
  }

  /** Returns the response that refuses the client's version; `undefined` if the version is served. */
  checkVersion(): ErrorResponse | undefined {
    const exchange = this.context as Exchange;
    // Every request comes this way, before anything else is asked, so there is no earlier state to restore.
    exchange.isAsking = true;
    try {
      return this.contract.checkVersion(exchange);
    } finally {
      exchange.isAsking = false;
    }
  }

  /**
   * Returns the response for a request that no route matched; `undefined` if the contract only reports.
   *
   * @param allow The methods that the address accepts; empty if there is no such address.
   */
  notFound(allow: readonly string[]): ErrorResponse | undefined {
    return runServiceHook(this.context, this.contract.notFound, this.context, allow);
  }

  /** Returns the response to a thrown value; `undefined` if it is too late for one. */
  respond(thrown: unknown): ErrorResponse | undefined {
    return respondTo(this.contract, thrown, this.context);
  }

  /**
   * Sends a whole response, and replaces what was begun. Headers that describe the replaced body or reveal the software
   * are dropped. Other headers that were set stay. Sends nothing for `undefined`.
   */
  send(response: ErrorResponse | undefined): void {
    if (response !== undefined) answer(this.context.response, response);
  }

  /** Answers a thrown value. If it is too late for a response, closes the connection. */
  sendError(thrown: unknown): void {
    answerThrown(this.contract, thrown, this.context);
  }
}

/**
 * Answers a thrown value. If a stream of events has begun, ends it. If it is too late for a response, closes the
 * connection, unless a whole response was sent.
 */
export function answerThrown(contract: Contract, thrown: unknown, context: NodeRequestContext): void {
  const { response, events } = context as Exchange;
  if (events !== undefined) {
    events.fail(thrown);
    return;
  }
  // If the framework has a response already, what fails meanwhile is late.
  const error = respondTo(contract, thrown, context) ?? heldResponse(response);
  if (error === undefined) abortResponse(response);
  else answer(response, error);
}

/**
 * Returns the `Responder` for a request; `undefined` if the contract does not apply to it.
 *
 * @experimental
 */
export function responderOf(
  contract: AdapterContract,
  request: NodeRequest,
  response: ServerResponse,
): Responder | undefined {
  const exchange = exchangeOf(request, response);
  if (exchange.contract === contract) return exchange.responder as Responder;
  return contract.appliesTo(exchange) ? new Responder(contract, exchange) : undefined;
}

/**
 * Returns the `Responder` of the contract that intercepts a response; `undefined` if none does.
 *
 * @experimental
 */
export function responderInCharge(response: ServerResponse): Responder | undefined {
  return interceptionOf(response)?.responder as Responder | undefined;
}

/**
 * Answers a thrown value, given Node's request and response. Use it where errors do not reach the framework's error
 * handler.
 *
 * @returns `false` if the contract does not apply to the request. Then nothing was sent.
 * @throws TypeError if it does not get a contract. No thrown value makes it throw.
 */
export function sendError(
  contract: Contract,
  thrown: unknown,
  request: NodeRequest,
  response: ServerResponse,
): boolean {
  expectContract(contract, "sendError");
  const responder = responderOf(contract, request, response);
  responder?.sendError(thrown);
  return responder !== undefined;
}

/**
 * Prepares Node's response for an error response of the contract that the framework sends itself, so that its hooks
 * run. Whatever the hooks change, the client gets the contract's response, or a compressed copy of it.
 *
 * @experimental
 */
export function handOverResponse(response: ServerResponse, error: ErrorResponse): void {
  const exchange = interceptionOf(response);
  if (exchange === undefined) {
    noteResponded(response);
    return;
  }
  exchange.expected = error;
  // Node throws for some reason phrases that code may have set.
  clearReason(response);
}

/**
 * Returns the contract's response that a framework was given by {@link handOverResponse}; `undefined` if there is none,
 * or if part of a response has been sent.
 *
 * @experimental
 */
export function heldResponse(response: ServerResponse): ErrorResponse | undefined {
  const exchange = interceptionOf(response);
  return exchange?.expected !== undefined && exchange.nothingLeft ? exchange.expected : undefined;
}

/**
 * Whether a response has begun, but no byte of it has been sent.
 *
 * @experimental
 */
export function isBuffering(response: ServerResponse): boolean {
  return interceptionOf(response)?.hasBegun === true;
}

/**
 * Whether the contract has sent an error response of its own on this response. `false` for a success, and for an error
 * of another writer that may be sent as it is. It is also `false` if the framework compressed the contract's response.
 *
 * @experimental
 */
export function hasResponded(response: ServerResponse): boolean {
  return interceptionOf(response)?.ending === "answered";
}

/** The error code of HTTP/2 for a stream that the server could not complete (RFC 9113, 7). */
const INTERNAL_ERROR = 2;

/**
 * Cuts off a response that is not complete, so that the client notices. What was written before still arrives, even if
 * it was written in the same turn.
 *
 * @experimental
 */
export function abortResponse(response: ServerResponse): void {
  if (response.writableEnded || response.destroyed) return;
  const exchange = interceptionOf(response);
  if (exchange?.ending === "none") exchange.ending = "cut off";
  const { stream, socket, req } = response as ServerResponse & { readonly stream?: ServerHttp2Stream };
  if (stream !== undefined) {
    // If an HTTP/2 stream is only destroyed, the client treats the response as complete.
    const close = () => stream.close(INTERNAL_ERROR);
    if ((exchange?.status ?? 0) > 0) {
      onceBodyLeft(stream, close);
      stream.end();
    } else close();
  } else if (socket !== null) {
    // Node 26 keeps what was written in this turn in the response.
    while (response.writableCorked > 0) response.uncork();
    socket.destroySoon();
  } else if (req.socket.destroyed) {
    response.destroy();
  } else {
    // A pipelined response passes on what was written right after this event.
    response.once("socket", () => process.nextTick(abortResponse, response));
  }
}
