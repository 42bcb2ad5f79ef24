import type { IncomingMessage, ServerResponse } from "node:http";
import type { Contract } from "@uhp-errors/core";
import { type OutsideHandlers, uhp } from "@uhp-errors/fastify";
import { intercept } from "@uhp-errors/node";
import type { Adapter } from "./adapter.ts";

/** A middleware, as Nest's Fastify takes it: with Node's own request and response. */
type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** The part of Fastify that runs middleware, which Nest loads before any module. */
type App = Parameters<typeof uhp>[0] & { use?(middleware: Middleware): unknown };

/** Nest's own handlers, which are not given to Fastify. */
const KEPT = new WeakMap<Adapter, Partial<OutsideHandlers>>();

/**
 * Puts a contract in force on a Fastify app that Nest has made. Nest's own handlers for errors and unknown routes are not given to
 * Fastify, which has room for one of each, but kept for the requests that the contract does not apply to.
 */
export async function coverFastify(adapter: Adapter, contract: Contract): Promise<void> {
  const app = adapter.getInstance() as App;
  // Any of several contracts may be the one that needs them.
  const nest = KEPT.get(adapter) ?? {};
  KEPT.set(adapter, nest);
  Object.assign(adapter, {
    setErrorHandler(errorHandler: OutsideHandlers["errorHandler"]) {
      Object.assign(nest, { errorHandler });
    },
    setNotFoundHandler(notFoundHandler: OutsideHandlers["notFoundHandler"]) {
      Object.assign(nest, { notFoundHandler });
    },
  });
  // Nest's middleware runs before the hooks of a plugin, so what comes before all else is a middleware too.
  app.use?.((request, response, next) => {
    const responder = intercept(contract, request, response);
    const refusal = responder?.checkVersion();
    if (responder === undefined || refusal === undefined) next();
    else responder.send(refusal);
  });
  const outside: OutsideHandlers = {
    errorHandler: (error, request, reply) => nest.errorHandler?.(error, request, reply),
    notFoundHandler: (request, reply) => nest.notFoundHandler?.(request, reply),
  };
  dropFastifysAnswer(app.server);
  // Waited for, since the plugin sees only routes that are declared after it was loaded.
  await app.register(uhp, { contract, outside });
}

/**
 * Fastify has a listener of its own for what Node's parser refuses, which answers before any that comes later. Without the adapter's
 * option `clientErrorHandler`, whose function stays, it is this one, and the contract's takes its place.
 */
function dropFastifysAnswer(server: App["server"]): void {
  for (const listener of server.listeners("clientError")) {
    if (listener.name === DEFAULT_LISTENER) server.off("clientError", listener as () => void);
  }
}

const DEFAULT_LISTENER = "bound defaultClientErrorHandler";
