import type { Contract } from "@uhp-errors/core";
import { type AdapterContract, expectContract } from "@uhp-errors/core/adapter";
import { noteContract, peek } from "@uhp-errors/core/internal";
import { attach, intercept, responderInCharge } from "@uhp-errors/node";
import { hasHead, heldResponse } from "@uhp-errors/node/internal";
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from "fastify";
import fastifyPlugin from "fastify-plugin";
import { allowedMethods } from "./allowed-methods.ts";
import { reportStream } from "./failing-streams.ts";
import { observeScope } from "./observe.ts";
import { OURS } from "./own-handlers.ts";
import { refuseVersion, replyWithError, responderFor, sendReply } from "./reply.ts";
import { FASTIFY, FIRST_ERROR, noteCopied, noteWhole } from "./request-context.ts";
import { stateOf } from "./request-state.ts";
import { answerLate, warnWithoutRoutes, watchHandlers } from "./scopes.ts";
import { uploadCutOff, watchUploads } from "./uploads.ts";

/** The options of the plugin. */
export interface UhpOptions {
  /** What `createContract` returned. */
  readonly contract: Contract;
  /**
   * Whether the plugin answers requests that no route of its scope matched. Set it to `false` in a scope with a prefix
   * that calls `setNotFoundHandler` itself, because Fastify allows only one such call. The contract then replaces what
   * that handler sends.
   *
   * @defaultValue `true`
   */
  readonly handleNotFound?: boolean;
  /**
   * The handlers that answer requests which the contract does not apply to.
   *
   * @defaultValue Fastify's own handlers
   */
  readonly outside?: OutsideHandlers;
}

/** The handlers of a framework on top of Fastify, for requests that the contract does not apply to. */
export interface OutsideHandlers {
  errorHandler(error: unknown, request: FastifyRequest, reply: FastifyReply): unknown;
  notFoundHandler(request: FastifyRequest, reply: FastifyReply): unknown;
}

/** Marks the route configuration of requests that no route matched, unless the app has its own handler for them. */
const NOT_FOUND = Symbol("uhp-errors/not-found");

/**
 * The plugin for Fastify 4 and 5. Register it first. Registered on the app, it covers everything, even what the server
 * answers by itself. Registered inside another plugin, it covers that plugin's scope.
 *
 * @example
 * const app = Fastify(uhpServerOptions(contract));
 * await app.register(uhp, { contract });
 */
export const uhp = fastifyPlugin(plugin, { name: "@uhp-errors/fastify", fastify: "4.x || 5.x" });

function plugin(app: FastifyInstance, options: UhpOptions, done: (error?: Error) => void): void {
  try {
    mount(app, options);
  } catch (failure) {
    // If it were thrown here, it would end the process. Passed to `done`, it makes `register` and `ready` reject.
    done(failure as Error);
    return;
  }
  done();
}

function mount(app: FastifyInstance, options: UhpOptions): void {
  const { contract, handleNotFound: notFound = true, outside } = options;
  expectContract(contract, "app.register(uhp, { contract })");
  noteContract(app, contract);
  if (isRoot(app)) coverServer(app.server, contract);
  if (contract.reportOnly) {
    observeScope(app, contract, { answersNotFound: notFound && ownsItsAddresses(app), isBelow: outside !== undefined });
    return;
  }

  // On each request, Fastify creates closures for every kind of hook in use, so the plugin uses few kinds.
  app.addHook("onRequest", function uhpOnRequest(request, reply, next) {
    watchUploads(request);
    const responder = intercept(contract, request.raw, reply.raw, FASTIFY, reply);
    if (responder === undefined) next();
    else if (!refuseVersion(responder, reply)) contract.handle(responder.context, next);
  });

  const outer = app.errorHandler;
  app.setErrorHandler(function uhpOnError(error: unknown, request, reply) {
    stateOf(request).isHandled = true;
    const responder = responderFor(contract, request, reply);
    // If a hook fails, Fastify calls the next error handler further out, which may be another contract's.
    if (responder !== undefined) return replyWithError(responderInCharge(reply.raw) ?? responder, error, reply);
    if (outside !== undefined) return outside.errorHandler(error, request, reply);
    // An `Error` that is thrown again reaches the next error handler further out. Fastify would send any other value as
    // a success.
    if (error instanceof Error) throw error;
    return outer.call(app, error as Error, request, reply);
  });

  if (notFound && ownsItsAddresses(app)) answerNotFound(app, contract, outside);
  // Awaiting a thenable may repeat its work: a query builder runs its query each time. So Fastify gets one promise.
  watchHandlers(app, contract, answerLate, (thenable) => Promise.resolve(thenable));
  OURS.add(app.errorHandler);
  app.addHook("onSend", function uhpOnSend(request, reply, payload, next) {
    reportStream(contract, request, reply, payload);
    // Successes skip the calls.
    if (reply.raw.statusCode >= FIRST_ERROR) {
      noteWhole(reply, payload);
      noteCopied(reply);
    }
    // Fastify 4 would throw where no handler can catch it.
    const refused = hasHead(reply.raw) ? headWritten() : uploadCutOff(request);
    if (refused === undefined) next();
    else next(refused);
  });
  app.addHook("onError", function uhpOnError(request, reply, error, next) {
    const state = stateOf(request);
    state.parts = undefined;
    state.isHandled ??= false;
    // A hook has failed on the contract's response, which is sent all the same. A header that Node refuses fails twice.
    const isNew = heldResponse(reply.raw) !== undefined && peek(error, "message") !== peek(state.error, "message");
    if (isNew) responderInCharge(reply.raw)?.respond(error);
    state.error ??= error;
    next();
  });
  warnWithoutRoutes(app, ownsItsAddresses(app));
}

/**
 * Returns the error that Node throws if Fastify writes a head after the handler has written one to `reply.raw` without
 * calling `reply.hijack()`.
 */
function headWritten(): Error {
  const message = "the handler wrote to reply.raw and then replied; call reply.hijack() first, or do not reply";
  return Object.assign(new Error(message), { code: "ERR_HTTP_HEADERS_SENT" });
}

/**
 * Answers requests that no route matched before their body is read, so that a missing route counts for more than a bad
 * body.
 */
function answerNotFound(app: FastifyInstance, contract: AdapterContract, outside: OutsideHandlers | undefined): void {
  const onRequest: onRequestHookHandler = function uhpNotFound(request, reply, next) {
    const isUnknown = Reflect.get(request.routeOptions.config, NOT_FOUND) === contract;
    const responder = isUnknown ? responderFor(contract, request, reply) : undefined;
    const answer = responder?.notFound(allowedMethods(app, request));
    if (answer === undefined) next();
    else sendReply(reply, answer);
  };
  try {
    // If the app has no handler, this sets Fastify's own, which the app may still replace. The hook belongs to that
    // handler only, and runs after the app's hooks, so requests that match a route do not pass it.
    const handler =
      outside && ((request: FastifyRequest, reply: FastifyReply) => outside.notFoundHandler(request, reply));
    const hooked = { config: { [NOT_FOUND]: contract }, onRequest };
    (app.setNotFoundHandler as (options: object, handler?: unknown) => void)(hooked, handler);
  } catch {
    // The app has already set its own handler. The contract replaces what that handler sends.
  }
}

/**
 * Whether an address that no route matched can belong to this scope: the scope is the app itself, or has its own
 * prefix.
 */
function ownsItsAddresses(app: FastifyInstance): boolean {
  return isRoot(app) || app.prefix !== (Object.getPrototypeOf(app) as FastifyInstance).prefix;
}

/**
 * Covers what Fastify answers before its hooks run, and what Node answers before Fastify. Neither belongs to a scope.
 */
function coverServer(server: FastifyInstance["server"], contract: AdapterContract): void {
  server.prependListener("request", (request, response) => void intercept(contract, request, response));
  attach(server, contract);
}

/** Whether an instance is the app itself. A scope inherits from the instance that it was made in, the app from none. */
function isRoot(app: FastifyInstance): boolean {
  return Object.getPrototypeOf(app) === Object.prototype;
}
