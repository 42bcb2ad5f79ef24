import type { ServerResponse } from "node:http";
import type { Contract, ErrorResponse } from "@uhp-errors/core";
import { ask, respondTo } from "../interception/ask.ts";
import { isIntercepted } from "../interception/index.ts";
import type { Exchange, NodeRequest, NodeRequestContext } from "../request/exchange.ts";
import { interceptionOf } from "../request/progress.ts";
import { requestContext } from "../request/request-context.ts";
import { answerError, sendResponse } from "./send.ts";

/** Answers one request that a contract applies to. Adapters can only get one for such a request. No method throws. */
export class Responder {
  readonly contract: Contract;
  readonly context: NodeRequestContext;

  constructor(contract: Contract, context: NodeRequestContext) {
    this.contract = contract;
    this.context = context;
  }

  /** Whether the response was intercepted, so that the contract sees all that leaves by it. */
  get isIntercepted(): boolean {
    return isIntercepted(this.context.response);
  }

  /** The response that refuses the request's version; `undefined` when the version is served. */
  checkVersion(): ErrorResponse | undefined {
    const exchange = this.context as Exchange;
    // As `ask` does, without the function that it takes: every request comes this way.
    exchange.isAsking = true;
    const refusal = this.contract.checkVersion(exchange);
    exchange.isAsking = false;
    return refusal;
  }

  /** The response when no route matched. `allow` are the methods that the address accepts. */
  notFound(allow: readonly string[]): ErrorResponse {
    return ask(this.context, () => this.contract.notFound(this.context, allow));
  }

  /** The response to anything that was thrown; `undefined` when it is too late for one. */
  respond(thrown: unknown): ErrorResponse | undefined {
    return respondTo(this.contract, thrown, this.context);
  }

  /** Sends a complete response in place of what was begun. */
  send(response: ErrorResponse): void {
    sendResponse(this.context.response, response);
  }

  /** Answers anything that was thrown, or closes the connection where it is too late for that. */
  sendError(thrown: unknown): void {
    answerError(this.contract, thrown, this.context);
  }
}

/** What answers a request; `undefined` when the contract does not apply to it. */
export function responderOf(contract: Contract, request: NodeRequest, response: ServerResponse): Responder | undefined {
  const context = requestContext(request, response);
  return contract.appliesTo(context) ? new Responder(contract, context) : undefined;
}

/** What answers the request of a response that a contract intercepts, by that contract; `undefined` when none does. */
export function responderInCharge(response: ServerResponse): Responder | undefined {
  const interception = interceptionOf(response);
  return interception === undefined ? undefined : new Responder(interception.contract, interception);
}

/**
 * Answers what was thrown, from a place that has Node's request and response. Never throws.
 *
 * @returns `false` when the contract does not apply to the request, which then is not answered.
 */
export function sendError(
  contract: Contract,
  thrown: unknown,
  request: NodeRequest,
  response: ServerResponse,
): boolean {
  const responder = responderOf(contract, request, response);
  responder?.sendError(thrown);
  return responder !== undefined;
}
