import type { AdapterContract, InterceptedResponse } from "@uhp-errors/core/adapter";
import { aside, beginsAsError, type DryRun, EnvelopeDetector, startsAsError } from "@uhp-errors/core/internal";
import { isOwn } from "./answers.ts";
import { concatenate } from "./body.ts";
import { mayBeEnvelope } from "./envelope-in-success.ts";
import { decompress } from "./foreign-error.ts";
import { heldParts, isServed } from "./held.ts";
import { isByHand, reportByHand } from "./node-response.ts";
import type { Exchange } from "./request-context.ts";
import { Responder } from "./responder.ts";
import { isForFramework, type Rethrow } from "./rethrow.ts";
import { findMisuse, isResponse, statusOf } from "./runtime.ts";
import { readHead, type SentBody, type SentHead, watchBodyOf } from "./sent-body.ts";
import { isError, isInformational } from "./status.ts";
import { isFetched } from "./written.ts";

/**
 * The responder of a contract that only reports. It is asked at the same moments, and answers nothing: its report says
 * what would have been sent, and what the service has sent.
 *
 * @experimental
 */
export class DryRunResponder extends Responder {
  readonly #dryRun: DryRun;
  readonly #exchange: Exchange;
  #isRun = false;

  /** The status of the response that was last noted; `undefined` before that. */
  status: number | undefined = undefined;

  constructor(contract: AdapterContract, dryRun: DryRun, exchange: Exchange) {
    super(contract, exchange);
    this.#dryRun = dryRun;
    this.#exchange = exchange;
  }

  override get isDryRun(): boolean {
    return true;
  }

  override get isCovered(): boolean {
    return this.#isRun || super.isCovered;
  }

  override checkVersion(): undefined {
    this.#dryRun.checkVersion(this.#exchange);
  }

  /** Notes a thrown value, and throws it again. */
  override respond(thrown: unknown): never {
    this.note(thrown);
    if (!this.isCovered) this.unseen();
    throw thrown;
  }

  /** Notes the response that leaves, and returns it. Its body is not read before the server reads it. */
  override outgoing(response: unknown, thrown?: unknown): Response {
    if (thrown !== undefined && isResponse(response) && isError(statusOf(response))) {
      this.#exchange.status = statusOf(response);
      this.note(thrown);
    }
    this.sent(response);
    return response as Response;
  }

  /**
   * Calls a handler, and notes what it returns or throws, without changing it.
   *
   * @param rethrow Says which thrown values are the framework's. Nothing is noted of them.
   * @param onText Called with the body of an error as a string, before the response is judged.
   */
  override run(
    make: () => Response | Promise<Response>,
    rethrow?: Rethrow,
    onText?: (text: string) => void,
  ): Response | Promise<Response> {
    if (this.isCovered) return this.contract.handle(this.#exchange, make);
    this.#isRun = true;
    const failed = (thrown: unknown) => {
      if (isForFramework(rethrow, thrown)) this.leaveToFramework();
      // Some frameworks throw a response to end a request. What the server makes of any other value cannot be seen.
      else if (isResponse(thrown)) this.sent(thrown, onText);
      else {
        this.note(thrown);
        this.unseen();
      }
    };
    let result: Response | Promise<Response>;
    try {
      result = this.contract.handle(this.#exchange, make);
    } catch (thrown) {
      aside(this.contract, () => failed(thrown));
      throw thrown;
    }
    if (isResponse(result) || !isThenable(result)) {
      this.sent(result, onText);
      return result;
    }
    // Other kinds of promises may do their work again each time they are awaited.
    const promise = result instanceof Promise ? result : Promise.resolve(result);
    // The server gets the same promise, and learns of its outcome after this.
    promise.then(
      (response) => this.sent(response, onText),
      (thrown: unknown) => aside(this.contract, () => failed(thrown)),
    );
    return promise;
  }

  /** Notes a thrown value that the contract, in force, would answer. */
  note(thrown: unknown): void {
    const exchange = this.#exchange;
    exchange.dropStream?.();
    if (exchange.progress === "open" && exchange.node?.headersSent === true) exchange.progress = "by hand";
    this.#dryRun.respond(thrown, this.#exchange);
  }

  /** Notes that no route matched. `allow` lists the methods that the address accepts. */
  noteNotFound(allow: readonly string[]): void {
    this.#dryRun.notFound(this.#exchange, allow);
  }

  /** Reports what was noted, if the response is made where it cannot be seen. */
  unseen(): void {
    this.#end({ status: 0, header: () => undefined, body: "" });
  }

  /** Notes the response that leaves. */
  sent(response: unknown, onText: (text: string) => void = () => {}): void {
    try {
      this.#sent(response, onText);
    } catch {
      this.unseen();
    }
  }

  #sent(response: unknown, onText: (text: string) => void): void {
    if (isByHand(response, this.#exchange)) {
      reportByHand(this.contract, this.#exchange);
      this.#end(undefined);
      return;
    }
    if (!isResponse(response)) {
      this.note(new TypeError("the handler returned no Response"));
      this.unseen();
      return;
    }
    this.#exchange.progress = "returned";
    const status = statusOf(response);
    this.status = status;
    // The service's own error takes the place of a stream.
    if (isError(status)) this.#exchange.dropStream?.();
    const misuse = isServed(response) ? undefined : findMisuse(response);
    if (misuse !== undefined) {
      this.note(new TypeError(misuse));
      this.unseen();
    } else if (isInformational(status) || isOwn(response)) {
      // The service itself has asked the contract for a response.
      this.#end(toSent(readHead(response), undefined, this.#exchange));
    } else if (isError(status)) this.#follow(response, onText);
    else this.#followSuccess(response);
  }

  /** Watches an error until its body has been sent, or for as long as the contract would wait for the body. */
  #follow(response: Response, onText: (text: string) => void): void {
    const { bufferTimeoutMs } = this.contract;
    const isForeign = !isServed(response) && isFetched(response);
    const judge = async ({ bytes, isWhole, isAtOnce }: SentBody, head: SentHead): Promise<void> => {
      const encoding = head.header("content-encoding");
      // `fetch` has already decompressed its own responses.
      const plain = isWhole && !isForeign ? await decompress(encoding, bytes, bufferTimeoutMs) : bytes;
      const body = plain === null ? "" : new TextDecoder().decode(plain);
      this.#exchange.status = head.status;
      onText(body);
      // A response made of a string always has a type.
      const isHandedOver = isWhole && isAtOnce && !isForeign && head.header("content-type") !== undefined;
      this.#dryRun.replace({ ...head, body, isWhole: isHandedOver, isFetched: isForeign }, this.#exchange);
      this.#end(toSent(head, encoding === undefined ? bytes : undefined, this.#exchange));
    };
    watchBodyOf(response, {
      timeoutMs: bufferTimeoutMs,
      aside: (act) => aside(this.contract, act),
      onPiece: undefined,
      onEnd: (body, head) =>
        judge(body, head).catch((failure: unknown) => {
          this.unseen();
          throw failure;
        }),
      onFailure: (thrown, head, hasBegun) => {
        // If a handler returns another value, h3 only makes a response of it after the contract, in force, has seen it.
        if (!isServed(response)) this.#exchange.status = head.status;
        this.note(thrown);
        this.#endBroken(head, hasBegun);
      },
    });
  }

  /** Watches a success or a redirect, if it may be an envelope or is a stream, which may break off. */
  #followSuccess(response: Response): void {
    const isWaiting = this.#dryRun.isWaiting(this.#exchange);
    const held = heldParts(response);
    const [, content] = held ?? [];
    const isPlain =
      held !== undefined && (content === null || (typeof content === "string" && !beginsAsError(content)));
    if (isPlain && !isWaiting) {
      this.#end(undefined);
      return;
    }
    const isSuspect = mayBeEnvelope(response);
    const isLookedAt = held !== undefined || isServed(response) || isSuspect;
    const suspect = isLookedAt ? new EnvelopeDetector(startsAsError) : undefined;
    watchBodyOf(response, {
      timeoutMs: undefined,
      aside: (act) => aside(this.contract, act),
      onPiece: suspect && ((piece) => suspect.add(piece)),
      onEnd: ({ bytes, isAtOnce }, head) => {
        if (suspect?.isEnvelope && head.header("content-encoding") === undefined) {
          this.#judgeEnvelope(head, concatenate(suspect.pieces, suspect.length), isAtOnce);
        }
        this.#end(toSent(head, bytes, this.#exchange));
      },
      onFailure: (thrown, head, hasBegun) => {
        const hasLeft = hasBegun || suspect === undefined;
        if (hasLeft) this.#exchange.progress = "started";
        this.note(thrown);
        this.#endBroken(head, hasLeft);
      },
    });
  }

  /** If a body fails before its first byte, the server sends a response of its own. */
  #endBroken(head: SentHead, hasBegun: boolean): void {
    if (hasBegun) this.#end(toSent(head, undefined, this.#exchange));
    else this.unseen();
  }

  #judgeEnvelope(head: SentHead, bytes: Uint8Array, isAtOnce: boolean): void {
    const isDeclared = head.header("content-length") === String(bytes.byteLength);
    const written = { ...head, body: new TextDecoder().decode(bytes) };
    if (isAtOnce || isDeclared) this.#dryRun.replace(written, this.#exchange);
    else if (this.#exchange.method !== "HEAD") this.contract.reportTooLate(written, this.#exchange);
  }

  #end(sent: InterceptedResponse | undefined): void {
    if (sent !== undefined) this.#dryRun.ended(sent, this.#exchange);
    this.#exchange.ended?.();
  }
}

/** Returns what has left of a response. In response to HEAD, no body has. */
function toSent(head: SentHead, bytes: Uint8Array | undefined, { method }: Exchange): InterceptedResponse {
  return { ...head, body: bytes === undefined || method === "HEAD" ? "" : new TextDecoder().decode(bytes) };
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { readonly then?: unknown } | null | undefined)?.then === "function";
}
