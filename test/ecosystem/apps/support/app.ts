import type { Contract, ContractOptions } from "@uhp-errors/core";
import type { Difference, Rule, Running } from "../../support/setup.ts";

/** A request of a flow. Its path, fields and body may name values that earlier responses had, as `{{name}}`. */
export interface AppStep {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Is sent as JSON. */
  readonly json?: unknown;
  /** Is sent as a form. */
  readonly form?: Readonly<Record<string, string>>;
  /** Is sent as it is. */
  readonly body?: string | Buffer;
  /** The status without the contract; 200 when absent. */
  readonly status?: number;
  /** Values of the response that later requests name: what the first group matches in the head, or in the body below it. */
  readonly keep?: Readonly<Record<string, RegExp>>;
  /** Bytes that are sent once the response has begun. */
  readonly reply?: Buffer;
  /** The client hangs up once the response contains this. */
  readonly until?: string;
}

/** An application with a flow of requests that its clients send. */
export interface App {
  /** The package that it is, or the framework that its sample is written for. */
  readonly library: string;
  /** What it is, in a few words. */
  readonly is: string;
  /** Starts it on a free port of 127.0.0.1. */
  start(contract: Contract | undefined): Promise<Running>;
  /** In the order in which they are sent, to one server, with one jar of cookies. */
  readonly flow: Readonly<Record<string, AppStep>>;
  /** What is random in its responses, except what the flow keeps. */
  readonly normalize?: readonly Rule[];
  /** The lines of code that put the contract in force. */
  readonly adoption: readonly string[];
  /** The options that the adoption report names, for what clients of another protocol read. */
  readonly keptOut?: readonly string[];
  /** The elements of the option `recognize` that the adoption report names, for the app's own error classes. */
  readonly classes?: readonly string[];
  /** These elements, with codes in them. */
  readonly recognize?: ContractOptions["recognize"];
  /** What changes on purpose, by request. */
  readonly differences?: Readonly<Record<string, Difference>>;
}

declare module "vitest" {
  interface TaskMeta {
    /** What was seen of an application, for the table that `pnpm ecosystem` prints. */
    app?: {
      readonly name: string;
      readonly is: string;
      readonly requests: number;
      /** Successes and redirects, and how many of them are the same with the contract in force. */
      readonly successes: number;
      readonly same: number;
      /** Failures, and what became of them. */
      readonly failures: number;
      readonly envelopes: number;
      readonly passed: number;
      readonly keptOut: number;
      /** The lines that adopt the contract, with the options that the adoption report names. */
      readonly lines: readonly string[];
    };
  }
}
