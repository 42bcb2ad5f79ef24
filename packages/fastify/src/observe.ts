import type { AdapterContract } from "@uhp-errors/core/adapter";
import { peek, peekString } from "@uhp-errors/core/internal";
import { intercept } from "@uhp-errors/node";
import { builtin, dryRunOf, watchStream } from "@uhp-errors/node/internal";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { allowedMethods } from "./allowed-methods.ts";
import { hasRouteHandler } from "./own-handlers.ts";
import { FASTIFY } from "./request-context.ts";
import { knownState, stateOf } from "./request-state.ts";
import { watchHandlers } from "./scopes.ts";
import { uploadCutOff, watchUploads } from "./uploads.ts";

/** A scope that a contract only watches and reports on. */
export interface ObservedScope {
  /** Whether the contract, in force, would answer requests that no route of the scope matched. */
  readonly answersNotFound: boolean;
  /** Whether a framework on top of Fastify has replaced Fastify's own handlers. */
  readonly isBelow: boolean;
}

/**
 * Watches a scope for a contract that only reports. It adds hooks but no handlers, and changes nothing about a reply.
 * It adds no hook for payloads, because Fastify sends payloads in another way once there is such a hook.
 */
export function observeScope(app: FastifyInstance, contract: AdapterContract, scope: ObservedScope): void {
  const send = watchedSend(contract);
  app.addHook("onRequest", function uhpOnRequest(request, reply, next) {
    intercept(contract, request.raw, reply.raw, FASTIFY, reply);
    const dryRun = dryRunOf(contract, reply.raw);
    if (dryRun === undefined) {
      next();
      return;
    }
    reply.send = send;
    if (request.is404) {
      stateOf(request).isUnrouted = true;
      // The framework on top of Fastify makes its own error for an unknown address.
      if (scope.isBelow && isUnknown(request, scope)) dryRun.notFound(allowedMethods(app, request));
      else {
        dryRun.onJudging(() => {
          // A plugin with middleware serves addresses for which Fastify has no route.
          const isLeft = knownState(request)?.isPastHooks === true;
          if (isLeft && isUnknown(request, scope)) dryRun.notFound(allowedMethods(app, request));
        });
      }
    } else if (watchUploads(request)) {
      dryRun.onJudging(() => {
        const cut = uploadCutOff(request);
        if (cut !== undefined) dryRun.respond(cut);
      });
    }
    contract.handle(dryRun.context, next);
  });

  app.addHook("preParsing", function uhpPreParsing(request, _reply, _payload, next) {
    if (request.is404) stateOf(request).isPastHooks = true;
    next();
  });

  const { errorHandler } = app;
  app.addHook("onError", function uhpOnError(request, reply, error, next) {
    const dryRun = dryRunOf(contract, reply.raw);
    if (dryRun !== undefined) {
      if (isUnknown(request, scope) && isOfBody(error)) dryRun.notFound(allowedMethods(app, request));
      // In force, the contract's error handler would have replaced the handler that was there when the plugin was
      // loaded.
      else if (scope.isBelow || isInForce(errorHandler, request)) dryRun.respond(error);
      // The service's own error handler may throw the error again. The contract would answer that one.
      else if (!isUnknown(request, scope)) {
        dryRun.onJudging((body, status) => {
          if (isFastifysOwn(body, error, status)) dryRun.respond(error);
        });
      }
    }
    next();
  });
  // A wrapper passes on what its handler has thrown, or an error around it.
  const told = new WeakSet<FastifyReply>();
  const onFailed = (reply: FastifyReply, thrown: unknown) => {
    const late = reply.sent && !told.has(reply) ? dryRunOf(contract, reply.raw) : undefined;
    if (late === undefined) return;
    told.add(reply);
    if (!late.failStream(thrown)) late.respond(thrown);
  };
  // Fastify gets what the handler returned. Other thenables are left alone, because a query builder runs its query each
  // time it is awaited.
  watchHandlers(app, contract, onFailed, (thenable) => (thenable instanceof Promise ? thenable : undefined));
}

/**
 * Makes the function that replaces the `send` of a reply. It watches a payload that is a stream, and then calls
 * Fastify's method, which throws for a payload or a head that cannot be sent. What it throws is recorded even if the
 * handler carries on, because in force the contract's payload hook would catch it.
 */
function watchedSend(contract: AdapterContract): FastifyReply["send"] {
  return function send(this: FastifyReply, ...args: readonly unknown[]): FastifyReply {
    const dryRun = dryRunOf(contract, this.raw);
    if (dryRun !== undefined) watchStream(args[0], (error) => void dryRun.respond(error));
    const { send: below } = Object.getPrototypeOf(this) as {
      readonly send: (...args: readonly unknown[]) => FastifyReply;
    };
    try {
      return Reflect.apply(below, this, args);
    } catch (thrown) {
      dryRun?.respond(thrown);
      throw thrown;
    }
  };
}

/**
 * Whether the contract, in force, would answer a request because no route matched. It would if Fastify's own handler
 * answers it.
 */
function isUnknown(request: FastifyRequest, { answersNotFound, isBelow }: ObservedScope): boolean {
  if (!answersNotFound || knownState(request)?.isUnrouted !== true) return false;
  return isBelow || peek(peek(request.routeOptions, "handler"), "name") === FASTIFYS_NOT_FOUND;
}

/** The name of Fastify's own handler for unknown routes. */
const FASTIFYS_NOT_FOUND = "basic404";

/**
 * Whether an error is about the body. Fastify reads the body before it answers an unknown route. The contract would
 * answer the unknown route first.
 */
function isOfBody(error: unknown): boolean {
  return peekString(error, "code")?.startsWith("FST_ERR_CTP_") === true || error instanceof SyntaxError;
}

/** Whether an error handler is the one that gets the errors of a request. */
function isInForce(errorHandler: FastifyInstance["errorHandler"], request: FastifyRequest): boolean {
  return request.server.errorHandler === errorHandler && !hasRouteHandler(request);
}

/** Whether a payload is Fastify's own for an error that no handler took. */
function isFastifysOwn(payload: string, error: Error, statusCode: number): boolean {
  try {
    const body: unknown = JSON.parse(payload);
    return (
      peek(body, "message") === error.message &&
      peek(body, "statusCode") === statusCode &&
      peek(body, "error") === builtin.http.STATUS_CODES[statusCode]
    );
  } catch {
    return false;
  }
}
