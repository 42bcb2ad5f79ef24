import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import {
  type Contract,
  type ErrorResponse,
  type RequestContext,
  RequestMemory,
  type ResponsePhase,
} from "@uhp-errors/core";
import { pathOf, sharedSymbol } from "@uhp-errors/core/adapter";
import type { BufferedBody } from "../interception/buffered-body.ts";
import type { ErrorHead } from "../interception/head.ts";
import type { Framework } from "./framework.ts";
import { authorization, fieldText, unmountedUrl } from "./request-fields.ts";
import { type Stage, unpatched } from "./stage.ts";

/** A request of Node's; Express and Fastify keep the unmounted URL beside the one that they rewrite. */
export type NodeRequest = IncomingMessage & { readonly originalUrl?: string };

/** A method of a response, of whichever parameters. */
export type Method = (...args: readonly unknown[]) => unknown;

/** Where a response keeps its exchange, for all copies of the package. */
export const EXCHANGE: unique symbol = /* @__PURE__ */ sharedSymbol("node/exchange") as never;

/** What the contract knows of a request on Node's HTTP server, with Node's own objects for it. */
export interface NodeRequestContext extends RequestContext {
  readonly request: NodeRequest;
  readonly response: ServerResponse;
  /** How far the response has come, at this moment. */
  phase(): ResponsePhase;
}

/**
 * A request and its response on Node's HTTP server: what the contract needs to know of them, and how far the answer has come.
 * All that the patched methods and an adapter need is here. Most fields stay as they are unless something fails.
 */
export class Exchange extends RequestMemory implements NodeRequestContext {
  readonly request: NodeRequest;
  readonly response: ServerResponse;
  readonly method: string;
  /** The request target as the client sent it. */
  readonly target: string;
  /** What the adapter knows of its framework's requests, and the framework's own object for this one. */
  framework: Framework | undefined;
  handle: unknown;

  /** The contract that intercepts the response; `undefined` while none does. */
  contract: Contract | undefined = undefined;
  /** The contract that intercepted it first, whose headers a success carries. */
  outermost: Contract | undefined = undefined;
  stage: Stage = "open";
  /** Whether the answer has a body: not to HEAD, whatever middleware makes of the request's method later. */
  readonly hasBody: boolean;
  /** HTTP/2 sends a head the moment it is written, so that none can be taken back. */
  readonly isHttp2: boolean;
  /** The response's methods as they were. */
  writeHead: Method = unpatched;
  write: Method = unpatched;
  end: Method = unpatched;
  flushHeaders: Method = unpatched;
  destroy: Method = unpatched;
  /** What middleware has put in the place of our `writeHead`, the arguments with which it was called, and what was set then. */
  outerWriteHead: Method | undefined = undefined;
  noted: readonly unknown[] | undefined = undefined;
  notedOver: OutgoingHttpHeaders | undefined = undefined;
  /** Whether a head that is written now is a success's, and whether everybody who waits for a head has been told. */
  writing = false;
  settled = false;
  /** Of the success whose head Node has stored: the status, the fields that came with it, and what was set before, by lower-case name. */
  storedStatus = 0;
  storedFields: unknown = undefined;
  storedOver: OutgoingHttpHeaders | undefined = undefined;
  /** What refuses fields in place of the methods of a response of HTTP/2 whose head is only shown. */
  refuseField: Method | undefined = undefined;
  /** The head of an error that a listener for heads has made of a success. */
  turned: readonly unknown[] | undefined = undefined;
  /** The error that is buffered. */
  head: ErrorHead | undefined = undefined;
  body: BufferedBody | undefined = undefined;
  timer: NodeJS.Timeout | undefined = undefined;
  /** How much was written that Node did not get. */
  taken = 0;
  /** Whether the end of the turn decides. */
  scheduled = false;
  /** What has left of a success that began as an envelope does, for the report. */
  suspect: BufferedBody | undefined = undefined;
  /** The contract's own answer, which the framework is about to write, and whether it was written. */
  expected: ErrorResponse | undefined = undefined;
  answered = false;
  /** Whether the contract is being asked, so that what is written comes from the service's hook. */
  isAsking = false;
  /** Whether the contract has broken off the answer of somebody else. */
  isBroken = false;

  constructor(request: NodeRequest, response: ServerResponse, framework: Framework | undefined, handle: unknown) {
    super();
    this.request = request;
    this.response = response;
    this.method = request.method ?? "";
    this.target = framework?.originalUrl?.(handle) ?? unmountedUrl(request);
    this.framework = framework;
    this.handle = handle;
    this.hasBody = this.method !== "HEAD";
    this.isHttp2 = request.httpVersionMajor >= 2;
  }

  /** Whether middleware that stands before the contract has put methods of its own on the response. */
  get isWrapped(): boolean {
    const { writeHead, write, end, flushHeaders, destroy } = Object.getPrototypeOf(this.response) as ServerResponse;
    if (this.writeHead !== writeHead || this.write !== write || this.end !== end) return true;
    return this.flushHeaders !== flushHeaders || this.destroy !== destroy;
  }

  get path(): string {
    return pathOf(this.target);
  }

  /** Node's own objects for the request, for whoever reads a report. */
  get native(): { readonly request: NodeRequest; readonly response: ServerResponse } {
    return { request: this.request, response: this.response };
  }

  header(name: string): string | undefined {
    const { request, framework } = this;
    const read =
      framework?.requestHeader === undefined ? request.headers[name] : framework.requestHeader(this.handle, name);
    const value = fieldText(read);
    return name === "authorization" ? authorization(value, request.rawHeaders) : value;
  }

  responseHeader(name: string): string | undefined {
    return this.framework?.responseHeader?.(this.handle, name) ?? fieldText(this.response.getHeader(name));
  }

  /** Whether a field of the answer was set on the framework's own reply, which hands all of its fields to `writeHead`. */
  isSetByFramework(name: string): boolean {
    return this.framework?.isSetByFramework?.(this.handle, name.toLowerCase()) === true;
  }

  bodyLimit(): number | undefined {
    return this.framework?.bodyLimit?.(this.handle);
  }

  route(): string | undefined {
    return this.framework?.route?.(this.handle);
  }

  isRouted(): boolean | undefined {
    return this.framework?.isRouted?.(this.handle);
  }

  chosenStatus(thrown: unknown): number | undefined {
    const { response, framework } = this;
    // A head that was written says more than what a framework keeps of it.
    if (this.hasBegun) return this.storedStatus;
    return framework?.chosenStatus === undefined ? response.statusCode : framework.chosenStatus(this.handle, thrown);
  }

  /** Whether the framework was handed the whole body of an error at once. */
  get isHandedOver(): boolean {
    return this.framework?.isHandedOver?.(this.handle) === true;
  }

  mountingMistake(): string | undefined {
    return this.framework?.mountingMistake?.(this.handle);
  }

  onEnd(listener: () => void): void {
    // What the handler throws right after the end has come by then.
    this.response.once("close", () => setImmediate(listener));
  }

  /** Tells the framework that an answer which something else wrote is replaced. */
  onReplaced(): void {
    this.framework?.onReplaced?.(this.handle);
  }

  phase(): ResponsePhase {
    const { request, response } = this;
    if (response.writableEnded) return "finished";
    // Destroyed with an error: by a stream of the service's that failed, not by a client that left.
    if (response.destroyed) return response.errored ? "started" : "gone";
    // A response of HTTP/2 never does.
    const { stream } = response as ServerResponse & { readonly stream?: { readonly aborted: boolean } };
    if (stream?.aborted && !this.isBroken) return "gone";
    // The response may not know yet that its connection is closed.
    if (request.socket?.destroyed || (request.destroyed && !request.complete)) return "gone";
    if (!this.nothingLeft) return "started";
    // The contract's answer was handed to the framework, whose hooks have their turn.
    return this.expected === undefined ? "open" : "finished";
  }

  /** Whether none of the answer's bytes has been handed to the connection. */
  get nothingLeft(): boolean {
    if (!this.response.headersSent) return true;
    if (this.contract === undefined) return false;
    // Node stores a head, and sends it with the first bytes behind it.
    const { _headerSent } = this.response as ServerResponse & { readonly _headerSent?: boolean };
    return this.stage === "buffering" || _headerSent === false;
  }

  /** Whether something has begun an answer, none of which has left. */
  get hasBegun(): boolean {
    return this.contract !== undefined && this.response.headersSent && this.nothingLeft;
  }
}

/** A response whose methods are shared functions, which find their state here. */
export type TrackedResponse = ServerResponse & { [EXCHANGE]?: Exchange };

/** An exchange whose response a contract intercepts. */
export type Interception = Exchange & { contract: Contract; outermost: Contract };

/** A response that a contract intercepts. */
export type PatchedResponse = ServerResponse & { [EXCHANGE]: Interception };
