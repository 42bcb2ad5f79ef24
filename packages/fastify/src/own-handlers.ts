import { notes, shared, warnOnce } from "@uhp-errors/core/adapter";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";

/** Requests that failed, until the contract's error handler gets what they failed with. */
const FAILED = /* @__PURE__ */ shared("fastify/failed", () => notes<FastifyRequest, { isOurs: boolean }>());

/** The error handlers that the plugin has set, on whichever scope and for whichever contract. */
const OURS = /* @__PURE__ */ shared("fastify/ours", () => new WeakSet<object>());

/** Remembers that an error handler is the contract's. */
export function noteOurs(handler: object): void {
  OURS.add(handler);
}

/** Notes that a request failed, before Fastify chooses the handler for it. */
export function noteFailed(request: FastifyRequest): void {
  if (FAILED.get(request) === undefined) FAILED.put(request, { isOurs: false });
}

/** Notes that the contract's error handler got what a request failed with. */
export function noteHandled(request: FastifyRequest): void {
  const noted = FAILED.get(request);
  if (noted === undefined) FAILED.put(request, { isOurs: true });
  else noted.isOurs = true;
}

/** Whether the contract's error handler got what a request failed with. */
export function isHandled(request: FastifyRequest): boolean {
  return FAILED.get(request)?.isOurs === true;
}

/** Routes that have an error handler, as a method and a pattern. There are as many as apps declare. */
const ROUTES = new Set<string>();

/** Remembers a route that has an error handler. Fastify does not show it later. */
export function noteRouteHandler({ method, url, errorHandler }: RouteOptions): void {
  if (errorHandler === undefined) return;
  for (const one of [method].flat()) ROUTES.add(`${one} ${url}`);
}

/** Warns of an error handler of the service's own, at its first answer that is replaced. */
export function warnOfOwnHandler({ request }: FastifyReply): void {
  if (FAILED.get(request)?.isOurs !== false) return;
  const place = placeOf(request);
  if (place === undefined) return;
  warnOnce(
    "UHP_OWN_ERROR_HANDLER",
    `${place} has an error handler of its own: what that sends is replaced by its status alone; remove it, so that the contract answers`,
    place,
  );
}

/** What has the handler: the route, else the outermost scope with it, since scopes inherit it. `undefined` for Fastify's own handler. */
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
  // Of a plugin without a name, Fastify shows how its code begins.
  return scope.prefix === "" ? `the plugin "${scope.pluginName.slice(0, 60)}"` : `the scope ${scope.prefix}`;
}

/** The scope around one; `undefined` for the app itself, which inherits from nothing of Fastify's. */
function outerOf(scope: FastifyInstance): FastifyInstance | undefined {
  const outer: unknown = Object.getPrototypeOf(scope);
  return outer === Object.prototype ? undefined : (outer as FastifyInstance);
}
