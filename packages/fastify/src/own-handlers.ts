import { shared, warnOnce } from "@uhp-errors/core/internal";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { knownState } from "./request-state.ts";

/** The error handlers that this plugin has set, in any scope and for any contract. */
export const OURS = /* @__PURE__ */ shared("fastify/ours", () => new WeakSet<object>());

/**
 * The routes that have their own error handler, as method and pattern. The set grows with routes, not with requests.
 */
const ROUTES = new Set<string>();

/** Remembers a route that has its own error handler. Fastify does not show that handler later. */
export function noteRouteHandler({ method, url, errorHandler }: RouteOptions): void {
  if (errorHandler === undefined) return;
  for (const one of [method].flat()) ROUTES.add(`${one} ${url}`);
}

/** Whether the route of a request has its own error handler. */
export function hasRouteHandler({ method, routeOptions }: FastifyRequest): boolean {
  return ROUTES.has(`${method} ${routeOptions.url}`);
}

/** Warns about one of the service's own error handlers when the contract replaces its response for the first time. */
export function warnOfOwnHandler({ request }: FastifyReply): void {
  if (knownState(request)?.isHandled !== false) return;
  const place = placeOf(request);
  if (place === undefined) return;
  warnOnce(
    "UHP_OWN_ERROR_HANDLER",
    `${place} has an error handler of its own: what that sends is replaced by its status alone; remove it, so that the contract answers`,
    place,
  );
}

/**
 * Returns the place that has the error handler: the route, or else the outermost scope with this handler, because
 * scopes inherit it. `undefined` if the handler is the contract's.
 */
function placeOf({ server, method, routeOptions }: FastifyRequest): string | undefined {
  const route = `${method} ${routeOptions.url}`;
  if (ROUTES.has(route)) return `the route ${route}`;
  if (OURS.has(server.errorHandler)) return undefined;
  let scope = server;
  let outer = outerOf(scope);
  while (outer?.errorHandler === scope.errorHandler) {
    scope = outer;
    outer = outerOf(scope);
  }
  if (outer === undefined) return "the app";
  // For a plugin without a name, Fastify gives the beginning of its code.
  return scope.prefix === "" ? `the plugin "${scope.pluginName.slice(0, 60)}"` : `the scope ${scope.prefix}`;
}

/** Returns the scope around a scope; `undefined` for the app itself, which does not inherit from a Fastify instance. */
function outerOf(scope: FastifyInstance): FastifyInstance | undefined {
  const outer: unknown = Object.getPrototypeOf(scope);
  return outer === Object.prototype ? undefined : (outer as FastifyInstance);
}
