import type { ServerResponse } from "node:http";
import type { Contract } from "@uhp-errors/core";
import { answerBegun, attach, facts, fail, guard, type NodeRequest, stream, write } from "@uhp-errors/node";
import { allowedMethods } from "./allowed-methods.ts";
import { asyncHandler, originalReason } from "./async.ts";
import { bearer } from "./bearer.ts";

export type { Bearer } from "./bearer.ts";

/** A request as Express hands it on; nothing but Node's own type and the unmounted URL is relied upon. */
export type ExpressRequest = NodeRequest;

/** A middleware, as Express 4 and 5 take it. */
export type Middleware = (request: ExpressRequest, response: ServerResponse, next: (error?: unknown) => void) => void;

/** An error-handling middleware, as Express 4 and 5 take it. */
export type ErrorMiddleware = (
  error: unknown,
  request: ExpressRequest,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/**
 * Stamps every answer with the version, refuses versions that cannot be served, and replaces bare or foreign errors
 * that other middleware writes. Mount it first: `app.use(uhp.contract(contract))`, or under a path to confine it.
 */
function applyContract(contract: Contract): Middleware {
  return (request, response, next) => {
    if (!guard(contract, request, response)) return next();
    const refusal = contract.gate(facts(request, response));
    if (refusal === undefined) next();
    else write(response, refusal);
  };
}

/**
 * Answers what no route took and what was thrown, rejected or passed to `next`. Mount it last, under the same path as
 * the contract: `app.use(uhp.errors(contract))`.
 */
function answerErrors(contract: Contract): (Middleware | ErrorMiddleware)[] {
  const notFound: Middleware = (request, response, next) => {
    const exchange = facts(request, response);
    if (!contract.covers(exchange)) return next();
    // A handler that has answered and still called `next` wants nothing more.
    if (exchange.phase?.() !== "open" || answerBegun(response)) return;
    const allowed = allowedMethods(request);
    // Express answers OPTIONS by itself, as a success, once nothing else has.
    if (request.method === "OPTIONS" && allowed.length > 0) next();
    else write(response, contract.notFound(exchange, allowed));
  };
  // Express knows an error handler by its four parameters, so all of them must stand here.
  const failed: ErrorMiddleware = (error, request, response, next) => {
    if (contract.covers(facts(request, response))) fail(contract, originalReason(error), request, response);
    else next(error);
  };
  return [notFound, failed];
}

/**
 * The contract for Express 4 and 5.
 *
 * @example
 * app.use(uhp.contract(contract)); // first
 * app.get("/v1/harnesses/:id", () => { throw acme.error("harness_not_found"); });
 * app.use(uhp.errors(contract)); // last
 * uhp.attach(app.listen(3000), contract);
 */
export const uhp = {
  contract: applyContract,
  errors: answerErrors,
  attach,
  async: asyncHandler,
  bearer,
  stream,
  facts,
} as const;
