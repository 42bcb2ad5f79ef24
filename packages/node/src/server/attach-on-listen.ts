import type { IncomingMessage } from "node:http";
import type { Contract } from "@uhp-errors/core";
import { attach, isServer } from "./attach.ts";
import { isAttached } from "./attached.ts";
import { serverOf } from "./warnings.ts";

/** An application of a framework that makes its own server. */
export interface ListenableApp {
  listen(...args: never[]): unknown;
}

/** Attaches a contract to every server that the application's `listen` makes from now on. */
export function attachOnListen(app: ListenableApp, contract: Contract): void {
  const { listen } = app;
  app.listen = function (this: unknown, ...args: never[]): unknown {
    const listening: unknown = Reflect.apply(listen, this, args);
    // A `listen` that somebody else has replaced may return anything; the first request tells of the server then.
    const found = (server: unknown) => {
      if (isServer(server)) attach(server, contract);
      return server;
    };
    const { then } = Object(listening) as { readonly then?: unknown };
    // What the promise rejects with is the caller's, who gets the promise that follows.
    return typeof then === "function" ? Reflect.apply(then, listening, [found]) : found(listening);
  };
}

/**
 * Attaches a contract to the server of a request, for applications that are handed to a server somebody else makes.
 *
 * @param known The server of an earlier request, at which nothing is left to do.
 * @returns The server, to be given with the next request.
 */
export function attachServerOf(request: IncomingMessage, contract: Contract, known?: object): object | undefined {
  const server = serverOf(request);
  if (server === undefined || server === known) return known;
  if (!isAttached(server)) attach(server, contract);
  return server;
}
