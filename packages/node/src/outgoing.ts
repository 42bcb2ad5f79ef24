import type { ServerResponse } from "node:http";
import type { WireResponse } from "@uhp-errors/core";
import { checkFields, fieldsIn, isJson, isWhole, setHead, stampedHead, takeFields } from "./head.ts";
import { HeldBody, looksLikeEnvelope } from "./held-body.ts";
import { callLater, connectionOf, interpose, type Natives, showHead } from "./interpose.ts";
import { type Policy, verdict } from "./policy.ts";

type Callback = () => void;

/**
 * - `watching`: nothing was written yet
 * - `holding`: an answer is collected until it can be judged
 * - `passing`: Node's own methods are called as they were
 * - `replaced`: another answer has left, what is still written goes nowhere
 */
type State = "watching" | "holding" | "passing" | "replaced";

/**
 * Looks at what leaves through a response. Answers below 400 pass unbuffered and untouched, but for one that begins as an
 * envelope does; answers from 400 on are held back until they are whole, then handed to the policy.
 */
export class OutgoingAnswer {
  static readonly #known = new WeakMap<ServerResponse, OutgoingAnswer>();

  policy: Policy;
  readonly #response: ServerResponse;
  readonly #natives: Natives;
  readonly #body = new HeldBody();
  #state: State = "watching";
  /** The arguments of a `writeHead` for a success, kept until its first bytes: Node would send them together. */
  #head: unknown[] | undefined;
  /** The contract's own answer, which the framework is about to write. */
  #expected: WireResponse | undefined;
  /** Whether the contract's own answer was written. */
  #answered = false;

  /** The watch over a response, if there is one. */
  static of(response: ServerResponse): OutgoingAnswer | undefined {
    return OutgoingAnswer.#known.get(response);
  }

  /** Watches a response. A contract mounted further in takes over for the requests that reach it. */
  static watch(response: ServerResponse, policy: Policy): void {
    const known = OutgoingAnswer.of(response);
    if (known === undefined) OutgoingAnswer.#known.set(response, new OutgoingAnswer(response, policy));
    else known.policy = policy;
  }

  private constructor(response: ServerResponse, policy: Policy) {
    this.#response = response;
    this.policy = policy;
    this.#natives = interpose(response, {
      writeHead: this.#onWriteHead.bind(this),
      write: this.#onWrite.bind(this),
      end: this.#onEnd.bind(this),
      flushHeaders: this.#onFlushHeaders.bind(this),
      destroy: this.#onDestroy.bind(this),
    });
    showHead(response, () => this.#head !== undefined);
  }

  /** Whether something else has begun an answer that has not left yet. */
  get begun(): boolean {
    return this.#head !== undefined || this.#state === "holding";
  }

  /** Lets everything through from here on: the contract's own answer follows, and middleware may wrap it. */
  release(): void {
    this.#answered = true;
    this.#state = "passing";
  }

  /** Names the contract's own answer that the framework is about to write, so that nothing else leaves in its place. */
  expect(wire: WireResponse): void {
    this.#expected = wire;
  }

  /** Sends an answer in place of the one that was begun; the rest of that goes nowhere, however late it comes. */
  replace(wire: WireResponse, done?: Callback): void {
    const response = this.#response;
    this.#head = undefined;
    this.#answered = true;
    this.#state = "replaced";
    // Middleware that acts when a head is written, a compressor for one, must have done so before the fields are set.
    response.writeHead(wire.status);
    // Some responses write by their own methods when they are ended.
    this.#state = "passing";
    setHead(response, wire);
    this.#natives.writeHead([wire.status]);
    this.#natives.end([response.req.method === "HEAD" ? undefined : wire.body, done]);
    this.#state = "replaced";
  }

  #onDestroy(error?: unknown): unknown {
    const response = this.#response;
    const untouched = this.begun || !(response.headersSent || response.writableEnded);
    const reachable = !response.destroyed && connectionOf(response)?.destroyed === false;
    // A stream that fails takes what it is piped into down with it, and the client would see nothing but a reset.
    const wire = error != null && untouched && reachable ? (this.#expected ?? this.policy.fail(error)) : undefined;
    if (wire !== undefined) this.replace(wire);
    return error != null && reachable && this.#answered ? response : this.#natives.destroy([error]);
  }

  #onWriteHead(...head: unknown[]): unknown {
    if (this.#state === "replaced") return this.#response;
    // A second head is an error that Node must see.
    if (this.#head !== undefined) this.#pass();
    if (this.#state === "passing") return this.#passHead(head);
    const fields = fieldsIn(head);
    checkFields(fields);
    const status = Number(head[0]);
    if (!(status >= 400 || (status >= 200 && status < 300))) {
      this.#passHead(head);
      this.#state = "passing";
      return this.#response;
    }
    this.#response.statusCode = status;
    if (status < 400) this.#head = head;
    else {
      takeFields(this.#response, fields);
      this.#state = "holding";
    }
    return this.#response;
  }

  #onFlushHeaders(): void {
    if (this.#state === "watching" && Number(this.#response.statusCode) < 400) this.#pass();
    if (this.#state === "passing") this.#natives.flushHeaders([]);
  }

  #onWrite(chunk: unknown, encoding?: unknown, callback?: unknown): unknown {
    if (this.#state === "watching") {
      const headers = fieldsIn(this.#head ?? []);
      // Of a stream in anything but JSON the first bytes must not wait for the last.
      const one = isJson(this.#response, headers) || isWhole(this.#response, headers, chunk, encoding);
      this.#judge(chunk, encoding, one);
    }
    if (this.#state === "passing") return this.#natives.write([chunk, encoding, callback]);
    if (this.#state === "holding") this.#hold(chunk, encoding);
    callLater([encoding, callback]);
    return true;
  }

  #hold(chunk: unknown, encoding: unknown): void {
    this.#body.add(chunk, encoding);
    if (Number(this.#response.statusCode) < 400) {
      // A success that is larger than any envelope is none.
      if (this.#body.overflown) this.#passHeld(this.#body.length);
    } else if (!this.#body.mayBeEnvelope(this.#response.getHeader("content-encoding")?.toString())) {
      // Its end may never come. Whoever writes it may still throw before the turn is over, and that says more.
      setImmediate(() => this.#state === "holding" && this.#fill());
    }
  }

  #onEnd(...last: unknown[]): unknown {
    const [chunk, encoding] = last;
    if (this.#state === "watching") this.#judge(chunk, encoding, true);
    if (this.#state === "holding") {
      const earlier = this.#body.length;
      this.#body.add(chunk, encoding);
      if (this.#fill(last.find((argument) => typeof argument === "function") as Callback)) return this.#response;
      this.#passHeld(earlier);
    }
    if (this.#state === "passing") return this.#natives.end(last);
    callLater(last);
    return this.#response;
  }

  /** Decides, at the first bytes, whether the answer passes or is held. `one`: it is one document, not a stream. */
  #judge(chunk: unknown, encoding: unknown, one: boolean): void {
    const status = Number(this.#response.statusCode);
    const success = status >= 200 && status < 300;
    if (status >= 400 || (success && one && looksLikeEnvelope(chunk, encoding))) this.#state = "holding";
    else this.#pass();
  }

  /** Replaces what was held, when the policy wants that. */
  #fill(done?: Callback): boolean {
    const wire = verdict(this.#response, this.#body, this.policy, this.#expected);
    if (wire !== undefined) this.replace(wire, done);
    return wire !== undefined;
  }

  #passHeld(chunks: number): void {
    this.#pass();
    for (const chunk of this.#body.first(chunks)) this.#natives.write([chunk]);
  }

  #pass(): void {
    const head = this.#head;
    this.#head = undefined;
    this.#state = "passing";
    if (head !== undefined) this.#passHead(head);
  }

  #passHead(head: unknown[]): unknown {
    return this.#natives.writeHead(stampedHead(this.#response, head, this.policy.stamp));
  }
}
