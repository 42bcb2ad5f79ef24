import { VERSION_HEADER } from "@uhp-errors/core";
import type { AdapterContract } from "@uhp-errors/core/adapter";
import { answerTo, makeResponse } from "./answers.ts";
import { cancelBody } from "./cancel-body.ts";
import { finalizeResponse } from "./finalize.ts";
import { keptHeaders } from "./foreign-error.ts";
import { open } from "./held.ts";
import { isByHand, reportByHand } from "./node-response.ts";
import { type Answer, answerOf, type Exchange, exchangeOf, type WebRequestContext } from "./request-context.ts";
import { isForFramework, type Rethrow } from "./rethrow.ts";
import { isResponse, statusOf } from "./runtime.ts";
import { isError } from "./status.ts";
import { finalizeWhole } from "./whole-body.ts";

/**
 * The `Content-Type` that {@link Responder.withoutHeaders} leaves: JSON, in a spelling that no other code uses. That
 * spelling shows if a framework has copied it to a success.
 */
const WITHHELD_TYPE = "application/json; Charset=utf-8";

/** The `Content-Type` of a framework's own error. Without the contract, the framework would have copied this one. */
const FRAMEWORKS_TYPE = "text/plain; charset=UTF-8";

/**
 * Answers one request that a contract applies to. `responderOf` makes one only for such a request, so an adapter cannot
 * answer any other. No method throws or rejects, except that `run` throws what is the framework's.
 *
 * @experimental
 */
export class Responder {
  readonly contract: AdapterContract;
  readonly #exchange: Exchange;

  constructor(contract: AdapterContract, exchange: Exchange) {
    this.contract = contract;
    this.#exchange = exchange;
  }

  /**
   * Whether the contract only reports. Then nothing is answered, and what an adapter hands over is noted. The framework
   * must go on as without the contract.
   */
  get isDryRun(): boolean {
    return false;
  }

  /** Whether the contract's own handler or middleware runs, and so will still see the response. */
  get isCovered(): boolean {
    return this.#exchange.seenBy.includes(this.contract);
  }

  /** Calls what makes the response. Meanwhile, the request is covered. Rejects with what that throws. */
  async handle<Result>(make: () => Result): Promise<Awaited<Result>> {
    const exchange = this.#exchange;
    const { seenBy } = exchange;
    exchange.seenBy = [...seenBy, this.contract];
    try {
      return await this.contract.handle(exchange, make);
    } finally {
      exchange.seenBy = seenBy;
    }
  }

  /**
   * Calls a handler, and returns what leaves in place of what it returns or throws: at once if it can.
   *
   * @param rethrow Says which thrown values go on to the framework.
   */
  run(make: () => Response | Promise<Response>, rethrow?: Rethrow): Response | Promise<Response> {
    try {
      const response = this.contract.handle(this.#exchange, make);
      // A response that is not a promise is not awaited: some servers send it faster then.
      if (response instanceof Promise || !isResponse(response)) return this.#settle(response, rethrow);
      return this.outgoing(response);
    } catch (thrown) {
      return this.#end(thrown, rethrow);
    }
  }

  async #settle(promised: Promise<Response>, rethrow: Rethrow | undefined): Promise<Response> {
    try {
      return await this.outgoing(await promised);
    } catch (thrown) {
      return this.#end(thrown, rethrow);
    }
  }

  /** Returns what leaves if a handler throws. Some frameworks throw a response to end a request. */
  #end(thrown: unknown, rethrow: Rethrow | undefined): Response | Promise<Response> {
    if (isForFramework(rethrow, thrown)) {
      this.leaveToFramework();
      throw thrown;
    }
    return isResponse(thrown) ? this.outgoing(thrown) : this.respond(thrown);
  }

  /** Ends what waits for the response: the framework makes it. */
  protected leaveToFramework(): void {
    this.#exchange.dropStream?.();
    this.#exchange.ended?.();
  }

  get context(): WebRequestContext {
    return this.#exchange;
  }

  /** Returns the response that refuses the client's version; `undefined` if the version is served. */
  checkVersion(): Response | undefined {
    const refusal = this.contract.checkVersion(this.#exchange);
    return refusal === undefined ? undefined : makeResponse(this.contract, refusal, this.#exchange);
  }

  /**
   * Returns the response for a request that no route matched.
   *
   * @param allow The methods that the address accepts; empty if there is no such address.
   */
  notFound(allow: readonly string[]): Response {
    this.#exchange.dropStream?.();
    return makeResponse(this.contract, this.contract.notFound(this.context, allow), this.#exchange);
  }

  /** Returns the response to a thrown value. */
  respond(thrown: unknown): Response {
    this.#exchange.dropStream?.();
    return answerTo(this.contract, thrown, this.#exchange);
  }

  /**
   * Adds headers of an earlier response to one of the contract's own responses, which replaces it, and returns the
   * latter. It adds those that an error may have and that the response does not have yet. The body of the earlier one
   * is canceled.
   */
  withEarlierHeaders(answer: Response, earlier: Response): Response {
    let own: ReadonlySet<string> | undefined;
    for (const [name, value] of keptHeaders(this.contract, earlier, answer.status)) {
      own ??= new Set(answer.headers.keys());
      if (!own.has(name)) answer.headers.append(name, value);
    }
    cancelBody(earlier);
    return answer;
  }

  /**
   * Returns a copy of one of the contract's own responses with the same status and body, but with no header except
   * `Content-Type`. It is for frameworks that copy the headers of an error to the response that replaces it: a success
   * must not get them. `outgoing` adds the headers again if the error is sent.
   *
   * @param answer What `respond`, `notFound` or `checkVersion` returned last. A response with another status is
   * returned as it is.
   */
  withoutHeaders(answer: Response): Response {
    const own = answerOf(this.#exchange, this.contract);
    if (own?.status !== answer.status) return answer;
    const headers = { "Content-Type": WITHHELD_TYPE };
    return new Response(this.#exchange.method === "HEAD" ? null : own.body, { status: own.status, headers });
  }

  /**
   * Returns what leaves in place of a response that the service made. An error that the contract did not write is
   * replaced. A success gets the contract's headers. A response that `respond` or `notFound` made leaves as they made
   * it, even if middleware has changed it since, and so does that of another contract, for example of a mounted part.
   *
   * @param response What the handler returned. Anything but a `Response` counts as an error of the handler.
   * @param thrown What was thrown, if the framework may have let something else answer it; otherwise `undefined`. If no
   * recognizer knows it, the status of that answer decides.
   */
  outgoing(response: unknown, thrown?: unknown): Response | Promise<Response> {
    const left = this.#outgoing(response, thrown);
    const { ended, dropStream } = this.#exchange;
    return ended === undefined && dropStream === undefined ? left : this.#noteEnd(left);
  }

  async #noteEnd(left: Response | Promise<Response>): Promise<Response> {
    const response = await left;
    if (isError(statusOf(response))) this.#exchange.dropStream?.();
    this.#exchange.ended?.();
    return response;
  }

  /**
   * Notes that the handler writes the response by itself, to Node's own. If that is an error, it is reported, because it
   * is too late to replace it.
   */
  sentByHand(): void {
    reportByHand(this.contract, this.#exchange);
  }

  /**
   * Returns the contract's response to this request if a framework was given it, has not sent it, and sends nothing
   * else; otherwise `undefined`.
   */
  unsent(): Response | undefined {
    const { node } = this.#exchange;
    const error = answerOf(this.#exchange, this.contract);
    if (error === undefined || node?.headersSent === true) return undefined;
    return makeResponse(this.contract, error, this.#exchange);
  }

  #outgoing(response: unknown, thrown: unknown): Response | Promise<Response> {
    try {
      if (isByHand(response, this.#exchange)) {
        if (thrown !== undefined) return this.respond(thrown);
        this.sentByHand();
        // The server recognizes it, or fails with it as without the contract.
        return response as Response;
      }
      if (!isResponse(response)) return this.respond(new TypeError("the handler returned no Response"));
      if (thrown !== undefined && isError(statusOf(response)) && this.#exchange.answer === undefined) {
        // The service's own error handler has chosen it.
        this.#exchange.status = statusOf(response);
        return this.withEarlierHeaders(this.respond(thrown), response);
      }
      if (this.#exchange.answer !== undefined && !isError(statusOf(response))) {
        return this.#read(withoutErrorsHeaders(response, this.#exchange.answer));
      }
      const opened = open(response);
      return finalizeWhole(this.contract, opened, this.#exchange) ?? this.#read(opened.response);
    } catch (failure) {
      return this.respond(failure);
    }
  }

  async #read(response: Response): Promise<Response> {
    try {
      return await finalizeResponse(this.contract, response, this.#exchange);
    } catch (thrown) {
      return this.respond(thrown);
    }
  }
}

/**
 * Removes the headers from a success that a framework has copied from the error before it. So it leaves as it would
 * without the contract. A header that the service has set by itself stays, even if an error has the same.
 */
function withoutErrorsHeaders(response: Response, answer: Answer): Response {
  const copied = new Response(response.body, response);
  if (copied.headers.get("content-type") === WITHHELD_TYPE) copied.headers.set("content-type", FRAMEWORKS_TYPE);
  // Only a copy of an error has this one.
  if (!copied.headers.has(VERSION_HEADER)) return copied;
  for (let last: Answer | undefined = answer; last !== undefined; last = last.earlier) {
    for (const [name, value] of Object.entries(last.error.headers)) {
      const isOfBody = name.toLowerCase() === "content-type" && response.body !== null;
      if (!isOfBody && copied.headers.get(name) === value) copied.headers.delete(name);
    }
  }
  return copied;
}

/**
 * Returns the `Responder` for a request, which answers also if the contract only reports; `undefined` if the contract
 * does not apply to the request.
 *
 * @param env What the server has passed beside the request. On Node, its own response may be in it.
 * @experimental
 */
export function responderOf(contract: AdapterContract, request: Request, env?: unknown): Responder | undefined {
  const exchange = exchangeOf(request);
  exchange.env ??= env;
  return contract.appliesTo(exchange) ? new Responder(contract, exchange) : undefined;
}
