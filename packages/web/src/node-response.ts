import type { RequestContext } from "@uhp-errors/core";
import type { AdapterContract } from "@uhp-errors/core/adapter";
import { peek } from "@uhp-errors/core/internal";
import { heldParts, isServed, readFields } from "./held.ts";
import { isError } from "./status.ts";

/** The parts of Node's own response that are used. Servers on Node hand it to handlers, which may write to it. */
export interface NodeResponse {
  readonly headersSent: boolean;
  readonly writableEnded: boolean;
  readonly destroyed: boolean;
  readonly statusCode: number;
  readonly writableCorked: number;
  readonly socket: { destroySoon(): void } | null;
  /** Only a response over HTTP/2 has a stream. */
  readonly stream?: Http2Stream;
  getHeader(name: string): unknown;
  uncork(): void;
  once(event: "close" | "socket", listener: () => void): unknown;
}

interface Http2Stream {
  removeAllListeners(event: "wantTrailers"): unknown;
  once(event: "wantTrailers", listener: () => void): unknown;
  end(): unknown;
  close(code: number): unknown;
}

/**
 * Returns Node's own response to a request; `undefined` on other runtimes. srvx, the server below h3, has it on the
 * request, and `@hono/node-server` passes it beside the request.
 */
export function findNodeResponse(request: object, env: unknown): NodeResponse | undefined {
  const found = peek(peek(peek(request, "runtime"), "node"), "res") ?? peek(env, "outgoing");
  return typeof peek(found, "writeHead") === "function" ? (found as NodeResponse) : undefined;
}

/** The header by which a handler tells `@hono/node-server` that it writes, or has written, to Node's response itself. */
const ALREADY_SENT = "x-hono-already-sent";

/** What is remembered of a request. */
interface ByHand extends RequestContext {
  readonly node: NodeResponse | undefined;
  progress: string;
}

/** Whether the handler that returned a response writes, or has begun, the real one by itself, to Node's own. */
export function isByHand(response: unknown, { node }: ByHand): boolean {
  if (node === undefined) return false;
  // Of another realm, it is no instance of this one's class.
  return node.headersSent || isAlreadySent(Object(response) as Response);
}

function isAlreadySent(response: Response): boolean {
  if (isServed(response)) return false;
  const held = heldParts(response);
  if (held !== undefined) return held[1] === null && readFields(response).has(ALREADY_SENT);
  return response.body === null && response.headers.has(ALREADY_SENT);
}

/** Reports an error that a handler has written by itself, once it has ended. It is too late to replace it. */
export function reportByHand(contract: AdapterContract, context: ByHand): void {
  const { node } = context;
  if (node === undefined || context.progress === "by hand") return;
  context.progress = "by hand";
  const judge = () => {
    const { headersSent, statusCode: status } = node;
    const header = (name: string) => node.getHeader(name)?.toString();
    if (headersSent && isError(status)) contract.reportTooLate({ status, header, body: "" }, context);
  };
  if (node.writableEnded || node.destroyed) judge();
  else node.once("close", judge);
}

/** The error code of HTTP/2 for a stream that the server could not complete (RFC 9113, 7). */
const INTERNAL_ERROR = 2;

/**
 * Ends a response that a handler has begun by itself and then failed. What was written arrives. If that is not the
 * whole response, the connection then breaks, so that the client notices. What the server still writes is dropped.
 */
export function closeOff(node: NodeResponse): void {
  if (!node.writableEnded) cut(node);
  const ignore = (result: unknown) => ({
    configurable: true,
    value(...args: readonly unknown[]): unknown {
      const done = args.find((argument) => typeof argument === "function");
      if (done !== undefined) queueMicrotask(done as () => void);
      return result;
    },
  });
  // A source that is piped into the response waits for `false` to change.
  Object.defineProperties(node, { writeHead: ignore(node), write: ignore(false), end: ignore(node) });
}

function cut(node: NodeResponse): void {
  const { stream, socket } = node;
  if (stream !== undefined) {
    // If a stream is only destroyed, the client treats the response as complete.
    stream.removeAllListeners("wantTrailers");
    stream.once("wantTrailers", () => stream.close(INTERNAL_ERROR));
    stream.end();
  } else if (socket !== null) {
    // Node 26 keeps what was written in this turn in the response.
    while (node.writableCorked > 0) node.uncork();
    socket.destroySoon();
  } else if (!node.destroyed) {
    // A pipelined response passes on what was written right after this event.
    node.once("socket", () => queueMicrotask(() => cut(node)));
  }
}
