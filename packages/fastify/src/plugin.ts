import type { Contract } from "@uhp-errors/core";
import { noteContract } from "@uhp-errors/core/adapter";
import { attach, expectContract, intercept, responderInCharge } from "@uhp-errors/node";
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from "fastify";
import fastifyPlugin from "fastify-plugin";
import { allowedMethods } from "./allowed-methods.ts";
import { watchStream } from "./failing-streams.ts";
import { noteFailed, noteHandled, noteOurs } from "./own-handlers.ts";
import { interceptReply, refuseVersion, replyWithError, responderFor, sendReply } from "./reply.ts";
import { FIRST_ERROR, noteWhole } from "./request-context.ts";
import { warnWithoutRoutes, watchHandlers } from "./scopes.ts";
import { forgetUploads, UploadWatch } from "./uploads.ts";

/** Options of the plugin. */
export interface UhpOptions {
  /** What `createContract` returned. */
  readonly contract: Contract;
  /**
   * Whether the plugin answers unknown routes of its scope. Write `false` for a scope with a prefix that calls `setNotFoundHandler`
   * itself, which Fastify allows once. What that handler sends is then replaced on its way out.
   *
   * @defaultValue `true`
   */
  readonly handleNotFound?: boolean;
  /**
   * What answers requests that the contract does not apply to.
   *
   * @defaultValue Fastify's own handlers
   */
  readonly outside?: OutsideHandlers;
}

/** The handlers of a framework that builds on Fastify, for requests that the contract does not apply to. */
export interface OutsideHandlers {
  errorHandler(error: unknown, request: FastifyRequest, reply: FastifyReply): unknown;
  notFoundHandler(request: FastifyRequest, reply: FastifyReply): unknown;
}

/** Marks the configuration of requests that no route took, as long as the app has no handler of its own for them. */
const NOT_FOUND = Symbol("uhp-errors/not-found");

/**
 * The contract for Fastify 4 and 5. Register it first. On the app it covers everything, the server included; inside a
 * plugin of the app's it covers that plugin's scope.
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
    // Thrown here, it would end the process; handed on, it is what `register` and `ready` reject with.
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

  // Fastify makes functions anew for each kind of hook that a request passes, so few kinds are used.
  const uploads = new UploadWatch();
  app.addHook("onRequest", function uhpOnRequest(request, reply, next) {
    uploads.begin(request);
    const responder = interceptReply(contract, request, reply);
    if (responder === undefined) next();
    else if (!refuseVersion(responder, reply)) contract.handle(responder.context, next);
  });

  const outer = app.errorHandler;
  app.setErrorHandler(function uhpOnError(error: unknown, request, reply) {
    noteHandled(request);
    const responder = responderFor(contract, request, reply);
    // What a hook fails with comes to the next handler further out, that of another contract perhaps.
    if (responder !== undefined) return replyWithError(responderInCharge(reply.raw) ?? responder, error, reply);
    if (outside !== undefined) return outside.errorHandler(error, request, reply);
    // Thrown on, an error reaches the handler that is further out. Fastify would make a success of anything else.
    if (error instanceof Error) throw error;
    return outer.call(app, error as Error, request, reply);
  });

  if (notFound && ownsItsAddresses(app)) answerNotFound(app, contract, outside);
  watchHandlers(app);
  noteOurs(app.errorHandler);
  app.addHook("onSend", function uhpOnSend(request, reply, payload, next) {
    watchStream(contract, request, reply, payload);
    // A success enters no function for it.
    if (reply.raw.statusCode >= FIRST_ERROR) noteWhole(reply, payload);
    // Fastify 4 would fail where no handler can catch it.
    const refused = reply.raw.headersSent ? headWritten() : uploads.end(request);
    if (refused === undefined) next();
    else next(refused);
  });
  app.addHook("onError", function uhpOnError(request, _reply, _error, next) {
    forgetUploads(request);
    noteFailed(request);
    next();
  });
  warnWithoutRoutes(app, ownsItsAddresses(app));
}

/** What Node says where Fastify writes a head after a handler has written one by `reply.raw`, without `reply.hijack()`. */
function headWritten(): Error {
  const message = "the handler wrote to reply.raw and then replied; call reply.hijack() first, or do not reply";
  return Object.assign(new Error(message), { code: "ERR_HTTP_HEADERS_SENT" });
}

/** Answers unknown routes before their body is read: whether there is such a route comes first. */
function answerNotFound(app: FastifyInstance, contract: Contract, outside: OutsideHandlers | undefined): void {
  const onRequest: onRequestHookHandler = function uhpNotFound(request, reply, next) {
    const isUnknown = Reflect.get(request.routeOptions.config, NOT_FOUND) === contract;
    const responder = isUnknown ? responderFor(contract, request, reply) : undefined;
    if (responder === undefined) next();
    else sendReply(reply, responder.notFound(allowedMethods(app, request)));
  };
  try {
    // Without a handler it is Fastify's own that is set, which the app may still replace with one of its choice. The hook
    // belongs to it alone, after those of the app, so that the requests which a route takes do not pass it.
    const handler =
      outside && ((request: FastifyRequest, reply: FastifyReply) => outside.notFoundHandler(request, reply));
    const hooked = { config: { [NOT_FOUND]: contract }, onRequest };
    (app.setNotFoundHandler as (options: object, handler?: unknown) => void)(hooked, handler);
  } catch {
    // The app has set one of its own before. What that sends is replaced on its way out.
  }
}

/** Whether addresses that no route takes can be told to belong to the scope: those of the app, or under its own prefix. */
function ownsItsAddresses(app: FastifyInstance): boolean {
  return isRoot(app) || app.prefix !== (Object.getPrototypeOf(app) as FastifyInstance).prefix;
}

/** What Fastify answers before its hooks run, and Node before Fastify, belongs to no scope. */
function coverServer(server: FastifyInstance["server"], contract: Contract): void {
  server.prependListener("request", (request, response) => void intercept(contract, request, response));
  attach(server, contract);
}

/** A scope inherits from the instance that it was made in, and the root from nothing of Fastify's. */
function isRoot(app: FastifyInstance): boolean {
  return Object.getPrototypeOf(app) === Object.prototype;
}
