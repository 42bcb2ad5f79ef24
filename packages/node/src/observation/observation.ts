import type { EventStream } from "@uhp-errors/core";
import type { AdapterContract, InterceptedResponse, Observer } from "@uhp-errors/core/adapter";
import type { Exchange, Method, NodeRequestContext } from "../request/exchange.ts";
import { BufferedBody } from "../written/body.ts";
import { hasHead, hasHeadLeft, sentField, sentStatus } from "../written/sent-field.ts";
import { isErrorStatus, isSuccess } from "../written/status.ts";

/** The response methods that are watched. */
export type Watched = Readonly<Record<"write" | "end" | "destroy", Method>>;

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
 * One request that a contract which only reports watches. No method throws.
 *
 * @experimental
 */
export interface Observation {
  /** The request context, which the methods of the contract take. */
  readonly context: NodeRequestContext;
  /** Notes a thrown value that the contract, in force, would answer. */
  thrown(thrown: unknown): void;
  /**
   * Ends the stream of events that the service has opened. It is for frameworks that answer nothing themselves once a
   * stream is open, so that the client would wait forever.
   *
   * @returns Whether there was a stream.
   */
  failStream(thrown: unknown): boolean;
  /**
   * Notes that no route matched.
   *
   * @param allow Returns the methods that the address accepts.
   */
  notFound(allow: () => readonly string[]): void;
  /** Calls a function with the body of the response and its status once it is written, before it is judged. */
  onEnding(listener: (body: string, status: number) => void): void;
}

/** The observation of an exchange. The methods of its response call it. */
export class ExchangeObservation implements Observation {
  readonly contract: AdapterContract;
  /**
   * The methods that do the work: those of the response's prototype, or those that earlier middleware has put on the
   * response.
   */
  readonly below: Watched;
  /** Whether the rest of the response need not be watched. */
  isDone = false;
  /** Whether the client had left when an error was written. */
  isGone = false;
  /** Whether a written response is being judged. */
  isJudging = false;
  readonly #observer: Observer;
  readonly #exchange: Exchange;
  #sent: Sent | undefined = undefined;
  #stream: EventStream | undefined = undefined;
  #isAwaited = false;
  #onEnding: ((body: string, status: number) => void) | undefined = undefined;

  constructor(contract: AdapterContract, observer: Observer, exchange: Exchange, below: Watched) {
    this.contract = contract;
    this.below = below;
    this.#observer = observer;
    this.#exchange = exchange;
  }

  get context(): NodeRequestContext {
    return this.#exchange;
  }

  /** Whether what leaves has to be noted, even if it is a success. */
  get isFollowed(): boolean {
    return this.#sent !== undefined || this.#onEnding !== undefined;
  }

  /** Notes the request's version, which may be one that is not served. */
  begin(): void {
    this.#observer.begin(this.#exchange);
    if (this.#observer.isWaiting(this.#exchange)) this.#awaitEnd();
  }

  thrown(thrown: unknown): void {
    // The service itself has asked the contract to answer.
    if (this.#exchange.hasResponded) return;
    this.#observer.thrown(thrown, this.#exchange);
    if (this.#observer.isWaiting(this.#exchange)) this.#awaitEnd();
  }

  /** Notes the stream of events that the service has opened on the response. */
  noteStream(stream: EventStream): void {
    this.#stream = stream;
  }

  failStream(thrown: unknown): boolean {
    this.#stream?.fail(thrown);
    return this.#stream !== undefined;
  }

  notFound(allow: () => readonly string[]): void {
    // If a handler has answered and still passes the request on, nothing more is noted.
    if (this.#exchange.phase() !== "open" || (hasHead(this.#exchange.response) && !this.isJudging)) return;
    this.#observer.notFound(this.#exchange, allow());
    this.#awaitEnd();
  }

  onEnding(listener: (body: string, status: number) => void): void {
    this.#onEnding = listener;
  }

  noteWhetherGone(): void {
    this.isGone = this.#exchange.phase() === "gone";
  }

  /**
   * Notes a chunk of a body that has left. The last one may be empty.
   *
   * @param isFlushed Whether the head had left before it.
   */
  see(status: number, chunk: unknown, encoding: unknown, isLast: boolean, isFlushed: boolean): void {
    this.#sent ??= new Sent();
    const sent = this.#sent;
    sent.status ||= status;
    sent.hasLeft ||= isFlushed || !this.#exchange.response.destroyed;
    const isFirst = sent.pieces === 0;
    sent.body.take(chunk, encoding);
    sent.pieces += 1;
    if (isFirst) sent.isText = typeof chunk === "string";
    if (isFirst) sent.isFlushed = isFlushed;
    // After an empty chunk, a length of 0 says nothing of those that follow.
    if (isFirst) sent.isDeclared = sent.body.length > 0 && Number(this.#field("content-length")) === sent.body.length;
    if (isErrorStatus(status)) this.#awaitEnd();
    if (!isLast) {
      if (isErrorStatus(status)) this.#judgeEarly(sent);
      return;
    }
    this.#judge(sent, true);
    if (this.#observer.isWaiting(this.#exchange)) this.#awaitEnd();
    this.isDone = true;
  }

  /** Makes the report once the response has ended. */
  #awaitEnd(): void {
    if (this.#isAwaited) return;
    this.#isAwaited = true;
    this.isDone = false;
    this.#sent ??= new Sent();
    const sent = this.#sent;
    const report = () => this.#report(sent);
    const { response } = this.#exchange;
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

  /**
   * Judges an error that has not ended yet. A contract in force waits for the rest only if the body may be an
   * envelope, and no longer than its time limit.
   */
  #judgeEarly(sent: Sent): void {
    const judge = () => {
      if (sent.isJudged) return;
      this.noteWhetherGone();
      this.#judge(sent, false);
    };
    const isCompressed = () => this.#field("content-encoding") !== undefined;
    sent.body.schedule(judge, this.contract.bufferTimeoutMs, isCompressed);
  }

  /**
   * Decides whether the contract, in force, would have replaced what was written. It decides at the same moment as that
   * contract.
   *
   * @param isEnded Whether the response has ended.
   */
  #judge(sent: Sent, isEnded: boolean): void {
    if (sent.isJudged) return;
    sent.isJudged = true;
    clearTimeout(sent.body.timer);
    const exchange = this.#exchange;
    // Another contract has answered, or the service itself has asked this one to answer.
    if (exchange.contract !== undefined || exchange.hasResponded) return;
    // Fastify 4 writes a string before it ends the response. It writes streams as bytes.
    const isHandedOver = exchange.framework?.isHandedOver !== undefined && sent.isText && sent.isDeclared;
    const isWhole = isEnded && (sent.pieces <= 1 || isHandedOver);
    const written = this.#written(sent, sent.body.text(this.#field("content-encoding")), isWhole);
    this.isJudging = true;
    try {
      this.#onEnding?.(written.body, sent.status);
    } catch {
      // Then the response is judged by what was written.
    }
    this.isJudging = false;
    const isSuspect = sent.hasLeft && isSuccess(sent.status);
    const isAtOnce = !sent.isFlushed && (sent.pieces === 1 || sent.isDeclared);
    if (isErrorStatus(sent.status) || (isSuspect && isAtOnce)) this.#observer.written(written, exchange);
    else if (isSuspect && sent.body.mayBeEnvelope && exchange.hasBody && !exchange.response.destroyed) {
      this.contract.reportTooLate(written, exchange);
    }
  }

  #report(sent: Sent): void {
    const exchange = this.#exchange;
    // A response that was cut off has not been judged yet.
    if (!sent.isJudged && isErrorStatus(sent.status)) {
      this.noteWhetherGone();
      this.#judge(sent, false);
    }
    const encoding = this.#field("content-encoding");
    const isReadable = exchange.hasBody && (encoding === undefined || encoding === "identity");
    // A head may leave without a body.
    if (sent.pieces === 0) sent.status = sentStatus(exchange.response);
    else if (!sent.hasLeft) sent.status = 0;
    if (!hasHeadLeft(exchange.response)) sent.status = 0;
    this.#observer.ended(this.#written(sent, isReadable ? sent.body.text(undefined) : "", false), exchange);
  }

  #written({ status }: Sent, body: string, isWhole: boolean): InterceptedResponse {
    return { status, header: (name) => this.#field(name), body, isWhole };
  }

  #field(name: string): string | undefined {
    return sentField(this.#exchange.response, name);
  }
}
