import type { Contract, ContractOptions } from "@uhp-errors/core";
import type { Difference, Rule, Running } from "../../support/setup.ts";

/** A request of a flow. Its path, fields and body may refer to values of earlier responses, as `{{name}}`. */
export interface AppStep {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as a form. */
  readonly form?: Readonly<Record<string, string>>;
  /** Sent unchanged. */
  readonly body?: string | Buffer;
  /** The status without the contract; 200 when absent. */
  readonly status?: number;
  /** Values of the response that later requests refer to: the first group of each pattern, matched in the head and the decoded body. */
  readonly keep?: Readonly<Record<string, RegExp>>;
  /** Bytes that are sent once the response has begun. */
  readonly reply?: Buffer;
  /** The client hangs up once the response contains this. */
  readonly until?: string;
}

/** A request that sends JSON. */
export function post(path: string, json: unknown, more: Partial<AppStep> = {}): AppStep {
  return { method: "POST", path, json, ...more };
}

/** An application with a flow of requests that its clients send. */
export interface App {
  /** The package of the application, or the framework that the sample is written for. */
  readonly library: string;
  /** A short description. */
  readonly is: string;
  /** Starts it on a free port of 127.0.0.1. */
  start(contract: Contract | undefined): Promise<Running>;
  /** The requests in order, all sent to one server with one cookie jar. */
  readonly flow: Readonly<Record<string, AppStep>>;
  /** What is random in its responses, apart from what the flow keeps. */
  readonly normalize?: readonly Rule[];
  /** The lines of code that put the contract in force. */
  readonly adoption: readonly string[];
  /** The options that the adoption report names, for responses that clients of another protocol read. */
  readonly keptOut?: readonly string[];
  /** The elements of the option `recognize` that the adoption report names, for the app's own error classes. */
  readonly classes?: readonly string[];
  /** The same elements, with codes filled in. */
  readonly recognize?: ContractOptions["recognize"];
  /** What changes on purpose, by request. */
  readonly differences?: Readonly<Record<string, Difference>>;
}

declare module "vitest" {
  interface TaskMeta {
    /** The results for an application, for the table that `pnpm ecosystem` prints. */
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
