import type { ServerResponse } from "node:http";
import type { Contract, RequestContext } from "@uhp-errors/core";
import { expectContract } from "@uhp-errors/core/adapter";
import {
  requestContext as contextOf,
  intercept,
  type Responder,
  responderOf,
  sendError as sendNodeError,
} from "@uhp-errors/node";
import { type NodeRequest, warnUnlessAttached } from "@uhp-errors/node/internal";
import { allowedMethods } from "./allowed-methods.ts";
import { originalReason } from "./async-handler.ts";
import { expressFramework, noteErrorHandler, PASSED_ON, warnNotCovered, warnWhenNotLast } from "./mounting.ts";

/** A request in Express 4 and 5. */
export type ExpressRequest = NodeRequest;

/** Middleware for Express 4 and 5. */
export type ExpressMiddleware = (
  request: ExpressRequest,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/** Error-handling middleware for Express 4 and 5. */
export type ExpressErrorMiddleware = (
  error: unknown,
  request: ExpressRequest,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/**
 * Makes middleware that puts a contract in force. Every response gets the contract's headers. A version that is not
 * served is refused. An error that other middleware writes is replaced. Mount it first. Mounted under a path, it
 * applies to that path only.
 *
 * @throws TypeError if it does not get a contract.
 * @example
 * app.use(uhp(contract));
 */
export function uhp(contract: Contract): ExpressMiddleware {
  expectContract(contract, "uhp");
  const framework = expressFramework(contract);
  return function uhpContract(request, response, next) {
    const responder = intercept(contract, request, response, framework, request);
    if (responder === undefined) return next();
    warnUnlessAttached(contract, request);
    const refusal = responder.checkVersion();
    if (refusal === undefined) contract.handle(responder.context, next);
    else responder.send(refusal);
  };
}

/**
 * Makes two middleware functions: one answers requests that no route matched, the other answers errors that were
 * thrown, rejected or passed to `next`. Mount them last, under the same path as {@link uhp}.
 *
 * @throws TypeError if it does not get a contract.
 * @example
 * app.use(uhpErrorHandler(contract));
 */
export function uhpErrorHandler(contract: Contract): [notFound: ExpressMiddleware, onError: ExpressErrorMiddleware] {
  expectContract(contract, "uhpErrorHandler");
  const framework = expressFramework(contract);
  const responderFor = (request: ExpressRequest, response: ServerResponse) => {
    // A contract that only reports needs no `uhp` before it.
    if (contract.reportOnly) return intercept(contract, request, response, framework, request);
    const responder = responderOf(contract, request, response);
    if (responder?.isIntercepted === false) warnNotCovered(request);
    return responder;
  };
  const notFound: ExpressMiddleware = function uhpNotFound(request, response, next) {
    const responder = responderFor(request, response);
    if (responder === undefined) return next();
    if (responder.isDryRun) {
      answerNotFound(responder, request, () => {});
      return next();
    }
    warnWhenNotLast(request, notFound);
    answerNotFound(responder, request, next);
  };
  // Express recognizes an error handler by its four parameters. So all of them must be declared.
  const onError: ExpressErrorMiddleware = function uhpOnError(error, request, response, next) {
    const responder = responderFor(request, response);
    responder?.sendError(originalReason(error));
    if (responder === undefined || responder.isDryRun) next(error);
  };
  noteErrorHandler(contract, [notFound, onError]);
  return [notFound, onError];
}

/**
 * Answers a request that no route matched.
 *
 * @param next Continues with Express's own handling. Left out if Express has already finished.
 */
export function answerNotFound(responder: Responder, request: ExpressRequest, next?: () => void): void {
  // If a handler has answered and still calls `next`, nothing more is to be sent.
  if (!responder.isUnanswered) return;
  PASSED_ON.add(request);
  const allowed = allowedMethods(request);
  // If nothing else has answered OPTIONS, Express does, with a success.
  if (next !== undefined && request.method === "OPTIONS" && allowed.length > 0) next();
  else responder.send(responder.notFound(allowed));
}

/**
 * Answers a thrown value, given Express's request and response. Use it where errors do not reach an error handler, for
 * example in a listener.
 *
 * @returns `false` if the contract does not apply to the request. Then nothing was sent.
 * @throws TypeError if it does not get a contract. No thrown value makes it throw.
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

/**
 * Returns the request context, which the methods of a contract take.
 *
 * @example
 * response.json(contract.task.failed(task.response, thrown, requestContext(request, response)));
 */
export function requestContext(request: NodeRequest, response: ServerResponse): RequestContext {
  return contextOf(request, response);
}
