import type { ServerResponse } from "node:http";
import type { AdapterContract } from "@uhp-errors/core/adapter";
import { type NodeRequest, type Observation, observe } from "@uhp-errors/node";
import { allowedMethods } from "./allowed-methods.ts";
import { originalReason } from "./async-handler.ts";
import { expressFramework, notePassedOn } from "./mounting.ts";
import type { App } from "./router.ts";

/**
 * What Express calls at the end of the routes: with the error that no handler took, or with nothing if no route
 * matched.
 */
type Done = (this: unknown, ...args: readonly unknown[]) => unknown;

/** The function by which Express, or one of its routers, handles a request. */
type Handle = (this: unknown, request: NodeRequest, response: ServerResponse, done?: Done) => unknown;

/** Wraps Express's `handle` for a contract that only reports. Express answers as it does without the contract. */
export function observing(
  app: object,
  handle: Handle,
  contract: AdapterContract,
  onRequest: (request: NodeRequest) => void,
): Handle {
  const framework = expressFramework(contract);
  const routers = new WatchedRouters();
  return function uhpHandle(request, response, done) {
    const observation = observe(contract, request, response, framework, request);
    if (observation === undefined) return Reflect.apply(handle, app, [request, response, done]);
    if (done === undefined) onRequest(request);
    const isMounted = done !== undefined;
    const watch = (next: Done): Done =>
      function (this: unknown, ...args) {
        noteEnd(observation, args[0], request, isMounted);
        return Reflect.apply(next, this, args);
      };
    const rest = done === undefined ? [] : [watch(done)];
    const run = () => Reflect.apply(handle, app, [request, response, ...rest]) as unknown;
    return contract.handle(observation.context, isMounted ? run : () => routers.run(app, response, watch, run));
  };
}

/**
 * Notes a request that reached the end of all routes. An app that is mounted in another one leaves unknown addresses to
 * that one.
 */
function noteEnd(observation: Observation, error: unknown, request: NodeRequest, isMounted: boolean): void {
  if (error) observation.thrown(originalReason(error));
  else if (!isMounted || isRouted(request)) noteNotFound(observation, request);
}

/** Notes a request that no route matched. */
export function noteNotFound(observation: Observation, request: NodeRequest): void {
  observation.notFound(() => {
    notePassedOn(request);
    return allowedMethods(request);
  });
}

/** Whether the app has routes for other methods at this address. */
export function isRouted(request: NodeRequest): boolean {
  return request.method !== "OPTIONS" && allowedMethods(request).length > 0;
}

/** Sees what the routers of an app pass to Express's final handler. Nothing else shows that. */
class WatchedRouters {
  readonly #known = new WeakSet<object>();
  #response: ServerResponse | undefined = undefined;
  #watch: ((next: Done) => Done) | undefined = undefined;

  /** Runs a function in which Express calls the app's router. */
  run<Result>(app: object, response: ServerResponse, watch: (next: Done) => Done, handle: () => Result): Result {
    this.#cover(routerOf(app));
    this.#response = response;
    this.#watch = watch;
    return handle();
  }

  #cover(router: { handle?: Handle } | undefined): void {
    const handle = router?.handle;
    if (router === undefined || typeof handle !== "function" || this.#known.has(router)) return;
    this.#known.add(router);
    const take = (response: ServerResponse) => {
      if (response !== this.#response) return undefined;
      this.#response = undefined;
      return this.#watch;
    };
    router.handle = function (this: unknown, request, response, ...rest) {
      const watch = take(response);
      const [done, ...others] = rest;
      const watched = watch === undefined || typeof done !== "function" ? rest : [watch(done), ...others];
      return Reflect.apply(handle, this, [request, response, ...watched]);
    };
  }
}

/** Returns the app's router; `undefined` if it cannot be read. Express 4 makes it for the first route. */
function routerOf(app: object): { handle?: Handle } | undefined {
  try {
    const { _router } = app as App;
    // In Express 4, `app.router` throws. So `_router`, its name there, is tried first.
    return (_router ?? (app as App).router) as { handle?: Handle };
  } catch {
    return undefined;
  }
}
