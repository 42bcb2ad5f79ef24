import type { ServerResponse } from "node:http";
import type { AdapterContract } from "@uhp-errors/core/adapter";
import { uhpErrorHandler } from "@uhp-errors/express";
import type { ExpressRequest } from "@uhp-errors/express/internal";
import { dryRunOf } from "@uhp-errors/node/internal";
import type { Adapter } from "./adapter.ts";
import { observeFailedFile } from "./files.ts";
import { type NestResponse, nodeResponse } from "./native.ts";

type Method = (...args: unknown[]) => unknown;

/** The exception that Nest is currently finding a filter for. */
let sought: { readonly thrown: unknown } | undefined;

/**
 * Stands in the list of exception classes that a filter catches, but matches none. Nest checks it after the filters
 * before ours, so it sees the exceptions that the contract, in force, would respond to.
 */
export const SOUGHT = {
  [Symbol.hasInstance](thrown: unknown): boolean {
    const mine = { thrown };
    sought = mine;
    // Nest responds in the same turn.
    queueMicrotask(() => {
      if (sought === mine) sought = undefined;
    });
    return false;
  },
};

/**
 * Sees the exceptions that Nest's own exception handler responds to. That handler first checks whether the response has
 * begun.
 */
export function observeExceptions(adapter: Adapter, contract: AdapterContract): void {
  const { isHeadersSent } = adapter;
  Object.assign(adapter, {
    isHeadersSent(...args: [response: NestResponse]) {
      const [response] = args;
      if (sought !== undefined) dryRunOf(contract, nodeResponse(response))?.respond(sought.thrown);
      sought = undefined;
      return Reflect.apply(isHeadersSent as Method, adapter, args);
    },
  });
}

/** Sees the files that Express is about to send. */
export function observeFiles(adapter: Adapter, contract: AdapterContract): void {
  const { reply } = adapter;
  Object.assign(adapter, {
    reply(response: ServerResponse, body: unknown, ...rest: unknown[]) {
      observeFailedFile(body, response, contract);
      return Reflect.apply(reply as Method, adapter, [response, body, ...rest]);
    },
  });
}

/** Sees what Express passes to the handlers that Nest mounts last, before they convert it. */
export function observeHandlers(adapter: Adapter, contract: AdapterContract): void {
  const { setErrorHandler, setNotFoundHandler } = adapter;
  const [noteNotFound, noteError] = uhpErrorHandler(contract);
  const nothing = () => {};
  Object.assign(adapter, {
    setErrorHandler(handler: Method, ...rest: unknown[]) {
      // Express recognizes an error handler by its four parameters, so all of them must be listed.
      const watched = (error: unknown, request: ExpressRequest, response: ServerResponse, next: unknown) => {
        noteError(error, request, response, nothing);
        return handler(error, request, response, next);
      };
      return Reflect.apply(setErrorHandler as Method, adapter, [watched, ...rest]);
    },
    setNotFoundHandler(handler: Method, ...rest: unknown[]) {
      const watched = (request: ExpressRequest, response: ServerResponse, next: unknown) => {
        noteNotFound(request, response, nothing);
        return handler(request, response, next);
      };
      return Reflect.apply(setNotFoundHandler as Method, adapter, [watched, ...rest]);
    },
  });
}
