import type { Contract } from "@uhp-errors/core";
import { type AdapterContract, expectContract } from "@uhp-errors/core/adapter";
import type { Responder } from "@uhp-errors/web";
import { type Observation, observationOf, observe } from "@uhp-errors/web/internal";
import type { Context, MiddlewareHandler, Next } from "hono";
import { noteMiddleware } from "./allowed-methods.ts";
import { put, replace, responderFor } from "./answer.ts";
import { FIRST_ERROR } from "./honos-own.ts";
import { honoRequestOf, requestOf, watchReadersOf } from "./request-context.ts";

/**
 * Middleware that applies a contract to an app, or to a part of it. Mount it before the routes that it should cover. It
 * refuses a version that is not served, responds to everything that is thrown, and replaces error responses of another
 * format.
 *
 * Where the same contract covers the app already, it takes the place of an error handler: it responds to what is thrown
 * below it, so that the middleware above it gets that response.
 *
 * @throws TypeError when it gets anything but a contract.
 * @example
 * app.use("/v1/*", uhp(contract)); // before the routes
 */
export function uhp(contract: Contract): MiddlewareHandler {
  expectContract(contract, "uhp");
  if (contract.reportOnly) return noteMiddleware(observing(contract));
  return noteMiddleware(async function uhpContract(c, next) {
    const responder = responderFor(contract, c);
    if (responder === undefined) return next();
    const request = honoRequestOf(c);
    if (request.isSeenBy(contract)) return covered(responder, c, next);
    const refusal = responder.checkVersion();
    if (refusal !== undefined) {
      put(c, responder, refusal);
      return;
    }
    watchReadersOf(c);
    request.enter(contract);
    try {
      await contract.handle(responder.context, next);
    } catch (thrown) {
      request.leave();
      // Hono's error handler only gets values that are errors.
      put(c, responder, responder.respond(thrown));
      return;
    }
    request.leave();
    if (!c.finalized) {
      put(c, responder, responder.respond(new TypeError("the handler returned no Response")));
      return;
    }
    const { error, res } = c;
    const left = await responder.outgoing(res, error);
    if (left !== res) replace(c, left);
  });
}

/** Responds to what is thrown below. All else is left to the outer middleware, which sees what has become of it. */
async function covered(responder: Responder, c: Context, next: Next): Promise<void> {
  try {
    await responder.contract.handle(responder.context, next);
  } catch (thrown) {
    put(c, responder, responder.respond(thrown));
  }
}

/**
 * Makes the middleware for a contract that only reports. It throws again what it catches, and leaves the response as it
 * is.
 */
function observing(contract: AdapterContract): MiddlewareHandler {
  return async function uhpContract(c, next) {
    const outer = observationOf(contract, requestOf(c));
    if (outer !== undefined) return noting(outer, contract, next);
    const observation = observe(contract, requestOf(c));
    if (observation === undefined) {
      await next();
      return;
    }
    watchReadersOf(c);
    try {
      await contract.handle(observation.context, next);
    } catch (thrown) {
      observation.thrown(thrown);
      observation.unseen();
      throw thrown;
    }
    if (c.error !== undefined && c.finalized && c.res.status >= FIRST_ERROR) observation.thrown(c.error);
    observation.sent(c.finalized ? c.res : undefined);
  };
}

/** Notes what is thrown below, for an outer observer that sees the response. */
async function noting(observation: Observation, contract: AdapterContract, next: Next): Promise<void> {
  try {
    await contract.handle(observation.context, next);
  } catch (thrown) {
    observation.thrown(thrown);
    throw thrown;
  }
}
