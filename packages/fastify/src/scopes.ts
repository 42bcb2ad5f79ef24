import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";

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
        if (reply.sent && !reply.raw.writableEnded) onFailure(thrown, request, reply);
      };
      try {
        const result: unknown = Reflect.apply(handler, this, [request, reply]);
        if (result instanceof Promise) result.catch(failed);
        return result;
      } catch (thrown) {
        failed(thrown);
        throw thrown;
      }
    } as typeof handler;
  });
}

/** Warns at start-up of scopes and routes with an error handler of their own, which answers in the contract's place. */
export function watchScopes(app: FastifyInstance): void {
  const ours = app.errorHandler;
  const scopes = new Set([app]);
  app.addHook("onRegister", (scope) => {
    scopes.add(scope);
  });
  app.addHook("onRoute", (route: RouteOptions) => {
    if (route.errorHandler !== undefined) warn(`the route ${route.method} ${route.url}`);
  });
  app.addHook("onReady", (next: () => void) => {
    for (const scope of scopes) {
      if (scope.errorHandler !== ours) warn(scope.prefix === "" ? "a scope of the app" : `the scope ${scope.prefix}`);
    }
    next();
  });
}

function warn(where: string): void {
  process.emitWarning(
    `${where} has an error handler of its own: what it answers is replaced by its status alone; throw the error on instead`,
    "UhpErrorsWarning",
  );
}
