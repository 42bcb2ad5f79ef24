import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { RequestContext } from "@uhp-errors/core";
import type { AdapterContract } from "@uhp-errors/core/adapter";
import { type DryRun, defineOwn, shared } from "@uhp-errors/core/internal";
import { requestContext } from "../request/exchange.ts";
import { intercept } from "../response/intercept.ts";
import { isAnswerable, nodesOwn, requestOf } from "./client-error.ts";
import {
  addContract,
  countedResponse,
  hasHost,
  noteCounted,
  onRequestStart,
  type RequestListener,
} from "./requests.ts";

/** The contracts that watch each server. */
const OBSERVED = /* @__PURE__ */ shared("node/observed", () => new WeakMap<object, AdapterContract[]>());

/**
 * Watches what a server answers on its own. It adds no listeners to the server, because Node answers on its own only if
 * there are none.
 */
export function observeServer(server: Server, contract: AdapterContract): void {
  const contracts = addContract(OBSERVED, server, contract);
  if (contracts === undefined) return;
  // Each copy of the package has its own `observeRequest`, and all of them do the same.
  onRequestStart(observeRequest);
  const { emit } = server;
  server.emit = function (this: Server, ...args: [event: string, ...unknown[]]): boolean {
    const [event, first, second] = args;
    if (event === "clientError") {
      return observeClientError(contracts, first as Error, second as Duplex, () => Reflect.apply(emit, this, args));
    }
    // Node writes its 503 after this event.
    if (event === "dropRequest") {
      const response = countedResponse(first as IncomingMessage);
      if (response !== undefined) observeFirst(contracts, first as IncomingMessage, response);
    }
    // Node answers CONNECT over HTTP/2 if nothing listens for it.
    if (event === "connect" && (first as IncomingMessage).httpVersionMajor >= 2) {
      observeFirst(contracts, first as IncomingMessage, second as ServerResponse);
    }
    return Reflect.apply(emit, this, args);
  } as typeof emit;
}

/**
 * Node publishes this before it answers some requests on its own: one without `Host`, one with an unknown `Expect`
 * value, one beyond `maxRequestsPerSocket`.
 */
const observeRequest: RequestListener = (start) => {
  const { request, response, server } = start;
  const contracts = OBSERVED.get(server);
  if (contracts === undefined) return;
  noteCounted(start);
  // The framework's adapter observes all other requests.
  if (isRefused(request)) observeFirst(contracts, request, response);
};

/** Whether Node may answer a request on its own: it has no `Host`, or an `Expect` value that Node does not know. */
function isRefused(request: IncomingMessage): boolean {
  const { expect } = request.headers;
  return !hasHost(request) || (expect !== undefined && !CONTINUE.test(expect));
}

/** The same expression as in Node. */
const CONTINUE = /(?:^|\W)100-continue(?:$|\W)/i;

function observeFirst(contracts: readonly AdapterContract[], request: IncomingMessage, response: ServerResponse): void {
  for (const contract of contracts) if (intercept(contract, request, response) !== undefined) return;
}

/** Connections whose failure is noted. */
const NOTED = /* @__PURE__ */ new WeakSet<Duplex>();

/**
 * Notes a request that Node's parser rejected, and reports it together with the response that was written to the
 * connection.
 */
function observeClientError(
  contracts: readonly AdapterContract[],
  error: Error,
  socket: Duplex,
  emit: () => boolean,
): boolean {
  // Whatever else comes over the connection belongs to the same failure.
  const noted = NOTED.has(socket) ? undefined : note(contracts, error, socket);
  if (noted === undefined) return emit();
  NOTED.add(socket);
  const isNodes = isAnswerable(socket);
  const seen = new SocketWatch(socket);
  const end = (message: string) => {
    seen.end();
    noted.dryRun.ended(readMessage(message), noted.context);
  };
  let isHeard = true;
  try {
    isHeard = emit();
  } finally {
    // A listener may wait for earlier responses before it answers.
    if (isHeard && seen.text === "" && socket.writable) {
      seen.ignoreWrites();
      socket.once("close", () => end(seen.text));
    } else end(isHeard ? seen.text : isNodes ? nodesOwn(error) : "");
  }
  return isHeard;
}

interface Noted {
  readonly dryRun: DryRun;
  readonly context: RequestContext;
}

function note(contracts: readonly AdapterContract[], error: Error, socket: Duplex): Noted | undefined {
  const pending = requestOf(error, socket);
  if (pending === undefined) return undefined;
  const context: RequestContext =
    pending === "none" ? { method: "", path: "", header: () => undefined } : requestContext(pending.req, pending);
  const contract = pending === "none" ? contracts[0] : contracts.find((candidate) => candidate.appliesTo(context));
  if (contract?.dryRun === undefined) return undefined;
  contract.dryRun.clientError(error, context);
  return { dryRun: contract.dryRun, context };
}

/** How much to keep of what is written to a connection, in characters. */
const MOST_SEEN = 4_096;

/** Watches what listeners write to a connection, until they return. */
class SocketWatch {
  text = "";
  readonly #socket: Duplex;
  #ignoresWrites = false;

  constructor(socket: Duplex) {
    this.#socket = socket;
    for (const name of ["write", "end"] as const) {
      const own = socket[name] as (...args: unknown[]) => unknown;
      defineOwn(socket, name, (...args: unknown[]): unknown => {
        // Not `args[0]`: a list without a first value may inherit one.
        const [chunk] = args;
        if (name === "end" || !this.#ignoresWrites) this.#take(chunk);
        return Reflect.apply(own, socket, args);
      });
    }
  }

  #take(chunk: unknown): void {
    const isText = typeof chunk === "string" || chunk instanceof Uint8Array;
    if (isText && this.text.length < MOST_SEEN)
      this.text += Buffer.from(chunk as string)
        .toString("utf8")
        .slice(0, MOST_SEEN);
  }

  /** Watches only what ends the connection: what is written from now on may be an earlier response. */
  ignoreWrites(): void {
    this.#ignoresWrites = true;
  }

  end(): void {
    for (const name of ["write", "end"]) Reflect.deleteProperty(this.#socket, name);
  }
}

/** Reads a response as it was written to a connection. */
function readMessage(message: string): Parameters<DryRun["ended"]>[0] {
  const end = message.indexOf("\r\n\r\n");
  const [first = "", ...lines] = (end < 0 ? message : message.slice(0, end)).split("\r\n");
  const fields = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
  );
  const [, status] = /^HTTP\/1\.[01] (\d{3})/.exec(first) ?? [];
  return {
    status: Number(status ?? 0),
    header: (name) => fields.get(name),
    body: end < 0 ? "" : message.slice(end + 4),
  };
}
