import type { IncomingMessage, ServerResponse } from "node:http";
import type { Contract } from "@uhp-errors/core";
import type { DriverName } from "./names.ts";

/** What a case's handler gets: the framework's own way to answer, and Node's objects below it. */
export interface Io {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Answers as somebody else's middleware on this framework would. An object is sent as JSON, a string as text. */
  reply(status: number, body?: unknown, headers?: Readonly<Record<string, string>>): void;
  /** Passes the request on without answering. */
  next(): void;
}

/** What a route does; it may be asynchronous and may throw anything. */
export type Handler = (io: Io) => unknown;

/** A server whose `/case` runs a handler, and which has the fixtures of `fixtures.ts` at their own paths. */
export interface RunningDriver {
  readonly url: string;
  close(): Promise<void>;
}

/** One framework in one major version. */
export interface Driver {
  readonly name: DriverName;
  /** Ids of cases that this framework cannot pass, each with the reason. */
  readonly knownFailing: Readonly<Record<string, string>>;
  start(contract: Contract, handler?: Handler): Promise<RunningDriver>;
}
