import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { AdapterContract } from "@uhp-errors/core/adapter";

/**
 * Adds a contract to those of a server.
 *
 * @returns The list of the server's contracts if this is the first one; it grows with each further one.
 */
export function addContract(
  known: WeakMap<object, AdapterContract[]>,
  server: object,
  contract: AdapterContract,
): readonly AdapterContract[] | undefined {
  const contracts = known.get(server);
  if (contracts === undefined) {
    const made = [contract];
    known.set(server, made);
    return made;
  }
  if (!contracts.includes(contract)) contracts.push(contract);
  return undefined;
}

/** What Node publishes about a request before it counts the request, or answers it by itself. */
interface RequestStart {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly server: Server;
}

const REQUEST_START = "http.server.request.start";

/** A function that hears of the start of every request. */
export type RequestListener = (start: RequestStart) => void;

/**
 * Subscribes to the start of requests, for all servers of the process. A function that is passed again is still called
 * once. A subscriber makes Node create a message for each request, so only subscribe if a server needs it.
 */
export function onRequestStart(listener: RequestListener): void {
  unsubscribe(REQUEST_START, listener as (message: unknown) => void);
  subscribe(REQUEST_START, listener as (message: unknown) => void);
}

/**
 * The responses to requests on servers that limit the requests of a connection. The `dropRequest` event, for a request
 * beyond the limit, does not name its response.
 */
const COUNTED = new WeakMap<IncomingMessage, ServerResponse>();

/** Remembers the response to a request if the server limits the requests of a connection. */
export function noteCounted({ request, response, server }: RequestStart): void {
  if (isCounting(server)) COUNTED.set(request, response);
}

/** Returns the response that was remembered for a request. */
export function countedResponse(request: IncomingMessage): ServerResponse | undefined {
  return COUNTED.get(request);
}

/** Whether a server limits the requests of a connection. */
export function isCounting(server: Server): boolean {
  return (server.maxRequestsPerSocket ?? 0) > 0;
}

/** Whether a request has the `Host` that HTTP/1.1 demands. Node answers one without it by itself. */
export function hasHost({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.host !== undefined || httpVersion !== "1.1";
}

/** Returns the response that has the connection. `_httpMessage` is Node's own name for it. */
export function responseOn(socket: Duplex): ServerResponse | null | undefined {
  return (socket as Duplex & { readonly _httpMessage?: ServerResponse | null })._httpMessage;
}
