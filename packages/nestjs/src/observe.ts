import type { AdapterContract } from "@uhp-errors/core/adapter";
import { dryRunOf } from "@uhp-errors/node/internal";
import { type Adapter, replaceMethod } from "./adapter.ts";
import { type NestResponse, nodeResponse } from "./native.ts";

/** The exception that Nest is currently finding a filter for. */
let sought: { readonly thrown: unknown } | undefined;

/**
 * Stands in the list of exception classes that a filter catches, but matches none. Nest checks it after the filters
 * before ours, so it sees the exceptions that the contract, in force, would respond to.
 */
export const SOUGHT = {
  [Symbol.hasInstance](thrown: unknown): boolean {
    const mine = { thrown };
    sought = mine;
    // Nest responds in the same turn.
    queueMicrotask(() => {
      if (sought === mine) sought = undefined;
    });
    return false;
  },
};

/**
 * Sees the exceptions that Nest's own exception handler responds to. That handler first checks whether the response has
 * begun.
 */
export function observeExceptions(adapter: Adapter, contract: AdapterContract): void {
  replaceMethod(adapter, "isHeadersSent", (below, args) => {
    const [response] = args as [NestResponse];
    if (sought !== undefined) dryRunOf(contract, nodeResponse(response))?.respond(sought.thrown);
    sought = undefined;
    return below(...args);
  });
}
