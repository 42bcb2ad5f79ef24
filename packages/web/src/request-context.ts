import type { Contract, ErrorResponse, RequestContext } from "@uhp-errors/core";
import { type AdapterContract, pathOf } from "@uhp-errors/core/adapter";
import type { ResponsePhase } from "@uhp-errors/core/internal";
import { defineOwn, privateStore, REQUEST_STATE } from "@uhp-errors/core/internal";
import { findNodeResponse, type NodeResponse } from "./node-response.ts";
import { isConnectionLost, SERVES_BY_ITSELF } from "./runtime.ts";

/** What the contract knows about one request: the request context, with the runtime's own object. */
export interface WebRequestContext extends RequestContext {
  readonly native: Request;
}

/**
 * What an adapter knows about a request beyond the runtime's own object. Every method is optional.
 *
 * @experimental
 */
export interface Framework {
  /** Returns the pattern of the matched route, such as `"/v1/harnesses/:id"`. */
  route?(): string | undefined;
  /**
   * Whether a route handled the request, according to the framework: `false` only if it says that none did, `undefined`
   * if it does not say.
   */
  isRouted?(): boolean | undefined;
  /** Returns how many bytes the body of this request may have. Needed if the framework's errors do not say. */
  bodyLimit?(): number | undefined;
  /** Returns the status that the service chose for the response to what it threw; `undefined` or below 400 for none. */
  chosenStatus?(): number | undefined;
  /** Returns a header that is already set on the response to come, by its lower-case name. */
  responseHeader?(name: string): string | undefined;
  /** Returns what the server has passed beside the request. On Node, its own response may be in it. */
  env?(): unknown;
}

/** A contract's own response, and the responses before it: a request may have several contracts. */
export interface Answer {
  readonly contract: AdapterContract;
  readonly error: ErrorResponse;
  readonly earlier: Answer | undefined;
}

/** The request context of one request, and all that is remembered of the request. */
export class Exchange implements WebRequestContext {
  readonly native: Request;
  framework: Framework | undefined = undefined;
  /** What each contract remembers of the request. */
  declare [REQUEST_STATE]: unknown;
  /** What the server has passed beside the request. */
  env: unknown = undefined;
  /**
   * The last response that a contract made for this request. If middleware copies it, the copy is recognized by this.
   */
  answer: Answer | undefined = undefined;
  /** The status of a response whose body broke off before any of it left. */
  status: number | undefined = undefined;
  /** The contracts whose middleware or handler will still see the response. */
  seenBy: readonly AdapterContract[] = [];
  /** The responder of the contract that only reports. If there are several such contracts, the outermost one. */
  dryRun: { readonly contract: AdapterContract } | undefined = undefined;
  /** Called at the end of the response. */
  ended: (() => void) | undefined = undefined;
  /**
   * Ends the stream of events that this request got, as if the client had left. Called if an error is sent instead. The
   * body cannot be canceled instead, because other code may have locked it.
   */
  dropStream: (() => void) | undefined = undefined;
  /**
   * What has become of the response: the handler has returned it (so a head on Node's own response is not written by
   * hand), its head has left, or it was written by hand, to Node's own response, and nothing more is reported of it.
   */
  progress: "open" | "returned" | "started" | "by hand" = "open";
  /** Whether the client had left when the body was read. Not every runtime aborts the request's signal then. */
  isGone = false;

  constructor(request: Request) {
    this.native = request;
    // As a field with a computed name, it would be slow to define.
    this[REQUEST_STATE] = undefined;
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
    return BODY_ERRORS.has(thrown as object);
  }

  /** Node's own response; `undefined` on other runtimes. */
  get node(): NodeResponse | undefined {
    return findNodeResponse(this.native, this.framework?.env?.() ?? this.env);
  }

  phase(): ResponsePhase {
    const { node } = this;
    // srvx, the server below h3, also aborts the signal if something cancels the request's body, for example a limit of
    // bytes.
    if (this.isGone || (this.native.signal?.aborted && node?.destroyed !== false)) return "gone";
    if (this.progress === "started") return "started";
    if (this.progress === "returned" || node?.headersSent !== true) return "open";
    return node.writableEnded ? "finished" : "started";
  }
}

const CONTEXTS = privateStore<Request, Exchange>();

/** The errors that requests' own methods threw because a body is not what the client claims. */
const BODY_ERRORS = new WeakSet<object>();

/**
 * Returns the request context, which the methods of a contract take. The same request always gets the same object,
 * because a contract remembers a request by the identity of its context. Never throws.
 *
 * @param framework What the adapter knows about the request. Replaces that of an earlier call for the same request.
 */
export function requestContext(request: Request, framework?: Framework): WebRequestContext {
  const exchange = exchangeOf(request);
  if (framework !== undefined) exchange.framework = framework;
  return exchange;
}

/**
 * Returns the headers to send along when the service calls another service for this request, so that one failure has
 * one id in all services: `x-request-id`, and `traceparent` and `tracestate` as the client sent them. Never throws.
 *
 * @example
 * await fetch(url, { headers: traceHeaders(contract, request) });
 */
export function traceHeaders(contract: Contract, request: Request): Readonly<Record<string, string>> {
  return contract.traceHeaders(requestContext(request));
}

/** The same as {@link requestContext}, typed with the fields that only this package uses. */
export function exchangeOf(request: Request): Exchange {
  const known = CONTEXTS.get(request);
  if (known !== undefined) return known;
  const made = new Exchange(request);
  CONTEXTS.setOnce(request, made);
  return made;
}

/** Returns the last response that this contract made for a request; `undefined` if it has made none. */
export function answerOf({ answer }: Exchange, contract: Contract): ErrorResponse | undefined {
  let known = answer;
  while (known !== undefined && known.contract !== contract) known = known.earlier;
  return known?.error;
}

/** Returns the last response with a status that any contract made for a request; `undefined` if none did. */
export function findAnswerWithStatus(status: number, { answer }: Exchange): Answer | undefined {
  let known = answer;
  while (known !== undefined && known.error.status !== status) known = known.earlier;
  return known;
}

/** The methods that throw if the body is not what the client claims. */
const PARSERS = ["json", "formData"];

/**
 * The methods that read a body. On runtimes where only their errors show that a client has left, all of them are
 * watched.
 */
const READERS = SERVES_BY_ITSELF ? [...PARSERS, "text", "arrayBuffer", "blob", "bytes"] : PARSERS;

/** The methods whose requests have a body only if one can be seen. */
const BODILESS: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/**
 * Remembers the errors that a request's own methods throw because of its body. So they are not mistaken for errors that
 * the service's own parser throws about another string. Clones of the request are watched too. Never throws.
 *
 * @experimental
 */
export function watchBody(request: Request): void {
  try {
    // A POST is watched even without a body: if JSON is expected, an empty body is wrong too.
    if (!BODILESS.has(request.method) || hasBody(request)) watchBodyOf(request, exchangeOf(request));
  } catch {
    // A frozen request, or a stand-in for one, is not watched.
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
  defineOwn(request, "clone", () => {
    const cloned = Reflect.apply(clone, request, []);
    watchBodyOf(cloned, exchange);
    return cloned;
  });
}

/**
 * Whether a request has a body although its method needs none. Some runtimes allow that. If a server hands out a
 * stand-in for the runtime's own class, that stand-in has no body, and reading `body` would make the server create a
 * real request.
 */
function hasBody(request: Request): boolean {
  return Object.getPrototypeOf(request) === Request.prototype && request.body !== null;
}

/** A method that reads a request's body. */
export type Read = (...settings: never[]) => Promise<unknown>;

/**
 * Remembers the errors that methods of an object throw because of the request's body.
 *
 * @param reader The object that reads the body: the request, or a framework's object for it.
 * @param isUsed Whether the body was read before. Reading it again is the service's own mistake.
 * @param onLost Called if the client left before the body was complete.
 * @throws TypeError if the object is frozen.
 * @experimental
 */
export function watchReaders<Name extends string>(
  reader: Readonly<Record<Name, Read>>,
  names: readonly Name[],
  isUsed: () => boolean,
  onLost: () => void = () => {},
): void {
  for (const name of names) defineOwn(reader, name, noting(reader, reader[name], isUsed, onLost));
}

function noting(reader: object, read: Read, isUsed: () => boolean, onLost: () => void): Read {
  return async (...settings) => {
    const wasUsed = isUsed();
    try {
      return await Reflect.apply(read, reader, settings);
    } catch (thrown) {
      // A `SyntaxError` counts even if the body was used: a framework may have kept the body as a string, which is not
      // JSON.
      if (thrown instanceof SyntaxError || (!wasUsed && isOfBody(thrown))) BODY_ERRORS.add(thrown);
      else if (isConnectionLost(thrown)) onLost();
      throw thrown;
    }
  };
}

/** Whether an error says that a body is not what it should be. For forms, Bun throws a plain `Error`. */
function isOfBody(thrown: unknown): thrown is Error {
  if (thrown instanceof TypeError) return true;
  return thrown instanceof Error && thrown.name === "Error" && /\bFormData\b/.test(thrown.message);
}
