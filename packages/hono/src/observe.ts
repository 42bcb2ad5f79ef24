import type { AdapterContract } from "@uhp-errors/core/adapter";
import { aside } from "@uhp-errors/core/internal";
import { requestContext } from "@uhp-errors/web";
import { type DryRunResponder, dryRunOf, intercept } from "@uhp-errors/web/internal";
import type { Context, ErrorHandler } from "hono";
import { type Addressed, allowedMethods, type RoutedHonoApp } from "./allowed-methods.ts";
import { FIRST_ERROR, isHonosNotFound, responseIn } from "./honos-own.ts";
import { requestInHono, watchBodyReaders } from "./request-context.ts";

/** The function by which a runtime passes requests to an app. */
export type Fetch = (request: Request, ...rest: never[]) => Response | Promise<Response>;

type Router = RoutedHonoApp["router"];

/** The parts of an app that are used to observe it. Hono's types do not name the error handler. */
interface ObservedHonoApp {
  fetch: Fetch;
  readonly routes: RoutedHonoApp["routes"];
  router: Router;
  errorHandler?: ErrorHandler;
}

/**
 * Observes an app for a contract that only reports. It mounts nothing, because Hono takes another path for a handler
 * that has no middleware.
 */
export function observeApp(app: ObservedHonoApp, contract: AdapterContract): void {
  const { fetch, router } = app;
  const begin = watchErrorHandler(app, contract);
  const expectMatch = watchRouter(app);
  app.fetch = function uhpFetch(request, ...rest) {
    const responder = intercept(contract, request, rest[0]) as DryRunResponder | undefined;
    if (responder === undefined || responder.isCovered) return fetch(request, ...rest);
    responder.checkVersion();
    begin();
    const observed: ObservedRequest = { responder, context: undefined };
    const serve = () => {
      expectMatch(observed);
      return fetch(request, ...rest);
    };
    return responder.run(serve, undefined, (text) => {
      const { context } = observed;
      if (context === undefined) return;
      // The error handler of a mounted app may have responded to the error.
      if (context.error !== undefined) responder.note(context.error);
      else if (isHonosNotFound(text)) responder.noteNotFound(allowedMethods({ routes: app.routes, router }, context));
    });
  };
}

/** A request that is noted, and what shows how Hono handled it, once Hono has looked for a route. */
interface ObservedRequest {
  readonly responder: DryRunResponder;
  context: (Addressed & { readonly error?: unknown }) | undefined;
}

/** A handler or middleware, as Hono's router returns it. */
type Run = (c: Context, next: () => Promise<void>) => unknown;

/**
 * Finds the context that Hono makes for a request, in the first function that Hono runs.
 *
 * @returns A function to call with the request for which Hono asks its router next. Hono does that before it runs anything else.
 */
function watchRouter(app: ObservedHonoApp): (observed: ObservedRequest) => void {
  const { router } = app;
  let expected: ObservedRequest | undefined;
  const match: Router["match"] = (method, path) => {
    const found = router.match(method, path);
    const observed = expected;
    expected = undefined;
    if (observed === undefined) return found;
    // Hono's form: `[[[[run, route], params], …], values]`, with all functions for the address. Some routers leave the values out.
    const [[first, ...others], ...values] = found;
    if (first === undefined) {
      const { method: own, native } = observed.responder.context;
      observed.context = { req: { method: own, path } };
      requestContext(native, { isRouted: () => false });
      return found;
    }
    const [[run, ...route], ...params] = first;
    const watched: Run = (c, next) => {
      observed.context = c;
      requestInHono(c).isObserved = true;
      watchBodyReaders(c);
      return (run as Run)(c, next);
    };
    return [[[[watched, ...route], ...params], ...others], ...values];
  };
  const watched: Router = { match };
  Object.defineProperty(app, "router", {
    configurable: true,
    enumerable: true,
    // Hono also adds routes to the router, and passes it to copies of the app. Only the match of a request gets ours.
    get: () => (expected === undefined ? router : watched),
  });
  return (observed) => {
    expected = observed;
  };
}

/**
 * Sees the errors that Hono passes to the app's error handler, including a handler that is set later.
 *
 * @returns A function to call once the app serves requests. Before that, an app that mounts this one sees the handler
 * itself.
 */
function watchErrorHandler(app: ObservedHonoApp, contract: AdapterContract): () => void {
  // In force, the contract replaces this handler. One that is set later stays.
  const { errorHandler: first } = app;
  let own = first;
  let watched: ErrorHandler | undefined;
  let isServing = false;
  const watch = (handler: ErrorHandler): ErrorHandler =>
    function uhpOnError(this: unknown, ...args) {
      const [error, c] = args;
      const result = Reflect.apply(handler, this, args) as ReturnType<ErrorHandler>;
      const note = (response: Response) =>
        aside(contract, () => noteError(contract, error, c, response, handler === first));
      if (result instanceof Promise) result.then(note, () => {});
      else note(result as Response);
      return result;
    };
  Object.defineProperty(app, "errorHandler", {
    configurable: true,
    enumerable: true,
    get() {
      if (!isServing || own === undefined) return own;
      watched ??= watch(own);
      return watched;
    },
    set(handler: ErrorHandler) {
      own = handler;
      watched = undefined;
    },
  });
  return () => {
    isServing = true;
  };
}

/**
 * Notes an error that the app's handler has responded to. An error that ends in a success, such as a redirect, is not a
 * failure.
 */
function noteError(
  contract: AdapterContract,
  error: unknown,
  c: Context,
  response: Response,
  wouldBeReplaced: boolean,
): void {
  const request = requestInHono(c);
  const statusInForce = wouldBeReplaced ? responseIn(error)?.status : response?.status;
  if (statusInForce !== undefined && statusInForce < FIRST_ERROR) return;
  request.response = response;
  request.thrownStatus = statusInForce;
  dryRunOf(contract, request.request)?.note(error);
}
