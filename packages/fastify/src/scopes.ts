import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";

/** Requests whose handlers' late failures were told of: a route may stand in the scopes of several contracts. */
const TOLD = new WeakSet<FastifyRequest>();

type OnFailure = (thrown: unknown, request: FastifyRequest, reply: FastifyReply) => void;

/**
 * Looks after handlers that take the raw response with `reply.hijack()`: Fastify only logs what they fail with later, and
 * leaves the connection open. Sees the routes that are declared after the plugin was loaded.
 */
export function watchHandlers(app: FastifyInstance, onFailure: OnFailure): void {
  app.addHook("onRoute", (route: RouteOptions) => {
    const { handler } = route;
    route.handler = function (this: FastifyInstance, request: FastifyRequest, reply: FastifyReply) {
      const failed = (thrown: unknown) => {
        if (!reply.sent || TOLD.has(request)) return;
        TOLD.add(request);
        onFailure(thrown, request, reply);
      };
      try {
        const result: unknown = Reflect.apply(handler, this, [request, reply]);
        // A reply can be waited for, and says nothing of the handler.
        if (result === reply || !isThenable(result)) return result;
        // Fastify gets the promise, since a query builder runs its query each time that it is waited for.
        const outcome = Promise.resolve(result);
        outcome.then(() => {}, failed);
        return outcome;
      } catch (thrown) {
        failed(thrown);
        throw thrown;
      }
    } as typeof handler;
  });
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { readonly then?: unknown } | null | undefined)?.then === "function";
}

/** The handlers that this plugin has set, on whichever scope and for whichever contract. */
const OURS = new WeakSet<object>();

/** Warns at start-up of scopes with an error handler of their own, which answers in the contract's place. */
export function watchScopes(app: FastifyInstance): void {
  OURS.add(app.errorHandler);
  const scopes = new Set([app]);
  app.addHook("onRegister", (scope) => {
    scopes.add(scope);
  });
  app.addHook("onReady", (next: () => void) => {
    const seen = new Set<unknown>();
    for (const { errorHandler, prefix } of scopes) {
      // A scope inherits the handler of the one around it.
      if (!OURS.has(errorHandler) && !seen.has(errorHandler)) warn(prefix);
      seen.add(errorHandler);
    }
    next();
  });
}

function warn(prefix: string): void {
  const scope = prefix === "" ? "a scope of the app" : `the scope ${prefix}`;
  process.emitWarning(
    `${scope} has an error handler of its own: what that sends is replaced by its status alone; remove it, so that the contract answers`,
    "UhpErrorsWarning",
  );
}
