import type { ServerResponse } from "node:http";
import type { Contract } from "@uhp-errors/core";
import { expectContract, noteContract, sharedSymbol } from "@uhp-errors/core/adapter";
import { attachOnListen, attachToServerOf, intercept, type ListenableApp } from "@uhp-errors/node";
import { allowedMethods } from "./allowed-methods.ts";
import { originalReason } from "./async-handler.ts";
import { type Done, WatchedRouters } from "./final-handler.ts";
import { answerNotFound, type ExpressRequest } from "./middleware.ts";
import { expressFramework, noteErrorHandler } from "./mounting.ts";

/**
 * The function with which Express handles a request. It calls `done` with an error that no handler took, or with
 * nothing if no route matched.
 */
type Handle = (request: ExpressRequest, response: ServerResponse, done?: Done) => unknown;

/** What a framework on top of Express passes to `next` for a request that no route of its own matched. */
const NO_ROUTE = /* @__PURE__ */ sharedSymbol("express/no-route");

/** The parts of an Express application that {@link install} uses. */
export interface ExpressApp extends ListenableApp {
  /** The function with which Express handles a request. Express's types do not declare it. */
  handle?: unknown;
}

/**
 * Puts a contract in force for a whole application: {@link uhp}, {@link uhpErrorHandler} and `attach` in one call. Call
 * it before or after you add the routes. Nothing has to be mounted last, because it replaces Express's own final
 * handler.
 *
 * @param app An application that `express()` made. If it is mounted in another application, a request that it has no
 * route for goes on to that one.
 * @throws TypeError if it gets anything but an application and a contract.
 * @example
 * const app = express();
 * install(app, contract);
 */
export function install(app: ExpressApp, contract: Contract): void {
  expectContract(contract, "install");
  const handle = handleOf(app);
  noteContract(app, contract);
  noteErrorHandler(contract, []);
  attachOnListen(app, contract);
  let server: object | undefined;
  const framework = expressFramework(contract);
  const routers = new WatchedRouters();
  app.handle = function uhpHandle(request: ExpressRequest, response: ServerResponse, done?: Done) {
    const wasSent = response.headersSent;
    const responder = intercept(contract, request, response, framework, request);
    if (responder === undefined) {
      // If a hook of the service has answered just now, Express would throw for its own headers, and nothing would catch that.
      return response.headersSent && !wasSent ? undefined : handle.call(app, request, response, done);
    }
    // An app that is mounted in another one is not in charge of the server.
    if (done === undefined) server = attachToServerOf(request, contract, server);
    const refusal = responder.checkVersion();
    if (refusal !== undefined) return responder.send(refusal);
    /** Answers a request that reached the end of all routes. Returns whether the app is to answer it. */
    const answerEnd = (error: unknown): boolean => {
      if (error && error !== NO_ROUTE) responder.sendError(originalReason(error));
      else if (done === undefined || error === NO_ROUTE || isRouted(request)) answerNotFound(responder, request);
      else return false;
      return true;
    };
    if (responder.isDryRun) {
      const watch = (next: Done): Done =>
        function (this: unknown, ...args) {
          answerEnd(args[0]);
          return Reflect.apply(next, this, args);
        };
      const run = () =>
        Reflect.apply(handle, app, done === undefined ? [request, response] : [request, response, watch(done)]);
      return contract.handle(
        responder.context,
        done === undefined ? () => routers.run(app, response, watch, run) : run,
      );
    }
    // Express adds `locals` after it has changed the prototype of the response. In Node 20 and 22, V8 then gives each
    // response a shape of its own, and every later use of the response is slow. A property that exists already is not
    // added.
    (response as { locals?: object }).locals ??= Object.create(null) as object;
    const final = (error?: unknown) => {
      if (!answerEnd(error)) done?.();
    };
    return contract.handle(responder.context, () => handle.call(app, request, response, final));
  };
}

/** Whether the app has routes for other methods at this address. */
function isRouted(request: ExpressRequest): boolean {
  return request.method !== "OPTIONS" && allowedMethods(request).length > 0;
}

function handleOf(app: ExpressApp): Handle {
  const { handle, listen } = Object(app) as Partial<ExpressApp>;
  if (typeof handle === "function" && typeof listen === "function") return handle as Handle;
  throw new TypeError("install: expected an application that express() made, as in install(app, contract)");
}
