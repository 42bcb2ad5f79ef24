import type { ContractOptions } from "@uhp-errors/core";
import type { Clause } from "../../support/clauses.ts";
import type { Sent } from "../../support/http.ts";
import type { Handler } from "../drivers/driver.ts";

/** One failure of a service and the response that the contract wants. */
export interface Case {
  /** Permanent: it never changes its meaning. */
  readonly id: string;
  /** The clauses that it proves, apart from those that hold for every envelope. */
  readonly clauses: readonly Clause[];
  readonly title: string;
  /** Gets its own server, since what it leaves open would be reported during the next case. */
  readonly alone?: true;
  readonly options?: ContractOptions;
  /** The case runs only where handlers can reach Node's own response. */
  readonly needs?: "node-response";
  /** What `/case` does. */
  readonly handler?: Handler;
  /** The request; `GET /case` by default. */
  readonly request?: Sent;
  readonly expect: {
    readonly status: number;
    readonly code: string;
    readonly type?: string;
    readonly message?: string;
    readonly param?: string | null;
    readonly detail?: unknown;
    /** Header fields by lower-case name; `undefined` wants the field absent. */
    readonly headers?: Readonly<Record<string, string | undefined>>;
  };
  /**
   * Whether the service gave the error a detail that its code does not allow. The response then lacks fields that the strict schema
   * requires.
   */
  readonly isMisuse?: true;
  /** Strings that must occur nowhere in the response, not even in its headers. */
  readonly neverContains?: readonly string[];
}

/** A handler that throws. */
export function throwing(make: () => unknown): Handler {
  return () => {
    throw make();
  };
}
