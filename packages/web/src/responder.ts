import type { Contract } from "@uhp-errors/core";
import { answerTo, responseOf } from "./answers.ts";
import { keptHeaders } from "./error-leaving.ts";
import { heldLeaving } from "./held-leaving.ts";
import { leaving } from "./leaving.ts";
import { type Answer, answerOf, type Exchange, exchangeOf, type WebRequestContext } from "./request-context.ts";
import { statusOf } from "./runtime.ts";
import { isError } from "./status.ts";
import { withHeaders } from "./written.ts";

/**
 * The type of a withheld answer's body: that of JSON, in a spelling of its own. So it is recognized when a framework copies it
 * to a success.
 */
const WITHHELD_TYPE = "application/json; Charset=utf-8";

/** The type of a framework's own error, which it would have copied to that success. */
const FRAMEWORKS_TYPE = "text/plain; charset=UTF-8";

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

  /** Adds the headers of the response before to an answer of the contract's: those that an error may keep, and which it has not itself. */
  keep(answer: Response, before: Response): Response {
    let own: ReadonlySet<string> | undefined;
    for (const [name, value] of keptHeaders(this.contract, before, answer.status)) {
      own ??= new Set(answer.headers.keys());
      if (!own.has(name)) answer.headers.append(name, value);
    }
    return answer;
  }

  /**
   * An answer of the contract's without its headers, but for the type of its body. It is for frameworks that copy the headers of one
   * response to the next: a success in an error's place must not get them. `finish` adds them to an error that leaves.
   */
  withhold(answer: Response): Response {
    const own = answerOf(this.#exchange, this.contract);
    if (own?.status !== answer.status) return answer;
    const headers = { "Content-Type": WITHHELD_TYPE };
    return new Response(this.#exchange.method === "HEAD" ? null : own.body, { status: own.status, headers });
  }

  /** Adds the contract's headers to a success of which the adapter knows that it is no envelope. Its body is not looked at. */
  stamp(response: Response): Response {
    this.#exchange.ended?.();
    return withHeaders(response, this.contract.headers(this.#exchange), false);
  }

  /**
   * What leaves in place of a response that the service made: an error of another shape is replaced, a success gets the contract's
   * headers. What `respond` and `notFound` made leaves as it is, whatever middleware has done to it.
   *
   * @param thrown What was thrown, where the framework may have let something else answer it. `undefined` for nothing.
   */
  finish(response: unknown, thrown?: unknown): Response | Promise<Response> {
    const left = this.#finish(response, thrown);
    return this.#exchange.ended === undefined ? left : this.#end(left);
  }

  async #end(left: Response | Promise<Response>): Promise<Response> {
    const response = await left;
    this.#exchange.ended?.();
    return response;
  }

  #finish(response: unknown, thrown: unknown): Response | Promise<Response> {
    try {
      if (!isResponse(response)) return this.respond(new TypeError("the handler returned no Response"));
      if (
        thrown !== undefined &&
        isError(statusOf(response)) &&
        answerOf(this.#exchange, this.contract) === undefined
      ) {
        return this.keep(this.respond(thrown), response);
      }
      if (this.#exchange.answer !== undefined && !isError(statusOf(response))) {
        return this.#read(withoutErrorsHeaders(response, this.#exchange.answer));
      }
      return heldLeaving(this.contract, response, this.#exchange) ?? this.#read(response);
    } catch (failure) {
      return this.respond(failure);
    }
  }

  async #read(response: Response): Promise<Response> {
    try {
      return await leaving(this.contract, response, this.#exchange);
    } catch (thrown) {
      return this.respond(thrown);
    }
  }
}

/** A success in an error's place without the headers that a framework has copied from the error, as it leaves without the contract. */
function withoutErrorsHeaders(response: Response, answer: Answer): Response {
  const copied = new Response(response.body, response);
  if (copied.headers.get("content-type") === WITHHELD_TYPE) copied.headers.set("content-type", FRAMEWORKS_TYPE);
  for (let last: Answer | undefined = answer; last !== undefined; last = last.earlier) {
    for (const [name, value] of Object.entries(last.error.headers)) {
      const isOfBody = name.toLowerCase() === "content-type" && response.body !== null;
      if (!isOfBody && copied.headers.get(name) === value) copied.headers.delete(name);
    }
  }
  return copied;
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
