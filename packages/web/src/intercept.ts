import type { AdapterContract } from "@uhp-errors/core/adapter";
import { DryRunResponder } from "./dry-run.ts";
import { exchangeOf } from "./request-context.ts";
import { Responder } from "./responder.ts";

/**
 * Puts a contract in charge of a request. A contract that only reports (see `isDryRun`) answers nothing. Of several such
 * contracts, only the outermost one reports.
 *
 * @param env What the server has passed beside the request. On Node, its own response may be in it.
 * @returns The `Responder` for this request; `undefined` if the contract does not apply to it.
 * @experimental
 */
export function intercept(contract: AdapterContract, request: Request, env?: unknown): Responder | undefined {
  const { dryRun } = contract;
  const exchange = exchangeOf(request);
  exchange.env ??= env;
  if (!contract.appliesTo(exchange)) return undefined;
  if (dryRun === undefined) return new Responder(contract, exchange);
  if (exchange.dryRun !== undefined) return dryRunOf(contract, request);
  const made = new DryRunResponder(contract, dryRun, exchange);
  exchange.dryRun = made;
  return made;
}

/**
 * Returns the responder of a contract that only reports, for a request that it notes; `undefined` if it notes none.
 *
 * @experimental
 */
export function dryRunOf(contract: AdapterContract, request: Request): DryRunResponder | undefined {
  const known = exchangeOf(request).dryRun as DryRunResponder | undefined;
  return known?.contract === contract ? known : undefined;
}
