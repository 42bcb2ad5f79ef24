import type { Contract } from "@uhp-errors/core";
import { answerTo, responseOf } from "./answers.ts";
import { leaving } from "./leaving.ts";
import { type Exchange, exchangeOf, type WebRequestContext } from "./request-context.ts";

/** Answers one request that a contract applies to. Adapters can only get one for such a request. No method throws or rejects. */
export class Responder {
  readonly contract: Contract;
  readonly #exchange: Exchange;

  constructor(contract: Contract, request: Request) {
    this.contract = contract;
    this.#exchange = exchangeOf(request);
  }

  get context(): WebRequestContext {
    return this.#exchange;
  }

  /** The response that refuses the request's version; `undefined` when the version is served. */
  checkVersion(): Response | undefined {
    const refusal = this.contract.checkVersion(this.#exchange);
    return refusal === undefined ? undefined : responseOf(this.contract, refusal, this.#exchange);
  }

  /** The response when no route matched. `allow` are the methods that the address accepts. */
  notFound(allow: readonly string[]): Response {
    return responseOf(this.contract, this.contract.notFound(this.context, allow), this.#exchange);
  }

  /** The response to anything that was thrown. */
  respond(thrown: unknown): Response {
    return answerTo(this.contract, thrown, this.#exchange);
  }

  /**
   * What leaves in place of a response that the service made: an error of another shape is replaced, a success gets the contract's
   * headers. What `respond` and `notFound` made leaves as it is.
   */
  async finish(response: unknown): Promise<Response> {
    try {
      if (isResponse(response)) return await leaving(this.contract, response, this.#exchange);
      return this.respond(new TypeError("the handler returned no Response"));
    } catch (thrown) {
      return this.respond(thrown);
    }
  }
}

/** What answers a request; `undefined` when the contract does not apply to it. */
export function responderOf(contract: Contract, request: Request): Responder | undefined {
  return contract.appliesTo(exchangeOf(request)) ? new Responder(contract, request) : undefined;
}

/** Whether a value is a response, of whichever realm or polyfill. Never throws. */
export function isResponse(value: unknown): value is Response {
  try {
    return value instanceof Response || Object.prototype.toString.call(value) === "[object Response]";
  } catch {
    return false;
  }
}
