import type { ServerResponse } from "node:http";
import type { Contract } from "@uhp-errors/core";
import {
  answerBegun,
  attach,
  expectAttached,
  expectContract,
  facts,
  fail,
  guard,
  isWatched,
  type NodeRequest,
  stream,
  write,
} from "@uhp-errors/node";
import { allowedMethods } from "./allowed-methods.ts";
import { asyncHandler, originalReason } from "./async.ts";
import { bearer } from "./bearer.ts";
import { ExpressFacts, noteHandlers, warnNotCovered, warnWhenNotLast } from "./mounting.ts";

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
  expectContract(contract, "uhp.contract");
  return function uhpContract(request, response, next) {
    if (!guard(contract, request, response, new ExpressFacts(contract, request))) return next();
    expectAttached(contract, request);
    const refusal = contract.gate(facts(request, response));
    if (refusal === undefined) next();
    else write(response, refusal);
  };
}

/**
 * Answers what no route took and what was thrown, rejected or passed to `next`. Mount it last, under the same path as
 * the contract: `app.use(uhp.errors(contract))`.
 */
function answerErrors(contract: Contract): [notFound: Middleware, failed: ErrorMiddleware] {
  expectContract(contract, "uhp.errors");
  const notFound: Middleware = function uhpNotFound(request, response, next) {
    const exchange = facts(request, response);
    if (!contract.covers(exchange)) return next();
    if (!isWatched(response)) warnNotCovered(request);
    warnWhenNotLast(request, notFound);
    // A handler that has answered and still called `next` wants nothing more.
    if (exchange.phase?.() !== "open" || answerBegun(response)) return;
    const allowed = allowedMethods(request);
    // Express answers OPTIONS by itself, as a success, once nothing else has.
    if (request.method === "OPTIONS" && allowed.length > 0) next();
    else write(response, contract.notFound(exchange, allowed));
  };
  // Express knows an error handler by its four parameters, so all of them must stand here.
  const failed: ErrorMiddleware = function uhpFailed(error, request, response, next) {
    if (!contract.covers(facts(request, response))) return next(error);
    if (!isWatched(response)) warnNotCovered(request);
    fail(contract, originalReason(error), request, response);
  };
  noteHandlers(contract, [notFound, failed]);
  return [notFound, failed];
}

/**
 * Answers what was thrown, and nothing else: for a place that has a thrown value and Express's own objects, such as a filter
 * of NestJS that catches everything.
 *
 * @example
 * catch(thrown: unknown, host: ArgumentsHost) {
 *   const http = host.switchToHttp();
 *   answer(thrown, http.getRequest(), http.getResponse(), http.getNext());
 * }
 */
function handleError(contract: Contract): ErrorMiddleware {
  return answerErrors(contract)[1];
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
  errorHandler: handleError,
  attach,
  async: asyncHandler,
  bearer,
  stream,
  facts,
} as const;
