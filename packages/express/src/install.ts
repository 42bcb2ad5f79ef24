import type { ServerResponse } from "node:http";
import type { Contract } from "@uhp-errors/core";
import { expectContract, noteContract, sharedSymbol } from "@uhp-errors/core/adapter";
import { attachOnListen, attachToServerOf, intercept, type ListenableApp } from "@uhp-errors/node";
import { originalReason } from "./async-handler.ts";
import { answerNotFound, type ExpressRequest } from "./middleware.ts";
import { expressFramework, noteErrorHandler } from "./mounting.ts";
import { isRouted, observing } from "./observe.ts";

/**
 * The function with which Express handles a request. It calls `done` with an error that no handler took, or with
 * nothing if no route matched.
 */
type Handle = (request: ExpressRequest, response: ServerResponse, done?: (error?: unknown) => void) => unknown;

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
  if (contract.reportOnly) {
    app.handle = observing(app, handle as never, contract, (request) => {
      server = attachToServerOf(request, contract, server);
    });
    return;
  }
  const framework = expressFramework(contract);
  app.handle = function uhpHandle(request: ExpressRequest, response: ServerResponse, done?: (error?: unknown) => void) {
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
    // Express adds `locals` after it has changed the prototype of the response. In Node 20 and 22, V8 then gives each
    // response a shape of its own, and every later use of the response is slow. A property that exists already is not
    // added.
    (response as { locals?: object }).locals ??= Object.create(null) as object;
    const final = (error?: unknown) => {
      if (error && error !== NO_ROUTE) responder.sendError(originalReason(error));
      else if (done === undefined || error === NO_ROUTE || isRouted(request)) answerNotFound(responder, request);
      else done();
    };
    return contract.handle(responder.context, () => handle.call(app, request, response, final));
  };
}

function handleOf(app: ExpressApp): Handle {
  const { handle, listen } = Object(app) as Partial<ExpressApp>;
  if (typeof handle === "function" && typeof listen === "function") return handle as Handle;
  throw new TypeError("install: expected an application that express() made, as in install(app, contract)");
}
