import { notes, shared } from "@uhp-errors/core/adapter";
import { responderInCharge, warnOnce } from "@uhp-errors/node";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { isHandled, noteRouteHandler } from "./own-handlers.ts";
import { replyWithError } from "./reply.ts";
import { noteRoute } from "./request-context.ts";

/** Replies whose late failures were reported already, since a route may be in the scopes of several contracts. */
const TOLD = /* @__PURE__ */ shared("fastify/told", () => notes<FastifyReply, true>());

/**
 * Looks after handlers that fail once their reply was sent, or taken over with `reply.hijack()`: Fastify only logs what they fail
 * with, and leaves the connection open. Sees the routes that are declared after the plugin was loaded.
 */
export function watchHandlers(app: FastifyInstance): void {
  app.addHook("onRoute", (route: RouteOptions & { readonly routePath?: string }) => {
    const { handler, url, routePath } = route;
    noteRouteHandler(route);
    // Fastify calls the two addresses of a prefix by one name.
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
      // A reply can be waited for, and says nothing of the handler.
      if (result === reply || !isThenable(result)) return result;
      // Fastify gets the promise, since a query builder runs its query each time that it is waited for.
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
  if (!reply.sent || TOLD.get(reply) === true) return;
  TOLD.put(reply, true);
  const responder = responderInCharge(reply.raw);
  if (responder !== undefined) replyWithError(responder, thrown, reply);
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { readonly then?: unknown } | null | undefined)?.then === "function";
}

/**
 * Warns when the plugin covers no route: they were declared before it, or it is in a scope of its own.
 *
 * Routes that are declared right after `register`, before the plugin is loaded, are covered and not counted here. So on the
 * app itself, and in a scope with a prefix of its own, only an error that another handler gets is a sign.
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
    // The handler is set after this hook.
    if (routes === 0) {
      setImmediate(() => {
        if (!isHandled(request)) warnNoRoutes();
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
