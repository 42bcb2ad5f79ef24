import type { Server } from "node:http";
import type { Contract } from "@uhp-errors/core";
import type { Answer, Request } from "./wire.ts";

/** A request, and the status of the response without the contract. */
export interface Step extends Omit<Request, "headers" | "onFirstBytes"> {
  readonly headers?: Request["headers"] | ((previous: Answer | undefined) => NonNullable<Request["headers"]>);
  /** The bare server's status, so that no case compares something other than intended; 200 when absent. 0 means that no head came. */
  readonly status?: number;
  /** The number of reports. When absent, it is one for a response of 400 or higher and for a broken one, and otherwise none. */
  readonly reports?: number;
  /** A path that is requested once the first bytes of the body have come. */
  readonly resume?: string;
  /** Bytes that are sent once the first bytes of the body have come. */
  readonly reply?: Buffer;
  /** No handler of the app answers it, so the contract has no part in it. The response stays the same, whatever its status. */
  readonly outside?: true;
}

/** Requests to one server, one after the other, each with the cookies of those before. */
export type RequestState = readonly Step[];

/** A difference on purpose. */
export interface Difference {
  /** The difference in the words of the comparison. */
  readonly seen: readonly string[];
  readonly why: string;
}

/** Replaces what is random on both sides. */
export interface Rule {
  readonly pattern: RegExp;
  readonly by: string;
  readonly why: string;
}

/** The parts of its run that a setup's mount may use. */
export interface Run {
  /** Adds a line to a log, which is also compared. */
  log(line: string): void;
  /** Registers what to do before the server closes. */
  onClose(close: () => unknown): void;
}

/** One library on one framework, mounted as its own documentation says. */
export interface Setup<App> {
  /** The name that it is installed under. */
  readonly library: string;
  mount(app: App, run: Run): unknown;
  /** Called with the server before it listens. */
  prepare?(server: Server, run: Run): unknown;
  /** More lines to compare, read after the server has closed. */
  observe?(): readonly string[] | Promise<readonly string[]>;
  readonly normalize?: readonly Rule[];
  readonly requests: Readonly<Record<string, RequestState>>;
  readonly differences?: Readonly<Record<string, Difference>>;
}

export interface Running {
  readonly port: number;
  close(): Promise<void>;
}

/** One version of one framework. */
export interface Framework<App> {
  /** The name that it is installed under. */
  readonly name: string;
  /** Starts an app with what the setup mounts. A contract is added in the order that the docs recommend. */
  start(setup: Setup<App>, run: Run, contract: Contract | undefined): Promise<Running>;
}
