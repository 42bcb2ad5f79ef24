import { setImmediate } from "node:timers";
import type { AdapterContract } from "@uhp-errors/core/adapter";
import { aside, peek, warnOnce } from "@uhp-errors/core/internal";
import { responderInCharge } from "@uhp-errors/node";
import type { FastifyInstance, FastifyReply, RouteOptions } from "fastify";
import { noteRouteHandler } from "./own-handlers.ts";
import { replyWithError } from "./reply.ts";
import { knownState, noteRoute, stateOf } from "./request-state.ts";

/**
 * Watches the handlers of the routes that are declared after the plugin was loaded. Fastify only logs the error of a
 * handler that fails after its reply was sent, or after `reply.hijack()`, and leaves the connection open.
 *
 * @param onFailed Gets what a handler threw, or rejected with, and the reply that Fastify gave it.
 * @param promiseOf Returns the promise of a thenable that a handler returned, to be watched and passed on in its place;
 * `undefined` if the thenable is passed on unwatched.
 */
export function watchHandlers(
  app: FastifyInstance,
  contract: AdapterContract,
  onFailed: (reply: FastifyReply, thrown: unknown) => void,
  promiseOf: (thenable: PromiseLike<unknown>) => Promise<unknown> | undefined,
): void {
  app.addHook("onRoute", (route: RouteOptions & { readonly routePath?: string }) => {
    const { url, routePath } = route;
    noteRouteHandler(route);
    // A prefix has two addresses, with and without a slash at the end. Fastify uses one name for both.
    const pattern = routePath === "" || routePath === "/" ? undefined : url;
    const failed = (reply: FastifyReply, thrown: unknown) =>
      aside(contract, () => {
        noteRoute(reply, pattern);
        onFailed(reply, thrown);
      });
    let handler = watched(route.handler, failed, promiseOf);
    // Plugins that are loaded later may wrap the handler. If a wrapper ends the response and then passes an error on, as
    // that of @fastify/sse does, Fastify only logs the error.
    Object.defineProperty(route, "handler", {
      __proto__: null,
      configurable: true,
      enumerable: true,
      get: () => handler,
      set(wrapper: typeof handler) {
        handler = watched(wrapper, failed, promiseOf);
      },
    } as object);
  });
}

/** Returns a handler that does what another one does, and tells what that one throws. */
function watched(
  handler: RouteOptions["handler"],
  failed: (reply: FastifyReply, thrown: unknown) => void,
  promiseOf: (thenable: PromiseLike<unknown>) => Promise<unknown> | undefined,
): RouteOptions["handler"] {
  const watching = function (this: unknown, ...args: readonly unknown[]): unknown {
    const [, reply] = args;
    let result: unknown;
    try {
      result = Reflect.apply(handler, this, args);
    } catch (thrown) {
      if (isReply(reply)) failed(reply, thrown);
      throw thrown;
    }
    // A reply is a thenable, but says nothing about the handler. Other plugins may call a handler too, with arguments
    // of their own, as @fastify/websocket does. What it returns is theirs.
    if (result === reply || !isReply(reply) || !isThenable(result)) return result;
    const outcome = promiseOf(result);
    if (outcome === undefined) return result;
    outcome.then(undefined, (thrown: unknown) => failed(reply, thrown));
    return outcome;
  } as typeof handler;
  // Fastify prints the names of handlers. Other plugins may look at their length.
  for (const name of ["name", "length"] as const) {
    Object.defineProperty(watching, name, { __proto__: null, configurable: true, value: handler[name] } as object);
  }
  return watching;
}

/** Whether a value is the reply of a request, as Fastify passes it to handlers. */
function isReply(value: unknown): value is FastifyReply {
  return peek(value, "raw") !== undefined && peek(value, "request") !== undefined;
}

/** Answers what a handler failed with after its reply was sent, or after `reply.hijack()`. */
export function answerLate(reply: FastifyReply, thrown: unknown): void {
  if (!reply.sent) return;
  const state = stateOf(reply.request);
  if (state.isLateTold) return;
  state.isLateTold = true;
  const responder = responderInCharge(reply.raw);
  if (responder !== undefined) replyWithError(responder, thrown, reply);
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof peek(value, "then") === "function";
}

/**
 * Warns if the plugin covers no route, because the routes were declared before it, or because it is in a scope of its
 * own.
 *
 * Routes that are declared right after `register`, before the plugin is loaded, are covered but not counted here. So on
 * the app itself, and in a scope with its own prefix, only an error that reaches another handler is a sign.
 */
export function warnWithoutRoutes(app: FastifyInstance, ownsItsAddresses: boolean): void {
  let routes = 0;
  app.addHook("onRoute", () => {
    routes += 1;
  });
  if (!ownsItsAddresses) {
    app.addHook("onReady", function uhpOnReady(next: () => void) {
      if (routes === 0) warnNoRoutes();
      next();
    });
    return;
  }
  app.addHook("onError", function uhpOnError(request, _reply, _error, next) {
    // Fastify calls the error handler after this hook.
    if (routes === 0) {
      setImmediate(() => {
        if (knownState(request)?.isHandled !== true) warnNoRoutes();
      });
    }
    next();
  });
}

function warnNoRoutes(): void {
  warnOnce(
    "UHP_NO_ROUTES",
    "uhp covers no route: register it on the app itself, before the routes; inside of another plugin it covers that plugin's own routes alone",
  );
}
