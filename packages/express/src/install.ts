import type { ServerResponse } from "node:http";
import type { Contract } from "@uhp-errors/core";
import { expectContract } from "@uhp-errors/core/adapter";
import { sharedSymbol } from "@uhp-errors/core/internal";
import { intercept, type Responder } from "@uhp-errors/node";
import { attachToServersOf, type ListenableApp } from "@uhp-errors/node/internal";
import { allowedMethods } from "./allowed-methods.ts";
import { originalReason } from "./async-handler.ts";
import { type Done, type Handle, serveNoting } from "./final-handler.ts";
import { answerNotFound, type ExpressRequest } from "./middleware.ts";
import { expressFramework, noteErrorHandler } from "./mounting.ts";

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
  noteErrorHandler(contract, []);
  const attachToServer = attachToServersOf(app, contract);
  const framework = expressFramework(contract);
  app.handle = function uhpHandle(request: ExpressRequest, response: ServerResponse, done?: Done) {
    const wasSent = response.headersSent;
    const responder = intercept(contract, request, response, framework, request);
    if (responder === undefined) {
      // If a hook of the service has answered just now, Express would throw for its own headers, and nothing would catch that.
      return response.headersSent && !wasSent ? undefined : Reflect.apply(handle, app, [request, response, done]);
    }
    // An app that is mounted in another one is not in charge of the server.
    if (done === undefined) attachToServer(request);
    const refusal = responder.checkVersion();
    if (refusal !== undefined) return responder.send(refusal);
    if (responder.isDryRun) {
      const note = (error: unknown) => answerEnd(error, responder, request, done !== undefined);
      return contract.handle(responder.context, () => serveNoting(app, handle, [request, response, done], note));
    }
    // Express adds `locals` after it has changed the prototype of the response. In Node 20 and 22, V8 then gives each
    // response a shape of its own, and every later use of the response is slow. A property that exists already is not
    // added.
    (response as { locals?: object }).locals ??= Object.create(null) as object;
    const final = (error?: unknown) => {
      if (!answerEnd(error, responder, request, done !== undefined)) done?.();
    };
    return contract.handle(responder.context, () => Reflect.apply(handle, app, [request, response, final]));
  };
}

/**
 * Answers a request that reached the end of all routes. An app that is mounted in another one leaves unknown addresses
 * to that one.
 *
 * @returns Whether the request is this app's to answer.
 */
function answerEnd(error: unknown, responder: Responder, request: ExpressRequest, isMounted: boolean): boolean {
  if (error && error !== NO_ROUTE) responder.sendError(originalReason(error));
  else if (!isMounted || error === NO_ROUTE || isRouted(request)) answerNotFound(responder, request);
  else return false;
  return true;
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
