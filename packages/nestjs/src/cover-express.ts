import type { ServerResponse } from "node:http";
import type { AdapterContract } from "@uhp-errors/core/adapter";
import { sharedSymbol } from "@uhp-errors/core/internal";
import {
  type ExpressErrorMiddleware,
  type ExpressMiddleware,
  install,
  outsideContract,
  uhpErrorHandler,
} from "@uhp-errors/express";
import type { ExpressApp } from "@uhp-errors/express/internal";
import { responderOf } from "@uhp-errors/node";
import { type Adapter, replaceMethod } from "./adapter.ts";
import { answerFailedFile, observeFailedFile } from "./files.ts";
import { observeExceptions } from "./observe.ts";

/**
 * What the contract's handler on Express takes for a request that no route matched. Without an error, Express answers
 * OPTIONS with a success, which Nest's own handler prevents.
 */
const NO_ROUTE = /* @__PURE__ */ sharedSymbol("express/no-route");

/** How a contract treats the two handlers that Nest mounts last. */
interface Wrappers {
  onError(handler: ExpressErrorMiddleware): ExpressErrorMiddleware;
  notFound(handler: ExpressMiddleware): ExpressMiddleware;
}

/**
 * Applies a contract to the Express app that Nest has made. It runs before Nest's body parsers and routes. The handlers
 * that Nest mounts last then only get the requests that the contract does not apply to.
 */
export function coverExpress(adapter: Adapter, contract: AdapterContract): void {
  install(adapter.getInstance() as ExpressApp, contract);
  if (contract.reportOnly) observeExceptions(adapter, contract);
  const onFile = contract.reportOnly ? observeFailedFile : answerFailedFile;
  const { onError, notFound } = contract.reportOnly ? noting(contract) : standingAside(contract);
  replaceMethod(adapter, "reply", (below, [response, body, ...rest]) => {
    onFile(body, response as ServerResponse, contract);
    return below(response, body, ...rest);
  });
  replaceMethod(adapter, "setErrorHandler", (below, [handler, ...rest]) =>
    below(onError(handler as ExpressErrorMiddleware), ...rest),
  );
  replaceMethod(adapter, "setNotFoundHandler", (below, [handler, ...rest]) =>
    below(notFound(handler as ExpressMiddleware), ...rest),
  );
}

function standingAside(contract: AdapterContract): Wrappers {
  return {
    onError: (handler) => outsideContract(contract, handler),
    notFound: (handler) => (request, response, next) => {
      if (responderOf(contract, request, response) === undefined) handler(request, response, next);
      else next(request.method === "OPTIONS" ? NO_ROUTE : undefined);
    },
  };
}

/** Sees what Express passes to the handlers, before they convert it. */
function noting(contract: AdapterContract): Wrappers {
  const [noteNotFound, noteError] = uhpErrorHandler(contract);
  const nothing = () => {};
  return {
    // Express recognizes an error handler by its four parameters, so all of them must be listed.
    onError: (handler) => (error, request, response, next) => {
      noteError(error, request, response, nothing);
      return handler(error, request, response, next);
    },
    notFound: (handler) => (request, response, next) => {
      noteNotFound(request, response, nothing);
      return handler(request, response, next);
    },
  };
}
