import type { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { setImmediate } from "node:timers";
import type { Contract } from "@uhp-errors/core";
import { type AdapterContract, expectContract } from "@uhp-errors/core/adapter";
import { shared } from "@uhp-errors/core/internal";
import { builtin } from "../builtin.ts";
import { interceptionOf, requestContext } from "../request/exchange.ts";
import { hasHead } from "../written/sent-field.ts";
import { responseOn } from "./requests.ts";

/** Connections that have had their response. Several listeners of one server may get the same error. */
const ANSWERED = /* @__PURE__ */ shared("node/answered", () => new WeakSet<Duplex>());

/**
 * Makes a listener for the `clientError` event of a Node HTTP server. It answers what Node's parser refuses: malformed
 * requests, slow ones, headers that are too large. If a connection can carry no response any more, it is closed without
 * one. For a contract that only reports, it answers as Node does without a listener.
 *
 * @throws TypeError if it gets anything but a contract.
 * @experimental
 */
export function clientErrorListener(contract: Contract): (error: Error, socket: Duplex) => void {
  expectContract(contract, "clientErrorListener");
  return contract.reportOnly ? answerAsNode : listenForClientErrors([contract]);
}

/** Makes a listener for `clientError` that serves all contracts of one server. More may be added to the list later. */
export function listenForClientErrors(contracts: readonly AdapterContract[]): (error: Error, socket: Duplex) => void {
  return function (this: unknown, error: Error, socket: Duplex): void {
    if (ANSWERED.has(socket)) return;
    ANSWERED.add(socket);
    const answer = () => {
      const message = answerTo(error, socket, contracts);
      if (message === undefined) socket.destroy();
      else socket.end(message, () => socket.destroy());
    };
    // Another listener would answer while this one waits.
    if (hasLeft(error) || hasOthers(this)) answer();
    else afterEarlier(socket, answer);
  };
}

/** Whether a server has more than one listener for `clientError`. */
function hasOthers(server: unknown): boolean {
  const { listenerCount } = Object(server) as Partial<EventEmitter>;
  return typeof listenerCount === "function" && Reflect.apply(listenerCount, server, ["clientError"]) > 1;
}

/**
 * Calls back once the responses to earlier requests on the connection have left. A response that is not ended by the
 * next turn of the event loop is not waited for: it may never be. Does not call back if an earlier response closes the
 * connection.
 */
function afterEarlier(socket: Duplex, then: () => void): void {
  const earlier = responseOn(socket);
  if (!earlier?.req.complete || !socket.writable) then();
  else if (earlier.writableEnded) {
    earlier.once("finish", () => {
      if (socket.writable) afterEarlier(socket, then);
    });
  } else {
    setImmediate(() => {
      if (responseOn(socket) === earlier && !earlier.writableEnded) then();
      else if (socket.writable) afterEarlier(socket, then);
    });
  }
}

/** Listens in place of a contract that only reports, and does what Node does without a listener. */
function answerAsNode(this: unknown, error: Error, socket: Duplex): void {
  if (hasOthers(this)) return;
  if (isAnswerable(socket)) socket.write(nodesOwn(error));
  socket.destroy(error);
}

/**
 * Whether Node, without a listener, would answer what its parser refuses. It does not if the head of a response has
 * left.
 */
export function isAnswerable(socket: Duplex): boolean {
  const pending = responseOn(socket) as (ServerResponse & { readonly _headerSent?: boolean }) | null | undefined;
  return socket.writable && pending?._headerSent !== true;
}

function answerTo(error: Error, socket: Duplex, contracts: readonly AdapterContract[]): string | undefined {
  const pending = requestOf(error, socket);
  if (pending === undefined) return undefined;
  if (pending === "none") return messageOf(contracts[0]?.clientError(error));
  const context = requestContext(pending.req, pending);
  const contract = contracts.find((candidate) => candidate.appliesTo(context));
  return contract === undefined ? nodesOwn(error) : messageOf(contract.clientError(error, context), context.method);
}

/**
 * Returns the response that a parser's error is about: the one that has the connection, if no byte of it has left.
 *
 * @returns `"none"` if the bytes never became a request; `undefined` if the code that handles the request learns of the
 * error in another way.
 */
export function requestOf(error: Error, socket: Duplex): ServerResponse | "none" | undefined {
  if (!socket.writable) return undefined;
  const pending = responseOn(socket);
  // A response that was ended leaves before this one, and has nothing to do with the error.
  if (!pending || (pending.writableEnded && !hasLeft(error))) return "none";
  // If the client left, code that reads the request's body or writes its response notices by itself.
  return hasLeft(error) || isHeadSent(pending) ? undefined : pending;
}

/** Whether the connection broke off: these are the codes if that happens in the middle of a message. */
function hasLeft(error: Error): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ECONNRESET" || code === "HPE_INVALID_EOF_STATE";
}

/** Whether part of an earlier response has been sent. Another response would then be garbage inside it. */
function isHeadSent(answer: ServerResponse): boolean {
  return !(interceptionOf(answer)?.nothingLeft ?? !hasHead(answer));
}

/** The status that Node sends for each error if nothing listens. All others get 400. */
const NODES_STATUS: ReadonlyMap<string, number> = new Map([
  ["ERR_HTTP_REQUEST_TIMEOUT", 408],
  ["HPE_CHUNK_EXTENSIONS_OVERFLOW", 413],
  ["HPE_HEADER_OVERFLOW", 431],
]);

/** Returns what Node writes for a parser's error if nothing listens. */
export function nodesOwn(error: Error): string {
  const status = NODES_STATUS.get((error as NodeJS.ErrnoException).code ?? "") ?? 400;
  return `HTTP/1.1 ${status} ${builtin.http.STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`;
}

/** @param method The method of the request that the response answers, if the bytes became one. */
function messageOf(error: ReturnType<AdapterContract["clientError"]>, method?: string): string | undefined {
  if (error === undefined) return undefined;
  const fields = Object.entries({ ...error.headers, Date: new Date().toUTCString(), Connection: "close" });
  const head = [
    `HTTP/1.1 ${error.status} ${builtin.http.STATUS_CODES[error.status]}`,
    ...fields.map(([name, value]) => `${name}: ${value}`),
  ];
  return `${head.join("\r\n")}\r\n\r\n${method === "HEAD" ? "" : error.body}`;
}
