import type { ServerResponse } from "node:http";
import type { Contract } from "@uhp-errors/core";
import {
  expectContract,
  intercept,
  isBuffering,
  type NodeRequest,
  type Responder,
  responderOf,
  sendError as sendNodeError,
  warnUnlessAttached,
} from "@uhp-errors/node";
import { allowedMethods } from "./allowed-methods.ts";
import { originalReason } from "./async-handler.ts";
import { expressFramework, noteErrorHandler, notePassedOn, warnNotCovered, warnWhenNotLast } from "./mounting.ts";

/** A request, as Express 4 and 5 hand it on. */
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
 * Middleware that puts a contract in force: every response gets its headers, a version that is not served is refused, and
 * errors that other middleware writes are replaced. Mount it first. Under a path it applies to that path alone.
 *
 * @throws TypeError when it gets anything but a contract.
 * @example
 * app.use(uhp(contract));
 */
export function uhp(contract: Contract): Middleware {
  expectContract(contract, "uhp");
  const framework = expressFramework(contract);
  let isFirst = true;
  return function uhpContract(request, response, next) {
    const responder = intercept(contract, request, response, framework, request);
    if (responder === undefined) return next();
    if (isFirst) warnUnlessAttached(contract, request);
    isFirst = false;
    const refusal = responder.checkVersion();
    if (refusal === undefined) contract.handle(responder.context, next);
    else responder.send(refusal);
  };
}

/**
 * Middleware that answers what no route matched, and what was thrown, rejected or passed to `next`. Mount it last, under the
 * same path as {@link uhp}.
 *
 * @throws TypeError when it gets anything but a contract.
 * @example
 * app.use(uhpErrorHandler(contract));
 */
export function uhpErrorHandler(contract: Contract): [notFound: Middleware, onError: ErrorMiddleware] {
  expectContract(contract, "uhpErrorHandler");
  const notFound: Middleware = function uhpNotFound(request, response, next) {
    const responder = responderOf(contract, request, response);
    if (responder === undefined) return next();
    if (!responder.isIntercepted) warnNotCovered(request);
    warnWhenNotLast(request, notFound);
    answerNotFound(responder, request, next);
  };
  // Express knows an error handler by its four parameters, so all of them must be listed.
  const onError: ErrorMiddleware = function uhpOnError(error, request, response, next) {
    const responder = responderOf(contract, request, response);
    if (responder === undefined) return next(error);
    if (!responder.isIntercepted) warnNotCovered(request);
    responder.sendError(originalReason(error));
  };
  noteErrorHandler(contract, [notFound, onError]);
  return [notFound, onError];
}

/** Answers a request that no route matched. `next` leads to Express, if it has not had its turn. */
export function answerNotFound(responder: Responder, request: ExpressRequest, next?: () => void): void {
  const { context } = responder;
  // A handler that has answered and still called `next` wants nothing more.
  if (context.phase() !== "open" || isBuffering(context.response)) return;
  notePassedOn(request);
  const allowed = allowedMethods(request);
  // Express answers OPTIONS by itself, as a success, when nothing else has.
  if (next !== undefined && request.method === "OPTIONS" && allowed.length > 0) next();
  else responder.send(responder.notFound(allowed));
}

/**
 * Answers what was thrown, from a place that has Express's request and response and whose errors reach no error handler. Never
 * throws.
 *
 * @returns `false` when the contract does not apply to the request, which then is not answered.
 * @example
 * job.on("failed", (thrown) => sendError(contract, thrown, request, response));
 */
export function sendError(
  contract: Contract,
  thrown: unknown,
  request: ExpressRequest,
  response: ServerResponse,
): boolean {
  return sendNodeError(contract, originalReason(thrown), request, response);
}
