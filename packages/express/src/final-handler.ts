import type { ServerResponse } from "node:http";
import type { NodeRequest } from "@uhp-errors/node";
import type { App } from "./router.ts";

/**
 * What Express calls at the end of the routes: with the error that no handler took, or with nothing if no route
 * matched.
 */
export type Done = (this: unknown, ...args: readonly unknown[]) => unknown;

/** The function by which Express, or one of its routers, handles a request. */
type Handle = (this: unknown, request: NodeRequest, response: ServerResponse, done?: Done) => unknown;

/** Sees what the routers of an app pass to Express's own final handler. Nothing else shows that. */
export class WatchedRouters {
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
