import type { IncomingMessage, ServerResponse } from "node:http";
import { setImmediate } from "node:timers";
import type { Contract, ErrorResponse, EventStream, RequestContext } from "@uhp-errors/core";
import { type AdapterContract, pathOf } from "@uhp-errors/core/adapter";
import type { ResponsePhase } from "@uhp-errors/core/internal";
import { REQUEST_STATE, sharedSymbol } from "@uhp-errors/core/internal";
import type { BufferedBody } from "../written/body.ts";
import type { WrittenHead } from "../written/head.ts";
import { hasHead, sentStatus } from "../written/sent-field.ts";
import { isErrorStatus } from "../written/status.ts";
import type { Framework } from "./framework.ts";

/** Node's request. Express and Fastify rewrite `url` on it, and keep the URL that the client sent as `originalUrl`. */
export type NodeRequest = IncomingMessage & { readonly originalUrl?: string };

/** Where a response keeps its exchange. All copies of the package in a process share this symbol. */
export const EXCHANGE: unique symbol = /* @__PURE__ */ sharedSymbol("node/exchange") as never;

/** A method of a response, with any parameters. */
export type Method = (...args: readonly unknown[]) => unknown;

/** The methods of a response that the contract replaces. */
export type Methods = Readonly<Record<"writeHead" | "write" | "end" | "flushHeaders" | "destroy", Method>>;

/**
 * How far an intercepted response has come.
 *
 * - `open`: nothing was sent; Node may have stored the head of a success, which it sends with the body
 * - `sending`: Node writes the first bytes of a success; a listener for its head may still turn it into an error
 * - `settling`: listeners waiting for a head see the contract's; any head written meanwhile is ignored
 * - `buffering`: an error is kept until it is whole or a limit is reached
 * - `passing`: Node's own methods are called
 * - `replaced`: the contract's response was sent; what the first writer still writes is dropped
 * - `noting`: the contract only reports; Node's own methods are called, and what passes is noted
 */
export type Stage = "open" | "sending" | "settling" | "buffering" | "passing" | "replaced" | "noting";

/** What notes a response for a contract that only reports. */
export interface ResponseDryRun {
  /** Whether the rest of the response need not be noted. */
  isDone: boolean;
  /** Whether the client had left when an error was written. */
  readonly isGone: boolean;
  /** Whether a written response is being judged. A contract in force would judge it before any of it is sent. */
  readonly isJudging: boolean;
  /** The event stream that the service has opened on the response, even if nothing of it has been sent. */
  stream: EventStream | undefined;
  /** Notes a thrown value that the contract, in force, would answer. */
  respond(thrown: unknown): undefined;
  /** Notes whether the client has left, for when the response is judged. */
  noteWhetherGone(): void;
  /**
   * Notes what Node has taken. The last piece of a body may be empty.
   *
   * @param args The arguments of `write` or `end`.
   * @param isFlushed Whether the head had left before it.
   */
  take(args: readonly unknown[], isLast: boolean, isFlushed: boolean): void;
}

/** What the contract knows about one request on Node's HTTP server: the request context, with Node's own objects. */
export interface NodeRequestContext extends RequestContext {
  readonly request: NodeRequest;
  readonly response: ServerResponse;
  /** Returns how far the response has come, at this moment. */
  phase(): ResponsePhase;
}

/**
 * A request and its response on Node's HTTP server: the request context for the contract, and all that is remembered of
 * the request. Most fields only change if something fails.
 */
export class Exchange implements NodeRequestContext {
  readonly request: NodeRequest;
  readonly response: ServerResponse;
  readonly method: string;
  /** The request target, as the client sent it. */
  readonly target: string;
  /**
   * Whether the response may have a body. It has none in response to HEAD, even if middleware changes the request's
   * method later.
   */
  readonly hasBody: boolean;
  /**
   * Whether the request came over HTTP/2, where no head can be taken back, because it is sent as soon as it is written.
   */
  readonly isHttp2: boolean;
  /** What the adapter knows of its framework's requests, and the framework's own object for this one. */
  framework: Framework | undefined;
  frameworkContext: unknown;
  /** What each contract remembers of the request. */
  declare [REQUEST_STATE]: unknown;

  /** The contract that intercepts the response; `undefined` if none does. */
  contract: AdapterContract | undefined = undefined;
  /** What answers the request for that contract. */
  responder: object | undefined = undefined;
  /** The contract that intercepted the response first. A success carries its headers. */
  outermost: AdapterContract | undefined = undefined;
  stage: Stage = "open";
  /** Whether the contract is being asked for a response. What is written meanwhile comes from the service's hook. */
  isAsking = false;
  /**
   * The methods that ours call: those of the response's prototype, or those that earlier middleware has put on the
   * response.
   */
  originalMethods: Methods | undefined = undefined;
  isWrapped = false;
  /** The methods that are put on the response. Later middleware may have replaced them. */
  ownMethods: Methods | undefined = undefined;
  /**
   * The `writeHead` that later middleware has put in place of ours, and, while it runs, the head that it was called
   * with.
   */
  outerWriteHead: Method | undefined = undefined;
  outerHead: WrittenHead | undefined = undefined;
  /** The status of the last head that was written; 0 if there is none. */
  status = 0;
  /** The last head that was written, if it is of an error or came with header fields. */
  head: WrittenHead | undefined = undefined;
  /** The written part of an error that is buffered, or the sent part of a success that may be an envelope. */
  body: BufferedBody | undefined = undefined;
  /** How much was accepted from writers without passing it to Node, in bytes or code units. */
  acceptedBytes = 0;
  /** The contract's own response, once it was handed to the framework. */
  expected: ErrorResponse | undefined = undefined;
  /** The contract's own response, while it passes through the methods of later middleware. */
  answering: ErrorResponse | undefined = undefined;
  /** How the contract has ended the response: by one of its own, or by cutting off what something else wrote. */
  ending: "none" | "answered" | "cut off" = "none";
  /** What notes the response for a contract that only reports; `undefined` if there is no such contract. */
  dryRun: ResponseDryRun | undefined = undefined;
  /** The response's event stream; set once its first bytes have been sent. */
  events: EventStream | undefined = undefined;

  constructor(
    request: NodeRequest,
    response: ServerResponse,
    framework: Framework | undefined,
    frameworkContext: unknown,
  ) {
    this.request = request;
    this.response = response;
    // As a field with a computed name, it would be slow to define.
    this[REQUEST_STATE] = undefined;
    this.method = request.method ?? "";
    this.target = framework?.originalUrl?.(frameworkContext) ?? unmountedUrl(request);
    this.framework = framework;
    this.frameworkContext = frameworkContext;
    this.hasBody = this.method !== "HEAD";
    this.isHttp2 = request.httpVersionMajor >= 2;
  }

  get path(): string {
    return pathOf(this.target);
  }

  /** Node's own objects for this request, for readers of reports. */
  get native(): { readonly request: NodeRequest; readonly response: ServerResponse } {
    return { request: this.request, response: this.response };
  }

  header(name: string): string | undefined {
    const { request, framework } = this;
    const read =
      framework?.requestHeader === undefined
        ? request.headers[name]
        : framework.requestHeader(this.frameworkContext, name);
    if (read === undefined) return undefined;
    const value = fieldText(read);
    return name === "authorization" ? authorization(value, request.rawHeaders) : value;
  }

  responseHeader(name: string): string | undefined {
    return fieldText(this.framework?.responseHeader?.(this.frameworkContext, name) ?? this.response.getHeader(name));
  }

  /** Whether a header field was set on the framework's own reply. A framework passes all of those to `writeHead`. */
  isSetByFramework(name: string): boolean {
    return this.framework?.isSetByFramework?.(this.frameworkContext, name.toLowerCase()) === true;
  }

  /** Whether a header field was set on the framework's own reply after another service's response was copied onto it. */
  isSetAfterCopy(name: string): boolean {
    return this.framework?.isSetAfterCopy?.(this.frameworkContext, name.toLowerCase()) === true;
  }

  bodyLimit(): number | undefined {
    return this.framework?.bodyLimit?.(this.frameworkContext);
  }

  route(): string | undefined {
    return this.framework?.route?.(this.frameworkContext);
  }

  isRouted(): boolean | undefined {
    return this.framework?.isRouted?.(this.frameworkContext);
  }

  chosenStatus(thrown: unknown): number | undefined {
    const { response, framework } = this;
    // A head that was written is more reliable than the status that a framework remembers.
    if (hasHead(response) && this.nothingLeft) {
      return this.contract === undefined ? sentStatus(response) : this.status;
    }
    return framework?.chosenStatus === undefined
      ? response.statusCode
      : framework.chosenStatus(this.frameworkContext, thrown);
  }

  /** Whether the framework got the whole body of an error at once. */
  get isHandedOver(): boolean {
    return this.framework?.isHandedOver?.(this.frameworkContext) === true;
  }

  mountingMistake(): string | undefined {
    return this.framework?.mountingMistake?.(this.frameworkContext);
  }

  onEnd(listener: () => void): void {
    // An error that the handler throws right after the end arrives before `setImmediate`.
    this.response.once("close", () => setImmediate(listener));
  }

  /** Tells the framework that a response which something else wrote is replaced. */
  onReplaced(): void {
    this.framework?.onReplaced?.(this.frameworkContext);
  }

  /** Whether a contract has ended the response. What fails because of that is no failure of its own. */
  hasAnswered(): boolean {
    return this.ending !== "none";
  }

  phase(): ResponsePhase {
    const { response, nothingLeft } = this;
    if (this.dryRun?.isGone) return "gone";
    if (this.dryRun?.isJudging) return "open";
    // A response that was ended may still lose its connection before it is sent.
    const isLost = response.destroyed && !response.errored && !response.writableFinished;
    if (response.writableEnded) return isLost ? "gone" : "finished";
    // With an error, one of the service's own streams has failed. Without one, the client has left.
    if (response.destroyed) return response.errored ? "started" : "gone";
    if (isUnreachable(this, nothingLeft)) return "gone";
    if (!nothingLeft) return "started";
    // The framework has the contract's response, and runs its hooks.
    return this.expected === undefined ? "open" : "finished";
  }

  /** Whether no byte of the response was handed to the connection. */
  get nothingLeft(): boolean {
    if (!hasHead(this.response)) return true;
    if (this.contract === undefined && this.dryRun === undefined) return false;
    // Node stores a head, and sends it together with the first bytes of the body.
    const { _headerSent } = this.response as ServerResponse & { readonly _headerSent?: boolean };
    if (_headerSent === false) return !holdsBody(this.response);
    // An error that is only noted has been sent. The contract, in force, would have buffered it.
    return this.contract === undefined ? isErrorStatus(sentStatus(this.response)) : this.stage === "buffering";
  }

  /** Whether a response has begun, but no byte of it has been sent. */
  get hasBegun(): boolean {
    return this.contract !== undefined && hasHead(this.response) && this.nothingLeft;
  }

  /**
   * Whether the connection for the response is still open. A pipelined response has none of its own yet, so the
   * request's counts.
   */
  get isReachable(): boolean {
    const { response } = this;
    if (response.destroyed) return false;
    const { stream } = response as ServerResponse & { readonly stream?: { readonly destroyed: boolean } };
    return (stream ?? response.socket ?? this.request.socket)?.destroyed === false;
  }

  /**
   * Replaces the methods for header fields on an HTTP/2 response while the head of an error only seems to be written.
   */
  refuseField(): never {
    throw headersSent();
  }
}

/** Whether Node keeps a part of the body in the response, with its head: from version 26, what was written in this turn. */
function holdsBody({ writableLength, socket }: ServerResponse): boolean {
  return writableLength > (socket?.writableLength ?? 0);
}

/** Whether the connection takes no response any more. The response itself may not know that yet. */
function isUnreachable({ request, response, ending }: Exchange, nothingLeft: boolean): boolean {
  const isCutOff = ending === "cut off";
  // An HTTP/2 response has no `destroyed`.
  const { stream } = response as ServerResponse & { readonly stream?: { readonly aborted: boolean } };
  if (stream?.aborted && !isCutOff) return true;
  const { socket } = request;
  if (socket?.destroyed || (request.destroyed && !request.complete)) return true;
  // The parser's error was answered, or the client has closed its side.
  return socket?.writableEnded && (nothingLeft || !isCutOff);
}

/** Returns the error that HTTP/2 throws for a second head. */
export function headersSent(): Error {
  return Object.assign(new Error("Response has already been initiated."), { code: "ERR_HTTP2_HEADERS_SENT" });
}

/** A response whose methods are the shared functions, which find their state here. */
type TrackedResponse = ServerResponse & { [EXCHANGE]?: Exchange };

/** An exchange whose response a contract intercepts. */
export type Interception = Exchange & {
  contract: AdapterContract;
  outermost: AdapterContract;
  originalMethods: Methods;
  ownMethods: Methods;
};

/** A response that a contract intercepts. */
export type PatchedResponse = ServerResponse & { [EXCHANGE]: Interception };

/** Returns the exchange of a response that a contract intercepts; `undefined` if none does. */
export function interceptionOf(response: ServerResponse): Interception | undefined {
  const exchange = (response as TrackedResponse)[EXCHANGE];
  return exchange?.contract === undefined ? undefined : (exchange as Interception);
}

/**
 * Notes that the service itself has asked a contract to answer. A contract that only reports then reports nothing more
 * about this response.
 */
export function noteResponded(response: ServerResponse): void {
  const exchange = (response as TrackedResponse)[EXCHANGE];
  if (exchange !== undefined) exchange.ending = "answered";
}

/** Returns the exchange of a request, and makes it if there is none. A `framework` replaces that of an earlier call. */
export function exchangeOf<FrameworkContext>(
  request: NodeRequest,
  response: ServerResponse,
  framework?: Framework<FrameworkContext>,
  frameworkContext?: FrameworkContext,
): Exchange {
  const known = (response as TrackedResponse)[EXCHANGE];
  if (known === undefined) {
    const made = new Exchange(request, response, framework as Framework | undefined, frameworkContext);
    (response as TrackedResponse)[EXCHANGE] = made;
    return made;
  }
  if (framework !== undefined) {
    known.framework = framework as Framework;
    known.frameworkContext = frameworkContext;
  }
  return known;
}

/**
 * Returns the request context, which the methods of a contract take. The same response always gets the same object,
 * because a contract remembers a request by the identity of its context.
 *
 * @param framework What the adapter knows of its framework's requests. Replaces that of an earlier call.
 * @param frameworkContext The framework's own object for this request, which the methods of `framework` get.
 */
export function requestContext<FrameworkContext>(
  request: NodeRequest,
  response: ServerResponse,
  framework?: Framework<FrameworkContext>,
  frameworkContext?: FrameworkContext,
): NodeRequestContext {
  return exchangeOf(request, response, framework, frameworkContext);
}

/**
 * Returns the headers to send along when the service calls another service for this request, so that one failure has
 * one id in all services: `x-request-id`, and `traceparent` and `tracestate` as the client sent them. Never throws.
 *
 * @example
 * await fetch(url, { headers: traceHeaders(contract, request, response) });
 */
export function traceHeaders(
  contract: Contract,
  request: NodeRequest,
  response: ServerResponse,
): Readonly<Record<string, string>> {
  return contract.traceHeaders(requestContext(request, response));
}

/** Returns the URL as the client sent it. Express and Fastify keep it in an own property of the request. */
function unmountedUrl(request: NodeRequest): string {
  const { originalUrl, url = "" } = request;
  return typeof originalUrl === "string" && Object.hasOwn(request, "originalUrl") ? originalUrl : url;
}

/**
 * Returns the `Authorization` field. If the client sent several, Node keeps only the first. Choosing one would be a
 * guess, so all of them are joined, which makes a value that is not a credential. A value that middleware has set
 * instead stays.
 */
function authorization(value: string | undefined, rawHeaders: readonly string[]): string | undefined {
  const lines = rawHeaders.filter(
    (_value, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === "authorization",
  );
  return lines.length > 1 && value === lines[0] ? lines.join(", ") : value;
}

function fieldText(value: number | string | readonly string[] | undefined): string | undefined {
  return typeof value === "object" ? value.join(", ") : value?.toString();
}
