import type { Server } from "node:http";
import type { Contract } from "@uhp-errors/core";
import type { Answer, Request } from "./wire.ts";

/** A request, and what the server without the contract answers it with. */
export interface Step extends Omit<Request, "headers" | "onFirstBytes"> {
  readonly headers?: Request["headers"] | ((previous: Answer | undefined) => NonNullable<Request["headers"]>);
  /** The bare server's status, so that no case compares something else than it means to; 200 when absent, 0 is no head. */
  readonly status?: number;
  /** Reports that it is worth; one from 400 on and for a broken answer when absent, else none. */
  readonly reports?: number;
  /** A path that is asked for once the first bytes of the body are here. */
  readonly resume?: string;
  /** Bytes that are written once the first bytes of the body are here. */
  readonly reply?: Buffer;
  /** Answered by no handler of the app, so that the contract has no part in it: its bytes stay, whatever the status. */
  readonly outside?: true;
}

/** Requests that follow each other with the cookies that they were given, to a server of their own. */
export type RequestState = readonly Step[];

/** Something that differs on purpose. */
export interface Difference {
  /** What is seen, as the comparison words it. */
  readonly seen: readonly string[];
  readonly why: string;
}

/** What is random by nature, on both sides. */
export interface Rule {
  readonly pattern: RegExp;
  readonly by: string;
  readonly why: string;
}

/** What a setup's mount may use of the run that it is part of. */
export interface Run {
  /** Takes a line of a log that is compared as well. */
  log(line: string): void;
  /** Is done before the server closes. */
  onClose(close: () => unknown): void;
}

/** One library on one framework, mounted as its own documentation says. */
export interface Setup<App> {
  /** The name that it is installed under. */
  readonly library: string;
  mount(app: App, run: Run): unknown;
  /** Is done with the server before it listens. */
  prepare?(server: Server, run: Run): unknown;
  /** Further lines to compare, read when the server is closed. */
  observe?(): readonly string[] | Promise<readonly string[]>;
  readonly normalize?: readonly Rule[];
  readonly requests: Readonly<Record<string, RequestState>>;
  readonly differences?: Readonly<Record<string, Difference>>;
}

/** A running server. */
export interface Running {
  readonly port: number;
  close(): Promise<void>;
}

/** One version of one framework. */
export interface Framework<App> {
  /** The name that it is installed under. */
  readonly name: string;
  /** Starts an app with what the setup mounts; with a contract, on top of that in the order that the docs say. */
  start(setup: Setup<App>, run: Run, contract: Contract | undefined): Promise<Running>;
}
