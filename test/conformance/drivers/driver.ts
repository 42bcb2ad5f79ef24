import type { Server, ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import type { Contract, EventStream, RequestContext, StreamOptions, VerifyToken } from "@uhp-errors/core";
import type { DriverName } from "./names.ts";

/** What a case's handler gets: the framework's own way to answer, and Node's response beneath it. */
export interface Io {
  /** The request's address, with scheme, host and query. */
  readonly url: string;
  /** Calls a listener once the client's connection is closed, or the runtime says that the client has left. */
  onClose(listener: () => void): void;
  /**
   * Node's own response. Reading it takes the response away from the framework, which may have to be told. Throws where there is none; see
   * {@link Driver.hasNodeResponse}.
   */
  readonly response: ServerResponse;
  /** What the contract knows about the request. */
  context(): RequestContext;
  /** What the bearer check left on the framework's own object, where its users look for it. */
  principal(): unknown;
  /** Sets a header field of the response to come, as middleware that runs before the handler does. */
  set(name: string, value: string): void;
  /** Answers as any handler on this framework would. An object is sent as JSON, a string as text, a stream unchanged. */
  reply(status: number, body?: string | object | Readable, headers?: Readonly<Record<string, string>>): void;
  /** Responds with a stream of events, through the adapter. */
  stream(contract: Contract, options: StreamOptions): EventStream;
  /** Passes the request on without answering. */
  next(): unknown;
}

/** What a route does. It may be asynchronous, and may throw anything. */
export type Handler = (io: Io) => unknown;

/** A server whose `/case` runs a handler. */
export interface RunningDriver {
  readonly url: string;
  readonly server: Server;
  close(): Promise<void>;
}

/**
 * One framework in one major version. Apart from `/case`, its app has what every service has, none of it from the library: body parsers
 * with a limit of 1,000 bytes (`/json`, `/form`, `/upload`), a validated body, static files, a rate limiter, a compressor, and routes that
 * answer in their own ways.
 */
export interface Driver {
  readonly name: DriverName;
  /**
   * Whether a handler can reach Node's own response. When a handler returns a `Response`, the contract does not learn what happens to it
   * afterward.
   */
  readonly hasNodeResponse: boolean;
  /** Ids of cases that this framework cannot pass, each with the reason. */
  readonly knownFailing: Readonly<Record<string, string>>;
  /**
   * Starts the app; without a contract it is the bare framework.
   *
   * @param verify Asks every request for a bearer token.
   */
  start(contract: Contract | undefined, handler?: Handler, verify?: VerifyToken<unknown>): Promise<RunningDriver>;
  /**
   * Starts an app that serves pages (`/` answers, `/broken` answers with 500, `/thrown` throws), and serves the same routes again under
   * each prefix, each with its own contract.
   */
  startMounted(contracts: Readonly<Record<string, Contract>>): Promise<RunningDriver>;
}

/** The number of bytes that every driver's parsers accept. */
export const MAX_BYTES = 1_000;

/** What `/validated` accepts, as JSON Schema. */
export const VALIDATED = {
  type: "object",
  required: ["name"],
  additionalProperties: false,
  properties: {
    name: { type: "string", minLength: 2 },
    tags: { type: "array", items: { type: "object", properties: { rank: { type: "integer" } } } },
  },
} as const;
