import type { ServerResponse } from "node:http";
import type { NodeRequest } from "@uhp-errors/node/internal";
import { type App, routerOf } from "./router.ts";

/**
 * What Express calls at the end of the routes: with the error that no handler took, or with nothing if no route
 * matched.
 */
export type Done = (this: unknown, ...args: readonly unknown[]) => unknown;

/** The function by which Express, or one of its routers, handles a request. */
export type Handle = (this: unknown, request: NodeRequest, response: ServerResponse, done?: Done) => unknown;

/**
 * Lets an app serve a request as without the contract.
 *
 * @param note Called with what reaches the end of the routes, before Express's own final handler is.
 */
export function serveNoting(
  app: object,
  handle: Handle,
  [request, response, done]: readonly [request: NodeRequest, response: ServerResponse, done: Done | undefined],
  note: (error: unknown) => void,
): unknown {
  const noting = (end: Done | undefined): Done | undefined =>
    end &&
    function (this: unknown, ...args) {
      note(args[0]);
      return Reflect.apply(end, this, args);
    };
  const router = done === undefined ? routerOf(app as App) : undefined;
  if (router === undefined) return Reflect.apply(handle, app, [request, response, noting(done)]);
  // Express passes its final handler only to the app's router. So it gets an app with another one.
  const watched: Handle = (one, other, end, ...rest) =>
    Reflect.apply(router, router, [one, other, noting(end), ...rest]);
  const field = { value: { handle: watched } };
  return Reflect.apply(handle, Object.create(app, { router: field, _router: field }) as object, [request, response]);
}
