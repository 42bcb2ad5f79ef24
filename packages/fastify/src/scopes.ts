import { setImmediate } from "node:timers";
import { warnOnce } from "@uhp-errors/core/adapter";
import { responderInCharge } from "@uhp-errors/node";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { noteRouteHandler } from "./own-handlers.ts";
import { replyWithError } from "./reply.ts";
import { knownState, noteRoute, stateOf } from "./request-state.ts";

/**
 * Watches handlers that fail after their reply was sent, or after `reply.hijack()`. Fastify only logs such an error,
 * and leaves the connection open. Covers the routes that are declared after the plugin was loaded.
 */
export function watchHandlers(app: FastifyInstance): void {
  app.addHook("onRoute", (route: RouteOptions & { readonly routePath?: string }) => {
    const { handler, url, routePath } = route;
    noteRouteHandler(route);
    // A prefix has two addresses, with and without a slash at the end. Fastify uses one name for both.
    const pattern = routePath === "" || routePath === "/" ? undefined : url;
    const watched = function (this: FastifyInstance, request: FastifyRequest, reply: FastifyReply) {
      let result: unknown;
      try {
        result = Reflect.apply(handler, this, [request, reply]);
      } catch (thrown) {
        noteRoute(reply, pattern);
        answerLate(reply, thrown);
        throw thrown;
      }
      // A reply is a thenable, but says nothing about the handler.
      if (result === reply || !isThenable(result)) return result;
      // Awaiting a thenable may repeat its work: a query builder runs its query each time. So Fastify gets this promise
      // instead.
      const outcome = Promise.resolve(result);
      outcome.then(undefined, (thrown: unknown) => {
        noteRoute(reply, pattern);
        answerLate(reply, thrown);
      });
      return outcome;
    } as typeof handler;
    // Fastify prints the names of handlers.
    Object.defineProperty(watched, "name", { __proto__: null, configurable: true, value: handler.name } as object);
    route.handler = watched;
  });
}

function answerLate(reply: FastifyReply, thrown: unknown): void {
  if (!reply.sent) return;
  const state = stateOf(reply.request);
  if (state.isLateTold) return;
  state.isLateTold = true;
  const responder = responderInCharge(reply.raw);
  if (responder !== undefined) replyWithError(responder, thrown, reply);
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { readonly then?: unknown } | null | undefined)?.then === "function";
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
