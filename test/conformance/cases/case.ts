import type { ContractOptions } from "@uhp-errors/core";
import type { Clause } from "../../support/clauses.ts";
import type { Sent } from "../../support/http.ts";
import type { Handler } from "../drivers/driver.ts";

/** One failure of a service and the response that the contract wants. */
export interface Case {
  /** Permanent: it never changes its meaning. */
  readonly id: string;
  /** Clauses it proves beside those that hold for every envelope. */
  readonly clauses: readonly Clause[];
  readonly title: string;
  /** Gets a server of its own, since what it leaves open would be reported during the next case. */
  readonly alone?: true;
  readonly options?: ContractOptions;
  /** What only some frameworks have, Node's own response, without which there is no such case. */
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
  /** Whether the service made the error with a detail that its code does not allow, so that the response lacks what the strict schema demands. */
  readonly isMisuse?: true;
  /** Strings that occur nowhere in the response, its headers included. */
  readonly neverContains?: readonly string[];
}

/** A handler that throws. */
export function throwing(make: () => unknown): Handler {
  return () => {
    throw make();
  };
}
