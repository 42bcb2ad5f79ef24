import type { ServerResponse } from "node:http";
import type { NodeRequest } from "@uhp-errors/node/internal";
import type { App } from "./router.ts";

/**
 * What Express calls at the end of the routes: with the error that no handler took, or with nothing if no route
 * matched.
 */
export type Done = (this: unknown, ...args: readonly unknown[]) => unknown;

/** The function by which Express, or one of its routers, handles a request. */
export type Handle = (this: unknown, request: NodeRequest, response: ServerResponse, done?: Done) => unknown;

/** What Express calls a `handle` with. */
type Call = readonly [request: NodeRequest, response: ServerResponse, done: Done | undefined];

/** Sees what the routers of an app pass to Express's own final handler. Nothing else shows that. */
export class WatchedRouters {
  readonly #app: object;
  readonly #handle: Handle;
  readonly #covered = new WeakSet<object>();
  #expected: { readonly response: ServerResponse; readonly note: (error: unknown) => void } | undefined = undefined;

  constructor(app: object, handle: Handle) {
    this.#app = app;
    this.#handle = handle;
  }

  /**
   * Lets Express serve a request as without the contract.
   *
   * @param note Called with what reaches the end of the routes, before Express is.
   */
  serve([request, response, done]: Call, note: (error: unknown) => void): unknown {
    if (done !== undefined) return Reflect.apply(this.#handle, this.#app, [request, response, noting(done, note)]);
    this.#cover(routerOf(this.#app));
    this.#expected = { response, note };
    return Reflect.apply(this.#handle, this.#app, [request, response]);
  }

  #cover(router: { handle?: Handle } | undefined): void {
    const handle = router?.handle;
    if (router === undefined || typeof handle !== "function" || this.#covered.has(router)) return;
    this.#covered.add(router);
    const noteOf = (response: ServerResponse) => {
      const expected = this.#expected;
      if (response !== expected?.response) return undefined;
      this.#expected = undefined;
      return expected.note;
    };
    router.handle = function (this: unknown, request, response, ...rest) {
      const note = noteOf(response);
      const [done, ...others] = rest;
      const watched = note === undefined || typeof done !== "function" ? rest : [noting(done, note), ...others];
      return Reflect.apply(handle, this, [request, response, ...watched]);
    };
  }
}

function noting(done: Done, note: (error: unknown) => void): Done {
  return function (this: unknown, ...args) {
    note(args[0]);
    return Reflect.apply(done, this, args);
  };
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
