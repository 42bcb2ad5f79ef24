import {
  type Contract,
  type ErrorResponse,
  type RequestContext,
  RequestMemory,
  type ResponsePhase,
} from "@uhp-errors/core";
import { notes, pathOf } from "@uhp-errors/core/adapter";
import { isConnectionLost, SERVES_BY_ITSELF } from "./runtime.ts";

/** What the contract knows of a request, with the runtime's own object for it. */
export interface WebRequestContext extends RequestContext {
  readonly native: Request;
}

/** What an adapter knows of a request beyond the runtime's own object. Each method may be left out. */
export interface Framework {
  /** The pattern of the route that took the request, such as `"/v1/harnesses/:id"`. */
  route?(): string | undefined;
  /** Whether a route took the request: `false` only where the framework says that none did, `undefined` where it does not say. */
  isRouted?(): boolean | undefined;
  /** Bytes that a body of this request may have, where the framework's errors do not say. */
  bodyLimit?(): number | undefined;
  /** The status that the service chose for the response to what it threw; `undefined` or below 400 for none. */
  chosenStatus?(): number | undefined;
  /** A header that is set already on the response to come, by its lower-case name. */
  responseHeader?(name: string): string | undefined;
}

/** An answer of a contract's own, and those before it, since a request may have several contracts. */
export interface Answer {
  readonly contract: Contract;
  readonly error: ErrorResponse;
  readonly earlier: Answer | undefined;
}

/** A request of the fetch standard, as the contract sees it. */
export class Exchange extends RequestMemory implements WebRequestContext {
  readonly native: Request;
  framework: Framework | undefined = undefined;
  /** The last answer of a contract's own, which is known again by this when middleware has made another response of it. */
  answer: Answer | undefined = undefined;
  /** The status of a response that broke off before anything of it left. */
  status: number | undefined = undefined;
  /** What waits for the end of the response; `undefined` while nothing does. */
  ended: (() => void) | undefined = undefined;
  /** Whether the head of a response has left. */
  hasLeft = false;
  /** Whether the client was found to be gone while its body was read, of which not every runtime tells by the signal. */
  isGone = false;

  constructor(request: Request) {
    super();
    this.native = request;
  }

  get method(): string {
    return this.native.method;
  }

  get path(): string {
    return pathOf(this.native.url);
  }

  header(name: string): string | undefined {
    return this.native.headers.get(name) ?? undefined;
  }

  route(): string | undefined {
    return this.framework?.route?.();
  }

  isRouted(): boolean | undefined {
    return this.framework?.isRouted?.();
  }

  bodyLimit(): number | undefined {
    return this.framework?.bodyLimit?.();
  }

  responseHeader(name: string): string | undefined {
    return this.framework?.responseHeader?.(name);
  }

  chosenStatus(): number | undefined {
    return this.status ?? this.framework?.chosenStatus?.();
  }

  onEnd(listener: () => void): void {
    this.ended = listener;
  }

  isBodyError(thrown: unknown): boolean {
    return typeof thrown === "object" && thrown !== null && BODY_ERRORS.has(thrown);
  }

  phase(): ResponsePhase {
    if (this.isGone || (this.native.signal?.aborted && !isStillThere(this.native))) return "gone";
    return this.hasLeft ? "started" : "open";
  }
}

/**
 * Whether the client is known to be there although its signal was aborted. The server below h3 aborts it too when something cancels
 * the request's body, as its limit of bytes does. That server also has Node's own response, which knows.
 */
function isStillThere(request: object): boolean {
  const { runtime } = request as {
    readonly runtime?: { readonly node?: { readonly res?: { readonly destroyed?: unknown } } };
  };
  return runtime?.node?.res?.destroyed === false;
}

const CONTEXTS = notes<Request, Exchange>();

/** Errors that a request's own methods threw because its body is not what it says. */
const BODY_ERRORS = new WeakSet<object>();

/**
 * What the contract knows of a request: the same object for the same request, since the contract remembers by identity. Never throws.
 *
 * @param framework What an adapter knows besides. Replaces what an earlier call for the same request gave.
 */
export function requestContext(request: Request, framework?: Framework): WebRequestContext {
  const exchange = exchangeOf(request);
  if (framework !== undefined) exchange.framework = framework;
  return exchange;
}

/**
 * The headers to send along when the service calls another one for this request, so that one failure has one id in all services:
 * `x-request-id`, and `traceparent` and `tracestate` as they came. Never throws.
 *
 * @example
 * await fetch(url, { headers: traceHeaders(contract, request) });
 */
export function traceHeaders(contract: Contract, request: Request): Readonly<Record<string, string>> {
  return contract.traceHeaders(requestContext(request));
}

/** The same, with what only a response on its way out is to see. */
export function exchangeOf(request: Request): Exchange {
  const known = CONTEXTS.get(request);
  if (known !== undefined) return known;
  const made = new Exchange(request);
  CONTEXTS.put(request, made);
  return made;
}

/** The contract's own answer to a request, the last one; `undefined` when it has made none. */
export function answerOf({ answer }: Exchange, contract: Contract): ErrorResponse | undefined {
  let known = answer;
  while (known !== undefined && known.contract !== contract) known = known.earlier;
  return known?.error;
}

/** Methods that throw when the body is not what its sender says. */
const PARSERS = ["json", "formData"];

/** Methods that read a body. Where nothing but their errors shows that a client has left, all of them are watched. */
const READERS = SERVES_BY_ITSELF ? [...PARSERS, "text", "arrayBuffer", "blob", "bytes"] : PARSERS;

/** Methods whose requests have no body unless there is one to be seen. */
const BODILESS: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/**
 * Notes what a request's own methods throw because of its body, so that it is not mistaken for what a parser of the service's
 * throws about another text. So does a clone of the request. Never throws.
 */
export function watchBody(request: Request): void {
  try {
    // A POST without a body is not what it says either, where JSON is asked for.
    if (!BODILESS.has(request.method) || hasBody(request)) watchBodyOf(request, exchangeOf(request));
  } catch {
    // Of a request that is frozen, or a stand-in for one, nothing is noted.
  }
}

function watchBodyOf(request: Request, exchange: Exchange): void {
  const reader = request as object as Readonly<Record<string, Read>>;
  const present = READERS.filter((name) => name in request);
  const onLost = () => {
    exchange.isGone = true;
  };
  watchReaders(reader, present, () => request.bodyUsed, onLost);
  const { clone } = request;
  define(request, "clone", () => {
    const cloned = Reflect.apply(clone, request, []);
    watchBodyOf(cloned, exchange);
    return cloned;
  });
}

/**
 * Whether a request whose method needs no body has one all the same, as some runtimes let it. Where a server hands out a stand-in for the
 * runtime's own class, it has none, and a look would make the server set up a real request.
 */
function hasBody(request: Request): boolean {
  return Object.getPrototypeOf(request) === Request.prototype && request.body !== null;
}

/** A method that reads a request's body. */
type Read = (...settings: never[]) => Promise<unknown>;

/**
 * Notes what methods of an object throw because of the request's body. Throws when the object is frozen.
 *
 * @param reader What reads the body: the request, or a framework's object for it.
 * @param isUsed Whether the body was read. To read it once more is the service's own mistake.
 * @param onLost Is called when the client has left before its body was whole.
 */
export function watchReaders<Name extends string>(
  reader: Readonly<Record<Name, Read>>,
  names: readonly Name[],
  isUsed: () => boolean,
  onLost: () => void = () => {},
): void {
  for (const name of names) define(reader, name, noting(reader, reader[name], isUsed, onLost));
}

function noting(reader: object, read: Read, isUsed: () => boolean, onLost: () => void): Read {
  return async (...settings) => {
    const wasUsed = isUsed();
    try {
      return await Reflect.apply(read, reader, settings);
    } catch (thrown) {
      // What was read and is no JSON stays that when a framework has kept its text.
      if (thrown instanceof SyntaxError || (!wasUsed && isOfBody(thrown))) BODY_ERRORS.add(thrown);
      else if (isConnectionLost(thrown)) onLost();
      throw thrown;
    }
  };
}

/** Whether an error says that a body is not what it should be. Bun has an error of no class for forms. */
function isOfBody(thrown: unknown): thrown is Error {
  if (thrown instanceof TypeError) return true;
  return thrown instanceof Error && thrown.name === "Error" && /\bFormData\b/.test(thrown.message);
}

function define(request: object, name: string, value: unknown): void {
  Object.defineProperty(request, name, { __proto__: null, configurable: true, writable: true, value } as object);
}
