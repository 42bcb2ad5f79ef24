import type { Contract } from "@uhp-errors/core";
import { guard, write } from "@uhp-errors/node";
import { answer } from "./answer.ts";
import type { KoaContext } from "./context.ts";
import { facts } from "./facts.ts";

export { attach } from "@uhp-errors/node";
export { type Bearer, bearer } from "./bearer.ts";
export type { KoaApp, KoaContext } from "./context.ts";
export { facts } from "./facts.ts";
export { stream } from "./stream.ts";

/** A middleware, as Koa 2 and 3 take it. */
export type KoaMiddleware = (context: KoaContext, next: () => Promise<unknown>) => Promise<void>;

/**
 * The contract for Koa 2 and 3. Mount it first: it covers what later middleware throws, what Koa fails with afterwards
 * (a body that cannot be serialised, a stream that breaks), and bare or foreign errors that leave without a throw.
 *
 * @example
 * app.use(uhp(contract)); // first
 * attach(app.listen(3000), contract);
 */
export function uhp(contract: Contract): KoaMiddleware {
  return async (context, next) => {
    const { req, res, originalUrl } = context;
    if (!guard(contract, req, res, { originalUrl })) {
      await next();
      return;
    }
    const handle = (thrown: unknown) => answer(contract, thrown, context);
    // Koa brings here what no middleware can catch; called without an error, it says that the answer has left.
    context.onerror = (error) => {
      if (error !== null && error !== undefined) handle(error);
    };
    const refusal = contract.gate(facts(context));
    if (refusal !== undefined) {
      write(res, refusal);
      return;
    }
    try {
      await next();
    } catch (thrown) {
      handle(thrown);
    }
  };
}
