import type { ServerResponse } from "node:http";
import type { AdapterContract } from "@uhp-errors/core/adapter";
import { sharedSymbol } from "@uhp-errors/core/internal";
import { type ExpressErrorMiddleware, type ExpressMiddleware, install, outsideContract } from "@uhp-errors/express";
import type { ExpressApp } from "@uhp-errors/express/internal";
import { responderOf } from "@uhp-errors/node";
import type { Adapter } from "./adapter.ts";
import { answerFailedFile } from "./files.ts";
import { observeExceptions, observeFiles, observeHandlers } from "./observe.ts";

/**
 * What the contract's handler on Express takes for a request that no route matched. Without an error, Express answers
 * OPTIONS with a success, which Nest's own handler prevents.
 */
const NO_ROUTE = /* @__PURE__ */ sharedSymbol("express/no-route");

/**
 * Applies a contract to the Express app that Nest has made. It runs before Nest's body parsers and routes, and replaces
 * the handlers that Nest mounts last. Those handlers then only get the requests that the contract does not apply to.
 */
export function coverExpress(adapter: Adapter, contract: AdapterContract): void {
  install(adapter.getInstance() as ExpressApp, contract);
  if (contract.reportOnly) {
    observeExceptions(adapter, contract);
    observeHandlers(adapter, contract);
    observeFiles(adapter, contract);
    return;
  }
  const { reply, setErrorHandler, setNotFoundHandler } = adapter;
  Object.assign(adapter, {
    reply(response: ServerResponse, body: unknown, ...rest: unknown[]) {
      answerFailedFile(body, response);
      return Reflect.apply(reply as Mount, adapter, [response, body, ...rest]);
    },
    setErrorHandler(handler: ExpressErrorMiddleware, ...rest: unknown[]) {
      return Reflect.apply(setErrorHandler as Mount, adapter, [outsideContract(contract, handler), ...rest]);
    },
    setNotFoundHandler(handler: ExpressMiddleware, ...rest: unknown[]) {
      const notFound: ExpressMiddleware = (request, response, next) => {
        if (responderOf(contract, request, response) === undefined) handler(request, response, next);
        else next(request.method === "OPTIONS" ? NO_ROUTE : undefined);
      };
      return Reflect.apply(setNotFoundHandler as Mount, adapter, [notFound, ...rest]);
    },
  });
}

type Mount = (...args: unknown[]) => unknown;
