import type { OutgoingHttpHeader, ServerResponse } from "node:http";
import type { WireResponse, WrittenResponse } from "@uhp-errors/core";
import { HeldBody, looksLikeEnvelope } from "./held-body.ts";

/** Decides what leaves in place of an answer that something else wrote; `undefined` lets it leave as it is. */
export type Fill = (written: WrittenResponse) => WireResponse | undefined;

/** What puts the head of a replacement on the response. */
export type SetHead = (response: ServerResponse, wire: WireResponse) => void;

type Callback = () => void;

const WATCHED = new WeakMap<ServerResponse, OutgoingAnswer>();

/**
 * Looks at what leaves through a response. Answers below 400 pass unbuffered and untouched, but for one whose JSON begins
 * as an envelope does; answers from 400 on are held back until they are whole, then handed to `fill`.
 */
export function watch(response: ServerResponse, fill: Fill, setHead: SetHead): void {
  const watched = WATCHED.get(response);
  // A contract mounted further in answers for the requests that reach it.
  if (watched !== undefined) watched.fill = fill;
  else if (!response.headersSent) WATCHED.set(response, new OutgoingAnswer(response, fill, setHead));
}

/** Lets everything through from here on and forgets what was held: the contract's own answer follows. */
export function release(response: ServerResponse): void {
  WATCHED.get(response)?.release();
}

/**
 * - `watching`: nothing was written yet
 * - `holding`: an answer is collected until it can be judged
 * - `passing`: Node's own methods are called as they were
 * - `replaced`: a replacement has left, what is still written goes nowhere
 */
type State = "watching" | "holding" | "passing" | "replaced";

class OutgoingAnswer {
  fill: Fill;
  readonly #response: ServerResponse;
  readonly #setHead: SetHead;
  readonly #writeHead: ServerResponse["writeHead"];
  readonly #write: ServerResponse["write"];
  readonly #end: ServerResponse["end"];
  readonly #flushHeaders: ServerResponse["flushHeaders"];
  #state: State = "watching";
  #body = new HeldBody();
  /** The arguments of a `writeHead` for a success in JSON, kept until its first bytes show what it is. */
  #head: unknown[] | undefined;

  constructor(response: ServerResponse, fill: Fill, setHead: SetHead) {
    this.#response = response;
    this.fill = fill;
    this.#setHead = setHead;
    this.#writeHead = response.writeHead;
    this.#write = response.write;
    this.#end = response.end;
    this.#flushHeaders = response.flushHeaders;
    response.writeHead = this.#onWriteHead.bind(this) as ServerResponse["writeHead"];
    response.write = this.#onWrite.bind(this) as ServerResponse["write"];
    response.end = this.#onEnd.bind(this) as ServerResponse["end"];
    response.flushHeaders = this.#onFlushHeaders.bind(this);
  }

  release(): void {
    this.#state = "passing";
    this.#body = new HeldBody();
    this.#head = undefined;
  }

  #onWriteHead(...head: unknown[]): ServerResponse {
    if (this.#state === "passing") return Reflect.apply(this.#writeHead, this.#response, head);
    if (this.#state === "replaced") return this.#response;
    const status = Number(head[0]);
    if (status >= 400) {
      this.#response.statusCode = status;
      setHeaders(this.#response, head.at(-1));
      this.#state = "holding";
    } else if (status >= 200 && status < 300 && this.#isJson(head.at(-1))) {
      this.#head = head;
    } else {
      this.#pass(head);
    }
    return this.#response;
  }

  #onFlushHeaders(): void {
    if (this.#state === "watching" && this.#response.statusCode < 400) this.#pass(this.#head);
    if (this.#state === "passing") this.#flushHeaders.call(this.#response);
  }

  #onWrite(chunk: unknown, encoding?: unknown, callback?: unknown): boolean {
    this.#judge(chunk, encoding);
    if (this.#state === "passing") return Reflect.apply(this.#write, this.#response, [chunk, encoding, callback]);
    this.#collect(chunk, encoding);
    const done = [encoding, callback].find((argument) => typeof argument === "function");
    if (done !== undefined) queueMicrotask(done as Callback);
    return true;
  }

  #onEnd(chunk?: unknown, encoding?: unknown, callback?: unknown): ServerResponse {
    this.#judge(chunk, encoding);
    if (this.#state === "passing") return Reflect.apply(this.#end, this.#response, [chunk, encoding, callback]);
    const done = [chunk, encoding, callback].find((argument) => typeof argument === "function") as Callback | undefined;
    if (this.#state === "replaced") {
      if (done !== undefined) queueMicrotask(done);
      return this.#response;
    }
    this.#collect(chunk, encoding);
    this.#settle(done, true);
    return this.#response;
  }

  /** Decides, at the first bytes, whether the answer passes or is held. */
  #judge(chunk: unknown, encoding: unknown): void {
    if (this.#state !== "watching") return;
    const { statusCode } = this.#response;
    const suspect =
      this.#head !== undefined || (statusCode >= 200 && statusCode < 300 && this.#isJson(undefined))
        ? looksLikeEnvelope(chunk, encoding)
        : statusCode >= 400;
    if (suspect) this.#state = "holding";
    else this.#pass(this.#head);
  }

  #collect(chunk: unknown, encoding: unknown): void {
    if (this.#state !== "holding") return;
    this.#body.add(chunk, encoding);
    // What is larger than any envelope is none, and there is no need to wait for its end.
    if (this.#body.overflown) this.#settle(undefined, false);
  }

  /** Replaces what was held, or lets it leave just as it was written. */
  #settle(done: Callback | undefined, ended: boolean): void {
    if (this.#state !== "holding") return;
    const response = this.#response;
    const wire = this.fill({
      status: this.#head === undefined ? response.statusCode : Number(this.#head[0]),
      header: (name) => response.getHeader(name)?.toString(),
      body: this.#body.text(response.getHeader("content-encoding")?.toString()),
    });
    if (wire === undefined) {
      this.#pass(this.#head);
      this.#body.replay((chunk) => Reflect.apply(this.#write, response, [chunk]));
      if (ended) Reflect.apply(this.#end, response, [done]);
      return;
    }
    this.#state = "passing";
    this.#setHead(response, wire);
    Reflect.apply(this.#end, response, [response.req.method === "HEAD" ? undefined : wire.body, done]);
    this.#state = "replaced";
  }

  #pass(head: unknown[] | undefined): void {
    this.#state = "passing";
    this.#head = undefined;
    if (head !== undefined) Reflect.apply(this.#writeHead, this.#response, head);
  }

  #isJson(headers: unknown): boolean {
    const type = fieldOf(headers, "content-type") ?? this.#response.getHeader("content-type");
    return typeof type === "string" && /^[^;]*[/+]json/i.test(type.slice(0, 100));
  }
}

/** Header fields in either form that `writeHead` takes: an object, or a flat list of names and values. */
function fieldsOf(headers: unknown): [string, OutgoingHttpHeader | undefined][] {
  if (typeof headers !== "object" || headers === null) return [];
  if (!Array.isArray(headers)) return Object.entries(headers);
  const flat: unknown[] = headers.flat();
  return Array.from({ length: Math.floor(flat.length / 2) }, (_, index) => [
    String(flat[index * 2]),
    flat[index * 2 + 1] as OutgoingHttpHeader,
  ]);
}

function fieldOf(headers: unknown, wanted: string): OutgoingHttpHeader | undefined {
  return fieldsOf(headers).find(([name]) => name.toLowerCase() === wanted)?.[1];
}

function setHeaders(response: ServerResponse, headers: unknown): void {
  for (const [name, value] of fieldsOf(headers)) {
    if (value !== undefined) response.setHeader(name, value);
  }
}
