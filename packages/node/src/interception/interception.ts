import type { OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { Contract, ErrorResponse } from "@uhp-errors/core";
import type { NodeRequestContext } from "../request/request-context.ts";
import type { BufferedBody } from "./buffered-body.ts";
import type { ErrorHead } from "./head.ts";

/**
 * How far the answer of a patched response has come. The transitions are listed in docs/architecture.md.
 *
 * - `open`: nothing of an answer has left, though Node may have stored the head of a success
 * - `settling`: listeners that wait for a head are told of ours; nobody's head counts meanwhile
 * - `buffering`: an error is collected until it is whole or a limit is reached
 * - `passing`: Node's own methods are called, as they were
 * - `replaced`: the contract's answer has left; what its writer still writes is dropped
 */
export type InterceptionPhase = "open" | "settling" | "buffering" | "passing" | "replaced";

/** The methods by which an answer leaves, or is given up. */
export const METHODS = ["writeHead", "write", "end", "flushHeaders", "destroy"] as const;

/** A method of a response, of whichever parameters. */
export type Method = (...args: readonly unknown[]) => unknown;

/** Where a response keeps its interception. */
export const INTERCEPTION: unique symbol = Symbol("uhp-errors/interception");

/** A response that is patched: its methods are shared functions that find their state here. */
export type InterceptedServerResponse = ServerResponse & { [INTERCEPTION]: Interception };

/** What is known of one response: the only thing that is made for it. */
export class Interception {
  phase: InterceptionPhase = "open";
  contract: Contract;
  context: NodeRequestContext;
  /** Names and values, in turn, of the fields that every answer carries. */
  readonly standingHeaders: readonly string[];
  /** HTTP/2 sends a head the moment it is written, so that none can be taken back. */
  readonly isHttp2: boolean;
  /** Whether middleware that stands before the contract has put methods of its own on the response. */
  readonly isWrapped: boolean;
  /** Whether the answer has a body: not to HEAD, whatever middleware makes of the request's method later. */
  readonly hasBody: boolean;
  /** The response's methods as they were. */
  readonly writeHead: Method;
  readonly write: Method;
  readonly end: Method;
  readonly flushHeaders: Method;
  readonly destroy: Method;
  /** What middleware has put in the place of our `writeHead`, the arguments with which it was called, and what was set then. */
  outerWriteHead: Method | undefined;
  noted: readonly unknown[] | undefined;
  notedOver: OutgoingHttpHeaders | undefined;
  /** Whether one of Node's methods is writing a success right now, so that a head which it writes is that success's. */
  writing = false;
  /** Whether everybody who waits for a head has been told. */
  settled = false;
  /** The status of the success whose head Node has stored, and the fields that came with it. */
  storedStatus = 0;
  storedFields: unknown;
  /** What was set before those fields, by lower-case name, where that was anything. */
  storedOver: OutgoingHttpHeaders | undefined;
  /** The head of an error that a listener for heads has made of a success. */
  turned: readonly unknown[] | undefined;
  /** The error that is buffered. */
  head: ErrorHead | undefined;
  body: BufferedBody | undefined;
  timer: NodeJS.Timeout | undefined;
  /** Whether the end of the turn decides. */
  scheduled = false;
  /** What has left of a success that began as an envelope does, for the report. */
  suspect: BufferedBody | undefined;
  /** The contract's own answer, which the framework is about to write. */
  expected: ErrorResponse | undefined;
  /** Whether the contract's answer was written. */
  answered = false;

  constructor(response: ServerResponse, contract: Contract, context: NodeRequestContext) {
    this.contract = contract;
    this.context = context;
    this.standingHeaders = Object.entries(contract.headers(context)).flat();
    this.isHttp2 = response.req.httpVersionMajor >= 2;
    this.isWrapped = METHODS.some((name) => Object.hasOwn(response, name));
    this.hasBody = response.req.method !== "HEAD";
    this.writeHead = response.writeHead as Method;
    this.write = response.write as Method;
    this.end = response.end as Method;
    this.flushHeaders = response.flushHeaders as Method;
    this.destroy = response.destroy as Method;
  }
}

/** The interception of a response, if there is one. */
export function interceptionOf(response: ServerResponse): Interception | undefined {
  return (response as Partial<InterceptedServerResponse>)[INTERCEPTION];
}

/** Whether none of the answer's bytes has been handed to the connection. */
export function nothingLeft(response: ServerResponse): boolean {
  const interception = interceptionOf(response);
  if (!response.headersSent || interception?.phase === "buffering") return true;
  // Node stores a head, and sends it with the first bytes behind it.
  return interception !== undefined && (response as ServerResponse & { _headerSent?: boolean })._headerSent === false;
}

/** Whether something has begun an answer, none of which has left. */
export function hasBegun(response: ServerResponse): boolean {
  return interceptionOf(response) !== undefined && response.headersSent && nothingLeft(response);
}

/** The connection that an answer leaves by. One that is busy with an earlier answer has not been given to it yet. */
export function isReachable(response: ServerResponse): boolean {
  if (response.destroyed) return false;
  const { stream } = response as ServerResponse & { readonly stream?: { readonly destroyed: boolean } };
  const connection = stream ?? response.socket ?? response.req.socket;
  return connection?.destroyed === false;
}
