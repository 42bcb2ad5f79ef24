import type { IncomingMessage, ServerResponse } from "node:http";
import type { AdapterContract } from "@uhp-errors/core/adapter";
import { uhp } from "@uhp-errors/fastify";
import type { OutsideHandlers } from "@uhp-errors/fastify/internal";
import { intercept } from "@uhp-errors/node";
import type { Adapter } from "./adapter.ts";
import { observeExceptions } from "./observe.ts";

/** Middleware on Nest's Fastify. It gets Node's own request and response. */
type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** A Fastify app with the plugin that runs middleware. Nest loads that plugin before any module. */
type App = Parameters<typeof uhp>[0] & { use?(middleware: Middleware): unknown };

/** The handlers that Nest wanted to set on Fastify, and that were kept back. */
const KEPT = new WeakMap<Adapter, Partial<OutsideHandlers>>();

/**
 * Tells the plugin that Nest's handlers replace Fastify's own. If the contract only reports, Fastify calls Nest's
 * handlers itself, so these never run.
 */
const NEVER_CALLED: OutsideHandlers = { errorHandler: () => undefined, notFoundHandler: () => undefined };

/**
 * Applies a contract to the Fastify app that Nest has made. Fastify has room for one error handler and one handler for
 * unknown routes, and the contract needs both. Nest's own handlers are kept for requests that the contract does not
 * apply to.
 */
export async function coverFastify(adapter: Adapter, contract: AdapterContract): Promise<void> {
  const app = adapter.getInstance() as App;
  if (contract.reportOnly) {
    observeExceptions(adapter, contract);
    await app.register(uhp, { contract, outside: NEVER_CALLED });
    return;
  }
  // If there are several contracts, each needs them.
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
  // Nest's middleware runs before a plugin's hooks. So a version is refused in middleware that comes before all of Nest's.
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
  // The plugin only sees routes that are declared after it has loaded.
  await app.register(uhp, { contract, outside });
}

/**
 * Removes Fastify's own `clientError` listener, so that the contract's listener handles what Node's parser rejects. A
 * listener that the service has set by the adapter's option `clientErrorHandler` stays.
 */
function dropFastifysAnswer(server: App["server"]): void {
  for (const listener of server.listeners("clientError")) {
    if (listener.name === DEFAULT_LISTENER) server.off("clientError", listener as () => void);
  }
}

const DEFAULT_LISTENER = "bound defaultClientErrorHandler";
