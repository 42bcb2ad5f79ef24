import type { ServerResponse } from "node:http";
import type { AdapterContract } from "@uhp-errors/core/adapter";
import type { DryRun } from "@uhp-errors/core/internal";
import { patch } from "../interception/patch.ts";
import { type Exchange, exchangeOf, type NodeRequest } from "../request/exchange.ts";
import type { Framework } from "../request/framework.ts";
import { hasHead } from "../written/sent-field.ts";
import { DryRunResponder } from "./dry-run.ts";
import { Responder } from "./responder.ts";

/**
 * Puts a contract in charge of a response. The response gets the contract's headers. Errors that the contract did not
 * write are replaced. If a failure destroys the response before any byte has been sent, the client gets an error
 * response.
 *
 * Call it as early as possible. If another contract calls it later for the same request, that one takes over. A success
 * keeps the headers of the first one.
 *
 * A contract that only reports (see `isDryRun`) changes nothing about the response. Of several such contracts, only the
 * first one reports.
 *
 * @param framework What the adapter knows of its framework's requests: one object for all requests.
 * @param frameworkContext The framework's own object for this request, which the methods of `framework` get.
 * @returns The `Responder` for this request; `undefined` if the contract does not apply to it, if a head was already
 * written, or if the response is not one of Node's.
 * @experimental
 */
export function intercept<FrameworkContext>(
  contract: AdapterContract,
  request: NodeRequest,
  response: ServerResponse,
  framework?: Framework<FrameworkContext>,
  frameworkContext?: FrameworkContext,
): Responder | undefined {
  // engine.io passes middleware a stand-in for a response, with few methods, for the handshake of a WebSocket.
  if (typeof response.getHeaderNames !== "function") return undefined;
  // A response that takes no more properties can only be left alone.
  if (contract.reportOnly && !Object.isExtensible(response)) return undefined;
  const exchange = exchangeOf(request, response, framework, frameworkContext);
  // A framework may call it more than once.
  if (exchange.contract === contract && !hasHead(response)) return exchange.responder as Responder;
  // `appliesTo` runs the service's code, which may already have written a head.
  if (!contract.appliesTo(exchange)) return undefined;
  if (contract.dryRun !== undefined) return startDryRun(contract, contract.dryRun, exchange);
  if (hasHead(response)) return undefined;
  if (exchange.contract === undefined) {
    patch(exchange, "open");
    exchange.outermost = contract;
  }
  const responder = new Responder(contract, exchange);
  exchange.contract = contract;
  exchange.responder = responder;
  return responder;
}

function startDryRun(contract: AdapterContract, dryRun: DryRun, exchange: Exchange): Responder | undefined {
  const known = exchange.dryRun as DryRunResponder | undefined;
  if (known !== undefined) return known.contract === contract ? known : undefined;
  if (hasHead(exchange.response)) return undefined;
  const made = new DryRunResponder(contract, dryRun, exchange);
  exchange.dryRun = made;
  // What another contract has in charge is noted by its outcome alone.
  if (exchange.contract === undefined) patch(exchange, "noting");
  made.checkVersion();
  return made;
}
