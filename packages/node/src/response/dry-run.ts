import type { ServerResponse } from "node:http";
import type { EventStream } from "@uhp-errors/core";
import type { AdapterContract, InterceptedResponse } from "@uhp-errors/core/adapter";
import { beginsAsError, type DryRun } from "@uhp-errors/core/internal";
import { EXCHANGE, type Exchange, type ResponseDryRun } from "../request/exchange.ts";
import { BufferedBody, isChunk } from "../written/body.ts";
import { hasHead, hasHeadLeft, sentField, sentStatus } from "../written/sent-field.ts";
import { isErrorStatus, isSuccess } from "../written/status.ts";
import { Responder } from "./responder.ts";

/** What has left of a response that may have to be reported. */
class Sent {
  /** The status as written; 0 if nothing was. */
  status = 0;
  /** Whether anything was sent before the response was destroyed. */
  hasLeft = false;
  readonly body = new BufferedBody();
  /** How many chunks the handler has written. */
  pieces = 0;
  /** Whether the first chunk has the length that the head announced, so that it is the whole body. */
  isDeclared = false;
  /** Whether the first chunk is a string. */
  isText = false;
  /** Whether the head had left before the first chunk. */
  isFlushed = false;
  isJudged = false;
}

/**
 * The responder of a contract that only reports. It is asked at the same moments, and sends nothing: its report says
 * what would have been sent, and what the service has sent. The framework goes on as without the contract.
 */
export class DryRunResponder extends Responder implements ResponseDryRun {
  isDone = false;
  isGone = false;
  isJudging = false;
  stream: EventStream | undefined = undefined;
  readonly #dryRun: DryRun;
  readonly #exchange: Exchange;
  #sent: Sent | undefined = undefined;
  #isAwaited = false;
  #onJudging: ((body: string, status: number) => void) | undefined = undefined;

  constructor(contract: AdapterContract, dryRun: DryRun, exchange: Exchange) {
    super(contract, exchange);
    this.#dryRun = dryRun;
    this.#exchange = exchange;
  }

  override get isDryRun(): boolean {
    return true;
  }

  override get isIntercepted(): boolean {
    return true;
  }

  override get isUnanswered(): boolean {
    return this.context.phase() === "open" && (this.isJudging || !hasHead(this.context.response));
  }

  override checkVersion(): undefined {
    this.#dryRun.checkVersion(this.context);
    this.#awaitEndIfWaiting();
  }

  override notFound(allow: readonly string[]): undefined {
    if (!this.isUnanswered) return;
    this.#dryRun.notFound(this.context, allow);
    this.#awaitEnd();
  }

  override respond(thrown: unknown): undefined {
    // The service itself has asked the contract to answer.
    if (this.#exchange.hasAnswered()) return;
    this.#dryRun.respond(thrown, this.context);
    this.#awaitEndIfWaiting();
  }

  override send(): void {}

  override sendError(thrown: unknown): void {
    this.respond(thrown);
  }

  /**
   * Ends the stream of events that the service has opened. It is for frameworks that answer nothing themselves once a
   * stream is open, so that the client would wait forever.
   *
   * @returns Whether there was a stream.
   */
  failStream(thrown: unknown): boolean {
    this.stream?.fail(thrown);
    return this.stream !== undefined;
  }

  /** Calls a function with the body of the response and its status once it is written, before it is judged. */
  onJudging(listener: (body: string, status: number) => void): void {
    this.#onJudging = listener;
  }

  noteWhetherGone(): void {
    this.isGone = this.context.phase() === "gone";
  }

  take([chunk, encoding]: readonly unknown[], isLast: boolean, isFlushed: boolean): void {
    if (this.isDone) return;
    const { response } = this.context;
    const status = sentStatus(response);
    const isError = isErrorStatus(status);
    if (this.#sent === undefined && this.#onJudging === undefined) {
      this.isDone = !isError && !(isSuccess(status) && mayBeEnvelope(chunk));
      if (this.isDone) return;
    }
    this.#sent ??= new Sent();
    const sent = this.#sent;
    sent.status ||= status;
    sent.hasLeft ||= isFlushed || !response.destroyed;
    sent.body.take(chunk, encoding);
    sent.pieces += 1;
    if (sent.pieces === 1) {
      sent.isText = typeof chunk === "string";
      sent.isFlushed = isFlushed;
      // After an empty chunk, a length of 0 says nothing of those that follow.
      sent.isDeclared = sent.body.length > 0 && Number(this.#field("content-length")) === sent.body.length;
    }
    if (isError) this.#awaitEnd();
    if (isLast) {
      this.#judge(sent, true);
      this.#awaitEndIfWaiting();
      this.isDone = true;
    } else if (isError) this.#judgeEarly(sent);
  }

  #awaitEndIfWaiting(): void {
    if (this.#dryRun.isWaiting(this.context)) this.#awaitEnd();
  }

  /** Makes the report once the response has ended. */
  #awaitEnd(): void {
    if (this.#isAwaited) return;
    this.#isAwaited = true;
    this.isDone = false;
    this.#sent ??= new Sent();
    const sent = this.#sent;
    const report = () => this.#report(sent);
    const { response } = this.context;
    // A handler may have forbidden it. Then there is no report.
    if (!Object.isExtensible(response)) return;
    const { emit } = response;
    let isReported = false;
    // In place of listeners, which a handler may count. A response without a connection of its own only emits `finish`. One
    // that is cut off only emits `close`.
    response.emit = function (this: unknown, ...args: readonly unknown[]): boolean {
      const result: unknown = Reflect.apply(emit, this, args);
      if (!isReported && (args[0] === "finish" || args[0] === "close")) {
        isReported = true;
        report();
      }
      return result as boolean;
    } as typeof emit;
  }

  /** Judges an error that has not ended yet, at the moment when a contract in force would decide what to send. */
  #judgeEarly(sent: Sent): void {
    const judge = () => {
      if (sent.isJudged) return;
      this.noteWhetherGone();
      this.#judge(sent, false);
    };
    const isAwaited = () =>
      this.#field("content-encoding") !== undefined || Number(this.#field("content-length")) > sent.body.length;
    sent.body.schedule(judge, this.contract.bufferTimeoutMs, isAwaited);
  }

  /**
   * Decides whether the contract, in force, would have replaced what was written.
   *
   * @param isEnded Whether the response has ended.
   */
  #judge(sent: Sent, isEnded: boolean): void {
    if (sent.isJudged) return;
    sent.isJudged = true;
    clearTimeout(sent.body.timer);
    const exchange = this.#exchange;
    // Another contract has answered, or the service itself has asked this one to answer.
    if (exchange.contract !== undefined || exchange.hasAnswered()) return;
    // Fastify 4 writes a string before it ends the response. It writes streams as bytes.
    const isHandedOver = exchange.framework?.isHandedOver !== undefined && sent.isText && sent.isDeclared;
    const isWhole = isEnded && (sent.pieces <= 1 || isHandedOver);
    const written = this.#written(sent, sent.body.text(this.#field("content-encoding")), isWhole);
    this.isJudging = true;
    try {
      this.#onJudging?.(written.body, sent.status);
    } catch {
      // Then the response is judged by what was written.
    }
    this.isJudging = false;
    const isSuspect = sent.hasLeft && isSuccess(sent.status);
    const isAtOnce = !sent.isFlushed && (sent.pieces === 1 || sent.isDeclared);
    if (isErrorStatus(sent.status) || (isSuspect && isAtOnce)) this.#dryRun.replace(written, exchange);
    else if (isSuspect && sent.body.mayBeEnvelope && exchange.hasBody && !exchange.response.destroyed) {
      this.contract.reportTooLate(written, exchange);
    }
  }

  #report(sent: Sent): void {
    const { response, hasBody } = this.#exchange;
    // A response that was cut off has not been judged yet.
    if (!sent.isJudged && isErrorStatus(sent.status)) {
      this.noteWhetherGone();
      this.#judge(sent, false);
    }
    const encoding = this.#field("content-encoding");
    const isReadable = hasBody && (encoding === undefined || encoding === "identity");
    // A head may leave without a body.
    if (sent.pieces === 0) sent.status = sentStatus(response);
    else if (!sent.hasLeft) sent.status = 0;
    if (!hasHeadLeft(response)) sent.status = 0;
    this.#dryRun.ended(this.#written(sent, isReadable ? sent.body.text(undefined) : "", false), this.context);
  }

  #written({ status }: Sent, body: string, isWhole: boolean): InterceptedResponse {
    return { status, header: (name) => this.#field(name), body, isWhole };
  }

  #field(name: string): string | undefined {
    return sentField(this.context.response, name);
  }
}

/** Whether the first chunk of a success may begin an envelope. An empty chunk says nothing about the rest. */
function mayBeEnvelope(chunk: unknown): boolean {
  return isChunk(chunk) && (chunk.length === 0 || beginsAsError(chunk));
}

/**
 * Returns the responder of a contract that only reports, for a response that it notes; `undefined` if it does not.
 *
 * @experimental
 */
export function dryRunOf(contract: AdapterContract, response: ServerResponse): DryRunResponder | undefined {
  const known = (response as { readonly [EXCHANGE]?: Exchange })[EXCHANGE]?.dryRun as DryRunResponder | undefined;
  return known?.contract === contract ? known : undefined;
}
