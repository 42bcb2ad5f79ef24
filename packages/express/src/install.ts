import type { ServerResponse } from "node:http";
import type { Contract } from "@uhp-errors/core";
import { noteContract } from "@uhp-errors/core/adapter";
import { attachOnListen, attachServerOf, expectContract, intercept, type ListenableApp } from "@uhp-errors/node";
import { allowedMethods } from "./allowed-methods.ts";
import { originalReason } from "./async-handler.ts";
import { answerNotFound, type ExpressRequest } from "./middleware.ts";
import { expressFramework, noteErrorHandler } from "./mounting.ts";

/** The way in which Express hands on a request: `done` gets the error that no handler took, or nothing when no route matched. */
type Handle = (request: ExpressRequest, response: ServerResponse, done?: (error?: unknown) => void) => unknown;

/** What {@link install} needs of an Express application. */
export interface ExpressApp extends ListenableApp {
  /** Express's own function that takes a request. Its types do not name it. */
  handle?: unknown;
}

/**
 * Puts a contract in force for a whole application: {@link uhp}, {@link uhpErrorHandler} and `attach` in one call. Call it
 * before or after the routes; nothing must be mounted last, because it takes the place of Express's own final handler.
 *
 * @param app An application that `express()` made. One that is mounted in another hands what no route matched to that one.
 * @throws TypeError when it gets anything but an application and a contract.
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
  const framework = expressFramework(contract);
  let server: object | undefined;
  app.handle = function uhpHandle(request: ExpressRequest, response: ServerResponse, done?: (error?: unknown) => void) {
    const responder = intercept(contract, request, response, framework, request);
    if (responder === undefined) return handle.call(app, request, response, done);
    // An app that is mounted in another speaks for its own requests, not for the server.
    if (done === undefined) server = attachServerOf(request, contract, server);
    const refusal = responder.checkVersion();
    if (refusal !== undefined) return responder.send(refusal);
    const final = (error?: unknown) => {
      if (error) responder.sendError(originalReason(error));
      else if (done === undefined || isRouted(request)) answerNotFound(responder, request);
      else done();
    };
    return contract.handle(responder.context, () => handle.call(app, request, response, final));
  };
}

/** Whether the app has routes at the address, for other methods. */
function isRouted(request: ExpressRequest): boolean {
  return request.method !== "OPTIONS" && allowedMethods(request).length > 0;
}

function handleOf(app: ExpressApp): Handle {
  const { handle, listen } = Object(app) as Partial<ExpressApp>;
  if (typeof handle === "function" && typeof listen === "function") return handle as Handle;
  throw new TypeError("install: expected an application that express() made, as in install(app, contract)");
}
