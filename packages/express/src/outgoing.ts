import type { ServerResponse } from "node:http";
import type { WireResponse, WrittenResponse } from "@uhp-errors/core";
import { isJson, setHead, takeFields, withoutFields } from "./head.ts";
import { HeldBody, looksLikeEnvelope } from "./held-body.ts";

/** What a contract does with what leaves through a response. */
export interface Policy {
  /** Headers that every answer carries, whatever others have set under their names. */
  readonly stamp: Readonly<Record<string, string>>;
  /** What leaves in place of an answer that something else wrote; `undefined` lets it leave as it is. */
  fill(written: WrittenResponse): WireResponse | undefined;
}

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
  readonly #writeHead: ServerResponse["writeHead"];
  readonly #write: ServerResponse["write"];
  readonly #end: ServerResponse["end"];
  readonly #flushHeaders: ServerResponse["flushHeaders"];
  readonly #body = new HeldBody();
  #state: State = "watching";
  /** The arguments of a `writeHead` for a success in JSON, kept until its first bytes show what it is. */
  #head: unknown[] | undefined;

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
    this.#writeHead = response.writeHead;
    this.#write = response.write;
    this.#end = response.end;
    this.#flushHeaders = response.flushHeaders;
    response.writeHead = this.#onWriteHead.bind(this) as ServerResponse["writeHead"];
    response.write = this.#onWrite.bind(this) as ServerResponse["write"];
    response.end = this.#onEnd.bind(this) as ServerResponse["end"];
    response.flushHeaders = this.#onFlushHeaders.bind(this);
    const native = () => Reflect.get(Object.getPrototypeOf(response), "headersSent", response) as boolean;
    // Whoever wrote a head that is kept here must see that it did.
    Object.defineProperty(response, "headersSent", {
      configurable: true,
      get: () => this.#head !== undefined || native(),
    });
  }

  /** Whether something else has begun an answer that has not left yet. */
  get begun(): boolean {
    return this.#head !== undefined || this.#state === "holding";
  }

  /** Lets everything through from here on: the contract's own answer follows, and middleware may wrap it. */
  release(): void {
    this.#state = "passing";
  }

  /** Sends an answer in place of the one that was begun; the rest of that goes nowhere, however late it comes. */
  replace(wire: WireResponse, done?: Callback): void {
    this.#head = undefined;
    this.#state = "passing";
    setHead(this.#response, wire);
    Reflect.apply(this.#end, this.#response, [this.#response.req.method === "HEAD" ? undefined : wire.body, done]);
    this.#state = "replaced";
  }

  #onWriteHead(...head: unknown[]): ServerResponse {
    if (this.#state === "replaced") return this.#response;
    // A second head is an error that Node must see.
    if (this.#head !== undefined) this.#pass();
    if (this.#state === "passing") return this.#passHead(head);
    const status = Number(head[0]);
    if (status >= 400) {
      this.#response.statusCode = status;
      takeFields(this.#response, head.at(-1));
      this.#state = "holding";
    } else if (status >= 200 && status < 300 && isJson(this.#response, head.at(-1))) {
      this.#response.statusCode = status;
      this.#head = head;
    } else {
      this.#state = "passing";
      this.#passHead(head);
    }
    return this.#response;
  }

  #onFlushHeaders(): void {
    if (this.#state === "watching" && Number(this.#response.statusCode) < 400) this.#pass();
    if (this.#state === "passing") this.#flushHeaders.call(this.#response);
  }

  #onWrite(chunk: unknown, encoding?: unknown, callback?: unknown): boolean {
    if (this.#state === "watching") this.#judge(chunk, encoding, isJson(this.#response, this.#head?.at(-1)));
    if (this.#state === "passing") return Reflect.apply(this.#write, this.#response, [chunk, encoding, callback]);
    if (this.#state === "holding") {
      this.#body.add(chunk, encoding);
      // A success that is larger than any envelope is none. An error waits for its end all the same: a source that is
      // piped in would otherwise be stopped half way and never let go of what it reads.
      if (this.#body.overflown && Number(this.#response.statusCode) < 400) this.#passHeld(this.#body.length);
    }
    callLater([encoding, callback]);
    return true;
  }

  #onEnd(...last: unknown[]): ServerResponse {
    const [chunk, encoding] = last;
    if (this.#state === "watching") this.#judge(chunk, encoding, true);
    if (this.#state === "holding") {
      const earlier = this.#body.length;
      this.#body.add(chunk, encoding);
      if (this.#fill(last.find((argument) => typeof argument === "function") as Callback)) return this.#response;
      this.#passHeld(earlier);
    }
    if (this.#state === "passing") return Reflect.apply(this.#end, this.#response, last);
    callLater(last);
    return this.#response;
  }

  /** Decides, at the first bytes, whether the answer passes or is held. */
  #judge(chunk: unknown, encoding: unknown, whole: boolean): void {
    const status = Number(this.#response.statusCode);
    const success = status >= 200 && status < 300;
    // Of a stream in anything but JSON the first bytes must not wait for the last.
    if (status >= 400 || (success && whole && looksLikeEnvelope(chunk, encoding))) this.#state = "holding";
    else this.#pass();
  }

  /** Replaces what was held, when the policy wants that. */
  #fill(done?: Callback): boolean {
    const response = this.#response;
    if (response.destroyed) return false;
    const wire = this.policy.fill({
      status: Number(response.statusCode),
      header: (name) => response.getHeader(name)?.toString(),
      body: this.#body.text(response.getHeader("content-encoding")?.toString()),
    });
    if (wire !== undefined) this.replace(wire, done);
    return wire !== undefined;
  }

  #passHeld(chunks: number): void {
    this.#pass();
    for (const chunk of this.#body.first(chunks)) Reflect.apply(this.#write, this.#response, [chunk]);
  }

  #pass(): void {
    const head = this.#head;
    this.#head = undefined;
    this.#state = "passing";
    if (head !== undefined) this.#passHead(head);
  }

  /** Writes a head as it came, but for the contract's own fields: a proxied answer brings another service's. */
  #passHead(head: unknown[]): ServerResponse {
    if (this.#response.headersSent) return Reflect.apply(this.#writeHead, this.#response, head);
    const stamp = Object.entries(this.policy.stamp);
    for (const [name, value] of stamp) this.#response.setHeader(name, value);
    const names = new Set(stamp.map(([name]) => name.toLowerCase()));
    const own = head.map((argument) => withoutFields(argument, names));
    return Reflect.apply(this.#writeHead, this.#response, own);
  }
}

/** Calls the function among some arguments, as Node does once it has taken what was written. */
function callLater(candidates: readonly unknown[]): void {
  const callback = candidates.find((argument) => typeof argument === "function");
  if (callback !== undefined) process.nextTick(callback as Callback);
}
