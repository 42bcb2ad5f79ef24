import type { ServerResponse } from "node:http";
import type { Contract } from "@uhp-errors/core";
import { type ErrorMiddleware, type ExpressApp, install, type Middleware, outside } from "@uhp-errors/express";
import { responderOf } from "@uhp-errors/node";
import type { Adapter } from "./adapter.ts";
import { answerFailedFile } from "./files.ts";

/**
 * Puts a contract in force on an Express app that Nest has made: before Nest's body parsers and routes, and in place of the
 * handlers that Nest mounts last, which are left with the requests that the contract does not apply to.
 */
export function coverExpress(adapter: Adapter, contract: Contract): void {
  install(adapter.getInstance() as ExpressApp, contract);
  const { reply, setErrorHandler, setNotFoundHandler } = adapter;
  Object.assign(adapter, {
    reply(response: ServerResponse, body: unknown, ...rest: unknown[]) {
      answerFailedFile(body, response);
      return Reflect.apply(reply as Mount, adapter, [response, body, ...rest]);
    },
    setErrorHandler(handler: ErrorMiddleware, ...rest: unknown[]) {
      return Reflect.apply(setErrorHandler as Mount, adapter, [outside(contract, handler), ...rest]);
    },
    setNotFoundHandler(handler: Middleware, ...rest: unknown[]) {
      const notFound: Middleware = (request, response, next) =>
        responderOf(contract, request, response) === undefined ? handler(request, response, next) : next();
      return Reflect.apply(setNotFoundHandler as Mount, adapter, [notFound, ...rest]);
    },
  });
}

type Mount = (...args: unknown[]) => unknown;
